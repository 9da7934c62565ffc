import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromWords, toWords } from './words.ts'

describe('numbers in words', () => {
  it('come back as they were, for every number up to 9,999', () => {
    for (let value = 0; value < 10_000; value++) expect(fromWords(toWords(value))).toBe(value)
  })

  it('come back as they were, up to 999,999', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), (value) => {
        const words = toWords(value)
        expect(fromWords(words)).toBe(value)
        expect(fromWords(words.replaceAll(' and ', ' '))).toBe(value)
        expect(fromWords(words.replaceAll('-', ' '))).toBe(value)
      }),
      { numRuns: 1000 },
    )
  })

  it('are all different', () => {
    const words = Array.from({ length: 10_000 }, (_, value) => toWords(value))
    expect(new Set(words).size).toBe(words.length)
  })

  // Written by hand, as a dictionary and a style guide have them.
  const known: [string, number][] = [
    ['zero', 0],
    ['no', 0],
    ['none', 0],
    ['one', 1],
    ['twelve', 12],
    ['nineteen', 19],
    ['twenty', 20],
    ['thirty-six', 36],
    ['thirty six', 36],
    ['ninety', 90],
    ['a hundred', 100],
    ['one hundred and five', 105],
    ['one hundred five', 105],
    ['nine hundred and ninety-nine', 999],
    ['a thousand', 1_000],
    ['one thousand and one', 1_001],
    ['one hundred and forty-two thousand eight hundred and ninety-three', 142_893],
    ['a million', 1_000_000],
    ['two million three thousand and four', 2_003_004],
  ]
  it.each(known)('%s is %i', (words, value) => {
    expect(fromWords(words)).toBe(value)
  })

  const refused = [
    '',
    ' ',
    '-',
    'and',
    'three two',
    'ten-five',
    'twenty-eleven',
    'twenty-zero',
    'fifty thirty',
    'hundred',
    'hundred one',
    'thousand',
    'thirty and six',
    'and six',
    'six and',
    'one and hundred',
    'one hundred and',
    'one hundred and and five',
    'one hundred and thousand',
    'twenty-one hundred',
    'one thousand thousand',
    'one million million',
    'a six',
    'a thirty',
    'thirtysix',
    'thirty--six',
    'thirty–six',
    'some',
    'dozen',
    'first',
    '36',
    'thirty-6',
    'one thousand million',
    'constructor',
  ]
  it.each(refused)('%j is no number', (words) => {
    expect(fromWords(words)).toBeUndefined()
  })

  it('end below a thousand million, at zero, and at whole numbers', () => {
    expect(fromWords(toWords(999_999_999))).toBe(999_999_999)
    for (const value of [-1, 0.5, 1_000_000_000, Number.NaN]) expect(() => toWords(value)).toThrow(RangeError)
  })
})
