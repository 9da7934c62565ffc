import type { Source } from './figure.ts'

/** Rows picked from data, which still know where they stand. Every step gives a new selection. */
export class Selection<Row extends Source> {
  readonly rows: readonly Row[]
  /** Selections by key, made once for each key function: a million rows are grouped once and not once a figure. */
  readonly #groups = new Map<(row: Row) => string, Map<string, Selection<Row>>>()

  constructor(rows: readonly Row[]) {
    this.rows = rows
  }

  get size(): number {
    return this.rows.length
  }

  where(holds: (row: Row) => boolean): Selection<Row> {
    return new Selection(this.rows.filter(holds))
  }

  /** The rows grouped by a key, in the order in which the keys first occur. */
  by(key: (row: Row) => string): ReadonlyMap<string, Selection<Row>> {
    const made = this.#groups.get(key)
    if (made) return made
    const rows = new Map<string, Row[]>()
    for (const row of this.rows) {
      const group = rows.get(key(row))
      if (group) group.push(row)
      else rows.set(key(row), [row])
    }
    const groups = new Map([...rows].map(([name, group]) => [name, new Selection(group)]))
    this.#groups.set(key, groups)
    return groups
  }

  /** The rows of those groups for which something holds, which is asked once a group. */
  whereGroup(key: (row: Row) => string, holds: (group: Selection<Row>, name: string) => boolean): Selection<Row> {
    return new Selection([...this.by(key)].flatMap(([name, group]) => (holds(group, name) ? group.rows : [])))
  }

  /** One group; empty where no row has that key. */
  of(key: (row: Row) => string, name: string): Selection<Row> {
    return this.by(key).get(name) ?? new Selection<Row>([])
  }
}
