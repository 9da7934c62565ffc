import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchLines } from './search-lines.ts'

function search(pattern: RegExp, files: Record<string, string>) {
  return searchLines(pattern, Object.keys(files), (file) => files[file])
}

const hits = (count: number) => 'hit\n'.repeat(count)

describe('the limit of a search', () => {
  it('stops at 40 matches, and counts the files read until then', () => {
    const found = search(/hit/, { a: hits(20), b: hits(20), c: hits(20) })
    expect(found.matches).toHaveLength(40)
    expect(found).toMatchObject({ filesSearched: 2, truncated: true })
  })

  it('says that it stopped in the middle of the last file', () => {
    expect(search(/hit/, { a: hits(41) })).toMatchObject({ filesSearched: 1, truncated: true })
  })

  it('is not reached where the fortieth match is the very last line', () => {
    expect(search(/hit/, { a: hits(20), b: hits(20) })).toMatchObject({ filesSearched: 2, truncated: false })
  })
})

it('passes over a file that is gone, and does not count it', () => {
  expect(searchLines(/hit/, ['gone', 'a'], (file) => (file === 'a' ? 'hit' : undefined))).toEqual({
    filesSearched: 1,
    matches: [{ file: 'a', line: 1, text: 'hit' }],
    truncated: false,
  })
})

it('counts no line after the final line end, and reads both kinds of line ends', () => {
  expect(search(/^$/, { a: 'x\n', b: 'x\r\n\r\n' }).matches).toEqual([{ file: 'b', line: 2, text: '' }])
})

it('finds exactly the lines that match, in order, up to the limit', () => {
  const file = fc.array(fc.constantFrom('hit', 'miss', ' hit ', ''), { maxLength: 30 })
  fc.assert(
    fc.property(fc.array(file, { maxLength: 6 }), (contents) => {
      const files = Object.fromEntries(
        contents.map((lines, index) => [`f${index}`, lines.map((l) => `${l}\n`).join('')]),
      )
      const expected = contents.flatMap((lines, index) =>
        lines.flatMap((text, line) => (text.includes('hit') ? [`f${index}:${line + 1}`] : [])),
      )
      const { matches } = search(/hit/, files)
      expect(matches.map(({ file: name, line }) => `${name}:${line}`)).toEqual(expected.slice(0, 40))
    }),
  )
})
