import fc from 'fast-check'
import { expect, it } from 'vitest'
import { base64View, decodedViews, joinedView, originOf, viewOf } from './view.ts'

const lastOf = (text: string) => [...decodedViews(text)].at(-1)

it.each([
  ['JSON', '\\"a\\/b\\"', '"a/b"'],
  ['JSON in JSON', '\\\\\\"a\\\\\\"', '"a"'],
  ['\\u, \\u{} and \\x', '\\u0061\\u{62}\\x63', 'abc'],
  ['octal', '\\033[31mred', 'red'],
  ['percent', 'a%2Fb%252Fc', 'a/b/c'],
  ['HTML', '&lt;&#97;&#x62;&amp;gt;', '<ab>'],
  ['a line continuation', 'a\\\n   b', 'ab'],
  ['characters that are not shown', 'a\u200bb\u00adc', 'abc'],
])('takes off escapes: %s', (_, written, read) => {
  expect(lastOf(written)?.text).toBe(read)
})

it.each(['\\d+\\w', '100 % sure', 'a & b', 'C:\\work', '&nosuch;'])('leaves alone what is no escape: %s', (text) => {
  expect([...decodedViews(text)].map((view) => view.text)).toEqual([text])
})

it('knows where each decoded part was written', () => {
  const written = 'say \\u0067hp and \\"more\\"'
  const view = lastOf(written)
  if (!view) throw new Error('there is no view')
  const at = view.text.indexOf('ghp')
  const { start, end } = originOf(view, at, at + 3)
  expect(written.slice(start, end)).toBe('\\u0067hp')
})

it('joins words that a line end or a plus breaks in two, and keeps paragraphs apart', () => {
  expect(joinedView(viewOf("one\n  two 'thr' + 'ee'"))?.text).toBe("onetwo 'three'")
  expect(joinedView(viewOf('one two'))).toBeUndefined()
})

it('looks into base64 that is text, and gives the whole run as its origin', () => {
  const run = Buffer.from('a password of a fixture').toString('base64')
  const view = base64View(viewOf(`x ${run} y`))
  expect(view?.text).toContain('a password of a fixture')
  expect(view && originOf(view, 2, 10)).toEqual({ start: 2, end: 2 + run.length })
  expect(
    base64View(viewOf(`sha512-${Buffer.from(Array.from({ length: 48 }, (_, i) => 200 + i)).toString('base64')}`)),
  ).toBeUndefined()
})

it('never points outside the text, whatever the text', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.constantFrom(
      '\\',
      '\\u',
      '\\u00',
      '%',
      '%2',
      '&#',
      '&#x110000;',
      '\\u{110000}',
      '\u001b[',
      '\n',
      "' + '",
      '\\\n',
      '\ud800',
    ),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join('')
      for (const view of decodedViews(text)) {
        expect(view.starts).toHaveLength(view.text.length)
        for (let unit = 0; unit < view.text.length; unit++) {
          const { start, end } = originOf(view, unit, unit + 1)
          expect(start).toBeLessThan(end)
          expect(end).toBeLessThanOrEqual(text.length)
        }
      }
    }),
  )
})
