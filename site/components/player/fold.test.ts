import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldList, foldText, piecesOf } from './fold.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const shown = (count: number, keep = (_: number) => false) =>
  foldList(numbers(count), keep).pieces.flatMap(({ items }) =>
    items.flatMap(({ item, folded }) => (folded ? [] : [item])),
  )

describe('foldList', () => {
  it('shows a short list whole', () => {
    expect(shown(24)).toEqual(numbers(24))
  })

  it('shows the first and the last of a long list, and says exactly how many it hides', () => {
    expect(shown(40)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 39])
    expect(foldList(numbers(40), () => false).hidden).toBe(28)
  })

  it('never folds what it is asked to keep', () => {
    expect(shown(40, (index) => index === 20)).toContain(20)
    expect(foldList(numbers(40), (index) => index === 20).hidden).toBe(27)
  })

  it('lays every item out once, in order', () => {
    const { pieces } = foldList(numbers(1234), () => false)
    expect(pieces.flatMap(({ items }) => items.map(({ index }) => index))).toEqual(numbers(1234))
    expect(pieces.map(({ folded }) => folded)).toEqual([false, ...Array(60).fill(true), false])
  })
})

describe('foldText', () => {
  const textOf = (html: string) => html.replace(/<[^>]+>/g, '')
  const hiddenOf = (html: string) =>
    [...html.matchAll(/<span class="piece fold">([^<]*)<\/span>/g)].map(([, text = '']) => text).join('')

  it('shows a short text whole', () => {
    expect(foldText('one\ntwo')).toEqual({ html: 'one\ntwo', offer: undefined })
  })

  it('counts the hidden lines of a text of many lines', () => {
    const { html, offer } = foldText(numbers(100).join('\n'))
    expect(offer).toBe('Show all 100 lines (75 hidden)')
    expect(hiddenOf(html).split('\n').slice(0, -1)).toEqual(numbers(100).slice(20, 95).map(String))
  })

  it('counts the hidden characters of one very long line', () => {
    const { html, offer } = foldText('x'.repeat(10_000))
    expect(offer).toBe('Show all 10,000 characters (7,500 hidden)')
    expect(hiddenOf(html)).toHaveLength(7500)
  })

  it('keeps every character of any text, in order', () => {
    const line = fc.string({ unit: fc.constantFrom('a', ' ', '\u{1f600}'), maxLength: 400 })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
        const text = lines.join('\n')
        expect(textOf(foldText(text).html)).toBe(text)
      }),
    )
  })
})

describe('piecesOf', () => {
  it('cuts after line breaks, and never through a character', () => {
    const lines = `${'y'.repeat(1000)}\n`.repeat(50)
    expect(piecesOf(lines).every((piece) => piece.endsWith('\n') && piece.length <= 8192)).toBe(true)
    expect(piecesOf(`a${'\u{1f600}'.repeat(20_000)}`).every((piece) => piece.isWellFormed())).toBe(true)
  })
})
