import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignedOffsets, placesIn } from './positions.ts'

describe('places', () => {
  it('count lines and columns from 1', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '\n', 'é', '😀', '\r\n')), fc.nat(), (parts, at) => {
        const text = parts.join('')
        const offset = text.length === 0 ? 0 : at % (text.length + 1)
        const before = text.slice(0, offset).split('\n')
        expect(placesIn(text, 'fixture.mdx')(offset)).toEqual({
          file: 'fixture.mdx',
          line: before.length,
          column: (before.at(-1) ?? '').length + 1,
        })
      }),
    )
  })
})

describe('a parsed text in its source', () => {
  it.each([
    ['plain', 'plain', [0, 1, 2, 3, 4]],
    ['a*b', 'a\\*b', [0, 2, 3]],
    ['a&b', 'a&amp;b', [0, 1, 6]],
    ['a&b', 'a&b', [0, 1, 2]],
    ['a5b', 'a&#53;b', [0, 1, 6]],
    ['a\nb', 'a\n  b', [0, 1, 4]],
    ['a\nb', 'a  \nb', [0, 3, 4]],
    ['a\\b', 'a\\b', [0, 1, 2]],
    ['a\\b', 'a\\\\b', [0, 2, 3]],
    ['😀b', '😀b', [0, 1, 2]],
  ])('%j of %j', (text, source, expected) => {
    expect(alignedOffsets(text, source)).toEqual(expected)
  })

  it('has no places where the two do not go together', () => {
    expect(alignedOffsets('abc', 'abd')).toBeUndefined()
  })
})
