import type { Source } from './figure.ts'

type Key<Row> = (row: Row) => string
type Groups<Row extends Source> = ReadonlyMap<string, Selection<Row>>

/**
 * Rows picked from data, which still know where they stand. Every step gives a new selection; a step that was made
 * before, by the same function, is not made again. A selection that is made of others lets them make its steps, so that
 * controls, open cases and all calls share what their cases have found: a million rows are not gone through once a
 * figure.
 */
export class Selection<Row extends Source> {
  readonly rows: readonly Row[]
  /** The selections that this one is made of, in its order; none where it is made of rows. */
  readonly #parts: readonly Selection<Row>[]
  readonly #groups = new Map<Key<Row>, Groups<Row>>()
  readonly #kept = new Map<(row: Row) => boolean, Selection<Row>>()

  constructor(rows: readonly Row[], parts: readonly Selection<Row>[] = []) {
    this.rows = rows
    this.#parts = parts
  }

  /** One selection of all the rows of others. */
  static of<Row extends Source>(parts: readonly Selection<Row>[]): Selection<Row> {
    const [only, ...more] = parts
    return only && more.length === 0 ? only : new Selection(joined(parts.map(({ rows }) => rows)), parts)
  }

  get size(): number {
    return this.rows.length
  }

  where(holds: (row: Row) => boolean): Selection<Row> {
    const made = this.#kept.get(holds)
    if (made) return made
    const kept =
      this.#parts.length > 0
        ? Selection.of(this.#parts.map((part) => part.where(holds)))
        : new Selection(this.rows.filter(holds))
    this.#kept.set(holds, kept)
    return kept
  }

  /** The rows grouped by a key, in the order in which the keys first occur. */
  by(key: Key<Row>): Groups<Row> {
    const made = this.#groups.get(key)
    if (made) return made
    const groups = this.#parts.length > 0 ? groupedParts(this.#parts, key) : groupedRows(this.rows, key)
    this.#groups.set(key, groups)
    return groups
  }

  /** How many different values a key takes. */
  distinct(key: (row: Row) => string | number): number {
    const values = new Set<string | number>()
    for (const row of this.rows) values.add(key(row))
    return values.size
  }

  /** The rows of those groups for which something holds, which is asked once a group. */
  whereGroup(key: Key<Row>, holds: (group: Selection<Row>, name: string) => boolean): Selection<Row> {
    const kept = new Map([...this.by(key)].filter(([name, group]) => holds(group, name)))
    const parts = [...kept.values()]
    const selection = new Selection(joined(parts.map(({ rows }) => rows)), parts)
    selection.#groups.set(key, kept)
    return selection
  }

  /** One group; empty where no row has that key. */
  of(key: Key<Row>, name: string): Selection<Row> {
    return this.by(key).get(name) ?? new Selection<Row>([])
  }
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

/** How many lists one call of concat is given: more could overflow the stack. */
const mostArguments = 10_000

/** One list of all the parts. */
function joined<Row>(parts: readonly (readonly Row[])[]): readonly Row[] {
  const [first = [], ...more] = parts
  if (more.length === 0) return first
  // concat copies whole lists, and flat goes row by row.
  return more.length < mostArguments ? first.concat(...more) : parts.flat()
}
