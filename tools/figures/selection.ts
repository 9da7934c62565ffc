import type { Source } from './figure.ts'

type Key<Row> = (row: Row) => string
type Groups<Row extends Source> = ReadonlyMap<string, Selection<Row>>

/**
 * Rows picked from data, which still know where they stand. Every step gives a new selection; a step that was made
 * before, by the same function, is not made again, so that a million rows are not gone through once a figure.
 */
export class Selection<Row extends Source> {
  readonly rows: readonly Row[]
  readonly #groups = new Map<Key<Row>, Groups<Row>>()
  readonly #kept = new Map<(row: Row) => boolean, Selection<Row>>()

  constructor(rows: readonly Row[]) {
    this.rows = rows
  }

  get size(): number {
    return this.rows.length
  }

  where(holds: (row: Row) => boolean): Selection<Row> {
    const made = this.#kept.get(holds)
    if (made) return made
    const kept = new Selection(this.rows.filter(holds))
    this.#kept.set(holds, kept)
    return kept
  }

  /** The rows grouped by a key, in the order in which the keys first occur. */
  by(key: Key<Row>): Groups<Row> {
    const made = this.#groups.get(key)
    if (made) return made
    // Rows of one group mostly stand together: whole stretches are copied, which is faster than row by row.
    const stretches = new Map<string, (readonly Row[])[]>()
    let name: string | undefined
    let start = 0
    const take = (end: number) => {
      if (name === undefined) return
      const begun = stretches.get(name)
      const stretch = start === 0 && end === this.rows.length ? this.rows : this.rows.slice(start, end)
      if (begun) begun.push(stretch)
      else stretches.set(name, [stretch])
    }
    let index = 0
    for (const row of this.rows) {
      const next = key(row)
      if (next !== name) {
        take(index)
        name = next
        start = index
      }
      index++
    }
    take(index)
    const groups = new Map([...stretches].map(([group, parts]) => [group, new Selection(joined(parts))]))
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
    const selection = new Selection(joined([...kept.values()].map(({ rows }) => rows)))
    selection.#groups.set(key, kept)
    return selection
  }

  /** One group; empty where no row has that key. */
  of(key: Key<Row>, name: string): Selection<Row> {
    return this.by(key).get(name) ?? new Selection<Row>([])
  }
}

/** One list of all the parts, none of them copied row by row. */
function joined<Row>(parts: readonly (readonly Row[])[]): readonly Row[] {
  const [first = [], ...more] = parts
  return more.length === 0 ? first : first.concat(...more)
}
