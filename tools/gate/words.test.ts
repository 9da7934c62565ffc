import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toWords } from '../figures/words.ts'
import { findLoose, literalAt } from './words.ts'

const textsOf = (text: string) => findLoose(text).map(({ text: found }) => found)

describe('numbers in a text', () => {
  it('are found whatever stands around them, in digits and in words', () => {
    const apart = fc.constantFrom('', ' ', '. ', '(', '— ', '\n', ', ')
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999_999 }), apart, apart, fc.boolean(), (value, before, after, inWords) => {
        const number = inWords ? toWords(value) : value.toLocaleString('en')
        const text = `It${before || ' '}${number}${after || ' '}is`
        const [found] = findLoose(text)
        expect([found?.text, found?.start]).toEqual([number, text.indexOf(number)])
        expect(textsOf(text)).toHaveLength(1)
      }),
    )
  })

  it('are found for every single number word from two upwards', () => {
    for (let value = 2; value < 1000; value++) expect(textsOf(`a ${toWords(value)} b`)).toEqual([toWords(value)])
    expect(textsOf('zero and one')).toEqual([])
  })

  it('come in the order of the text, with the comparing words', () => {
    expect(textsOf('most of 5, every 4, more than three')).toEqual(['most', '5', 'every', '4', 'more than', 'three'])
  })
})

describe('a literal', () => {
  const covers = (text: string, number: string, literal: string) =>
    literalAt(text, text.indexOf(number), number.length, literal)

  it.each([
    ['the fourth of post 4 here', '4', 'post 4'],
    ['post 4', '4', 'post 4'],
    ['as in post\n  4, and', '4', 'post 4'],
    ['on 23 September 2026.', '2026', '23 September 2026'],
    ['a (2 × 2) table', '2', '(2 × 2)'],
    ['post 44 and post 4', 'post 4', 'post 4'],
    ['C++ 17', '17', 'C++ 17'],
  ])('covers, in %j, %j with %j', (text, number, literal) => {
    if (text.startsWith('post 44')) expect(literalAt(text, text.lastIndexOf('4'), 1, literal)).toBe(true)
    else expect(covers(text, number, literal)).toBe(true)
  })

  it.each([
    ['post 44', '44', 'post 4'],
    ['post 4a', '4', 'post 4'],
    ['compost 4', '4', 'post 4'],
    ['outpost 4 and 5', '5', 'post 4'],
    ['142,893', '142,893', '142'],
    ['$5', '$5', '5'],
    ['5 %', '5 %', '5'],
    ['Post 4', '4', 'post 4'],
    ['post  four', 'four', 'post 4'],
    ['post x4', '4', 'post .4'],
  ])('does not cover, in %j, %j with %j', (text, number, literal) => {
    expect(covers(text, number, literal)).toBe(false)
  })
})
