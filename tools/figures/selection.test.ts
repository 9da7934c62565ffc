import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Selection } from './selection.ts'

interface Thing {
  at: { file: string; line: number }
  name: string
  size: number
}
const nameOf = ({ name }: Thing) => name
const things = fc
  .array(fc.record({ name: fc.constantFrom('a', 'b', 'c'), size: fc.integer({ min: 0, max: 5 }) }))
  .map((list) => list.map((thing, index): Thing => ({ ...thing, at: { file: 'fixture.tsv', line: index + 1 } })))

describe('a selection', () => {
  it('groups rows as they are, in the order in which keys first occur, whether or not they stand together', () => {
    fc.assert(
      fc.property(things, (rows) => {
        const groups = new Selection(rows).by(nameOf)
        expect([...groups].map(([name, group]) => [name, group.rows])).toEqual([...Map.groupBy(rows, nameOf)])
      }),
    )
  })

  it('keeps the rows for which something holds, and counts different values', () => {
    fc.assert(
      fc.property(things, (rows) => {
        const selection = new Selection(rows)
        expect(selection.where(({ size }) => size > 2).rows).toEqual(rows.filter(({ size }) => size > 2))
        expect(selection.distinct(({ size }) => size)).toBe(new Set(rows.map(({ size }) => size)).size)
        expect(selection.size).toBe(rows.length)
      }),
    )
  })

  it('keeps whole groups, which are then its own groups', () => {
    fc.assert(
      fc.property(things, (rows) => {
        const kept = new Selection(rows).whereGroup(nameOf, ({ rows: group }, name) => name !== 'b' && group.length > 1)
        const names = ['a', 'c'].filter((name) => rows.filter((row) => row.name === name).length > 1)
        expect(kept.rows.toSorted((one, other) => one.at.line - other.at.line)).toEqual(
          rows.filter(({ name }) => names.includes(name)),
        )
        for (const name of ['a', 'b', 'c'])
          expect(kept.of(nameOf, name).rows).toEqual(kept.rows.filter((row) => row.name === name))
      }),
    )
  })

  it('gives the same rows whether it is made of rows or of groups', () => {
    const byLine = (rows: readonly Thing[]) => rows.toSorted((one, other) => one.at.line - other.at.line)
    fc.assert(
      fc.property(things, (rows) => {
        const whole = new Selection(rows).whereGroup(nameOf, () => true)
        const sizeOf = ({ size }: Thing) => String(size)
        const large = ({ size }: Thing) => size > 2
        expect(byLine(whole.rows)).toEqual(rows)
        expect(byLine(whole.where(large).rows)).toEqual(rows.filter(large))
        for (const size of ['0', '3', '5']) {
          const expected = rows.filter((row) => sizeOf(row) === size)
          expect(byLine(whole.of(sizeOf, size).rows)).toEqual(expected)
          expect(byLine(whole.where(large).of(sizeOf, size).rows)).toEqual(expected.filter(large))
        }
      }),
    )
  })

  it('sums and counts the same whether it is made of rows or of groups', () => {
    fc.assert(
      fc.property(things, (rows) => {
        const sizeOf = ({ size }: Thing) => size
        const known = ({ size }: Thing) => (size === 5 ? null : size)
        const total = BigInt(rows.reduce((sum, { size }) => sum + size, 0))
        for (const made of [new Selection(rows), new Selection(rows).whereGroup(nameOf, () => true)]) {
          expect(made.sum(sizeOf)).toBe(total)
          expect(made.sum(known)).toBe(rows.some(({ size }) => size === 5) ? undefined : total)
          // Asked a second time, it is the same.
          expect(made.sum(sizeOf)).toBe(total)
          expect(made.distinct(sizeOf)).toBe(new Set(rows.map(sizeOf)).size)
          expect(made.distinct(nameOf)).toBe(new Set(rows.map(nameOf)).size)
        }
      }),
    )
  })

  it('sums what is beyond the whole numbers of binary fractions', () => {
    const rows = Array.from({ length: 40 }, (): Thing => ({ at: { file: '', line: 1 }, name: 'a', size: 1 }))
    expect(new Selection(rows).sum(() => 999_999_999_999_999)).toBe(40n * 999_999_999_999_999n)
  })

  it('holds more groups than a call takes arguments', () => {
    const rows = Array.from(
      { length: 25_000 },
      (_, line): Thing => ({ at: { file: '', line }, name: `${line % 20_000}`, size: 1 }),
    )
    expect(
      new Selection(rows)
        .whereGroup(nameOf, () => true)
        .by(({ size }) => `${size}`)
        .get('1')?.size,
    ).toBe(25_000)
  })

  it('is empty for a key that no row has', () => {
    expect(new Selection<Thing>([]).of(nameOf, 'a').rows).toEqual([])
  })

  it('does not take one step for another that was made before', () => {
    fc.assert(
      fc.property(things, (rows) => {
        const selection = new Selection(rows)
        const sizeOf = ({ size }: Thing) => String(size)
        selection.by(nameOf)
        expect([...selection.by(sizeOf).keys()]).toEqual([...new Set(rows.map(sizeOf))])
        expect(selection.where(() => true).rows).toEqual(rows)
        expect(selection.where(() => false).rows).toEqual([])
      }),
    )
  })
})
