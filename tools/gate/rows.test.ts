import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsBehind } from './rows.ts'

const row = (file: string, line?: number) => ({ at: { file, line } })
const lines = (...numbers: number[]) => numbers.map((line) => row('a.tsv', line))

describe('the rows behind a value', () => {
  it.each([
    [[], undefined],
    [lines(7), 'a.tsv line 7'],
    [lines(7, 7), 'a.tsv line 7'],
    [lines(7, 8), 'a.tsv lines 7–8 (2 rows)'],
    [lines(9, 7, 8, 12), 'a.tsv lines 7–9, 12 (4 rows)'],
    [[row('trace.json')], 'trace.json'],
    [[row('a.tsv', 3), row('b.tsv', 4)], 'a.tsv line 3; b.tsv line 4'],
    [lines(1, 3, 5, 7, 9, 11, 13, 15, 17), 'a.tsv lines 1, 3, 5, 7, 9, 11, 13, 15 and further (9 rows)'],
  ])('%j are named %j', (rows, expected) => {
    expect(rowsBehind(rows)).toBe(expected)
  })

  it('name every line once, and no other, as long as there are few stretches', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 12 }), (numbers) => {
        const named = (rowsBehind(lines(...numbers)) ?? '').replace(/ \(.*/, '').replace('a.tsv lines ', '')
        const back = named.split(', ').flatMap((stretch) => {
          const [from = 0, to = from] = stretch.split('–').map(Number)
          return Array.from({ length: to - from + 1 }, (_, index) => from + index)
        })
        expect(back).toEqual(numbers.toSorted((a, b) => a - b))
      }),
    )
  })
})
