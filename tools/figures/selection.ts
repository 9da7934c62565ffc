import type { Source } from './figure.ts'

type Key<Row> = (row: Row) => string
type Groups<Row extends Source> = ReadonlyMap<string, Selection<Row>>

/**
 * Rows picked from data, which still know where they stand. Every step gives a new selection; a step or a sum that was
 * made before, by the same function, is not made again. A selection that is made of others lets them do the work and
 * puts together what they found, so that controls, open cases and all calls share what their cases have found: a
 * million rows are not gone through once a figure.
 */
export class Selection<Row extends Source> {
  /** How many rows there are. */
  readonly size: number
  /** The selections that this one is made of, in its order; none where it is made of rows. */
  readonly #parts: readonly Selection<Row>[]
  #rows: readonly Row[] | undefined
  readonly #groups = new Map<(row: Row) => string | number, Groups<Row>>()
  readonly #kept = new Map<(row: Row) => boolean, Selection<Row>>()
  readonly #sums = new Map<(row: Row) => number | null, { total: bigint | undefined }>()

  constructor(rows: readonly Row[] | undefined, parts: readonly Selection<Row>[] = []) {
    this.#rows = rows
    this.#parts = parts
    this.size = rows?.length ?? parts.reduce((total, { size }) => total + size, 0)
  }

  /** One selection of all the rows of others. */
  static of<Row extends Source>(parts: readonly Selection<Row>[]): Selection<Row> {
    const [only, ...more] = parts
    return only && more.length === 0 ? only : new Selection(undefined, parts)
  }

  /** The rows, which are put together when they are first asked for. */
  get rows(): readonly Row[] {
    this.#rows ??= joined(this.#parts.map(({ rows }) => rows))
    return this.#rows
  }

  where(holds: (row: Row) => boolean): Selection<Row> {
    return once(this.#kept, holds, () => {
      if (this.#parts.length > 0) return Selection.of(this.#parts.map((part) => part.where(holds)))
      const kept = this.rows.filter(holds)
      return kept.length === this.size ? this : new Selection(kept)
    })
  }

  /** The rows grouped by a key, in the order in which the keys first occur. */
  by(key: Key<Row>): Groups<Row> {
    return once(this.#groups, key, () => {
      const groups = this.#parts.length > 0 ? groupedParts(this.#parts, key) : this.#groupRows(key)
      for (const [name, group] of groups) group.#groups.set(key, new Map([[name, group]]))
      return groups
    })
  }

  #groupRows(key: Key<Row>): Groups<Row> {
    const [first] = this.rows
    if (!first) return new Map()
    const only = key(first)
    return this.rows.every((row) => key(row) === only) ? new Map([[only, this]]) : groupedRows(this.rows, key)
  }

  /** The exact sum of a whole number of at most fifteen digits over the rows; none where that of a row is not known. */
  sum(integer: (row: Row) => number | null): bigint | undefined {
    return once(this.#sums, integer, () => {
      if (this.#parts.length === 0) return { total: summed(this.rows, integer) }
      const sums = this.#parts.map((part) => part.sum(integer))
      const known = sums.filter((sum) => sum !== undefined)
      return { total: known.length < sums.length ? undefined : known.reduce((total, sum) => total + sum, 0n) }
    }).total
  }

  /** How many different values a key takes. */
  distinct(key: (row: Row) => string | number): number {
    const groups = this.#groups.get(key)
    if (groups) return groups.size
    const values = new Set<string | number>()
    this.each((row) => {
      values.add(key(row))
    })
    return values.size
  }

  /** Goes through the rows without putting them together. */
  each(visit: (row: Row) => void): void {
    if (this.#rows) for (const row of this.#rows) visit(row)
    else for (const part of this.#parts) part.each(visit)
  }

  /** The rows of those groups for which something holds, which is asked once a group. */
  whereGroup(key: Key<Row>, holds: (group: Selection<Row>, name: string) => boolean): Selection<Row> {
    const kept = new Map([...this.by(key)].filter(([name, group]) => holds(group, name)))
    const selection = new Selection<Row>(undefined, [...kept.values()])
    selection.#groups.set(key, kept)
    return selection
  }

  /** One group; empty where no row has that key. */
  of(key: Key<Row>, name: string): Selection<Row> {
    return this.by(key).get(name) ?? new Selection<Row>([])
  }
}

/** What was made for a key before, or else is made now. */
function once<Key, Made extends object>(made: Map<Key, Made>, key: Key, make: () => Made): Made {
  const known = made.get(key)
  if (known) return known
  const value = make()
  made.set(key, value)
  return value
}

function groupedRows<Row extends Source>(rows: readonly Row[], key: Key<Row>): Groups<Row> {
  const found = new Map<string, Row[]>()
  let last: string | undefined
  let group: Row[] = []
  for (const row of rows) {
    const name = key(row)
    // Rows of one group mostly stand together.
    if (name !== last) {
      last = name
      group = found.get(name) ?? []
      found.set(name, group)
    }
    group.push(row)
  }
  return new Map([...found].map(([name, of]) => [name, new Selection(of)]))
}

function groupedParts<Row extends Source>(parts: readonly Selection<Row>[], key: Key<Row>): Groups<Row> {
  const found = new Map<string, Selection<Row>[]>()
  for (const part of parts) {
    for (const [name, group] of part.by(key)) {
      const begun = found.get(name)
      if (begun) begun.push(group)
      else found.set(name, [group])
    }
  }
  return new Map([...found].map(([name, of]) => [name, Selection.of(of)]))
}

function summed<Row>(rows: readonly Row[], integer: (row: Row) => number | null): bigint | undefined {
  let total = 0n
  // A binary number is exact up to nine times this bound, and adding those is what is fast.
  let safe = 0
  for (const row of rows) {
    const value = integer(row)
    if (value === null) return undefined
    safe += value
    if (safe < 1e15) continue
    total += BigInt(safe)
    safe = 0
  }
  return total + BigInt(safe)
}

/** How many lists one call of concat is given: more could overflow the stack. */
const mostArguments = 10_000

/** One list of all the parts. */
function joined<Row>(parts: readonly (readonly Row[])[]): readonly Row[] {
  const [first = [], ...more] = parts
  if (more.length === 0) return first
  // concat copies whole lists, and flat goes row by row.
  return more.length < mostArguments ? first.concat(...more) : parts.flat()
}
