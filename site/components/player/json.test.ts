import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonHtml } from './json.ts'

const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

describe('jsonHtml', () => {
  it('folds what stands inside the outermost value', () => {
    expect(jsonHtml({ pattern: 'x', in: ['a', 'b'] })).toBe(
      '{\n  "pattern": "x",\n<details open><summary>  "in": [\n</summary>    "a",\n    "b"\n  ]\n</details>}',
    )
  })

  it('leaves empty lists and objects on their line', () => {
    expect(jsonHtml({ a: [], b: {} })).toBe('{\n  "a": [],\n  "b": {}\n}')
  })

  it('keeps the text of any value exactly as JSON writes it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4, stringUnit: 'grapheme-ascii' }), (json) => {
        const value = JSON.parse(json)
        expect(textOf(jsonHtml(value))).toBe(JSON.stringify(value, null, 2))
      }),
    )
  })
})
