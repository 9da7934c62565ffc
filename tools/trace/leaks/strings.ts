import type { Leaf } from './find.ts'

/** Where a string stands in a value: the keys and indexes that lead to it. A key itself stands at its own path. */
export type Path = readonly (string | number)[]

export interface PlacedLeaf extends Leaf {
  path: Path
}

/** Every string of a JSON value, keys of objects too, in a fixed order. */
export function stringsOf(value: unknown): PlacedLeaf[] {
  const leaves: PlacedLeaf[] = []
  mapStrings(value, (leaf) => {
    leaves.push(leaf)
    return leaf.text
  })
  return leaves
}

/** The same JSON value with every string replaced, keys of objects too; visits them in the order of `stringsOf`. */
export function mapStrings(value: unknown, replace: (leaf: PlacedLeaf) => string): unknown {
  return visit(value, { path: [] })

  function visit(current: unknown, place: Omit<PlacedLeaf, 'text'>): unknown {
    if (typeof current === 'string') return replace({ ...place, text: current })
    if (Array.isArray(current)) {
      return current.map((item, index) => visit(item, { ...place, path: [...place.path, index] }))
    }
    if (typeof current !== 'object' || current === null) return current
    const thread = threadOf(current, place.path)
    const entries: [string, unknown][] = []
    const names = new Set<string>()
    for (const [key, item] of Object.entries(current)) {
      const path = [...place.path, key]
      const name = distinct(replace({ text: key, path }), names)
      entries.push([name, visit(item, { path, key, ...(key === 'text' && { thread }) })])
    }
    return Object.fromEntries(entries)
  }
}

/** A match of a search is a line of a file: together, the matches of one result in one file are a part of it. */
function threadOf(object: object, path: Path): string | undefined {
  return 'file' in object && 'line' in object ? JSON.stringify([path.slice(0, -1), object.file]) : undefined
}

/** Two keys may become the same mark, and neither value may be lost by it. */
function distinct(name: string, names: Set<string>): string {
  let free = name
  for (let count = 2; names.has(free); count++) free = `${name} (${count})`
  names.add(free)
  return free
}
