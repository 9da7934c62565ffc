/**
 * What the cells of one column may hold: how a cell becomes a value, how a value becomes a cell again, and the words
 * that say what was expected when a cell is refused. `parse` answers undefined for a cell that it refuses.
 */
export interface Column<Value> {
  parse(cell: string): Value | undefined
  format(value: Value): string
  expected: string
}

/** Any text, spaces and all. An empty cell is refused: what has no value is written `-`. */
export const text: Column<string> = {
  parse: (cell) => (cell === '' ? undefined : cell),
  format: (value) => value,
  expected: 'some text, or - for none',
}

/** Lower-case words joined by hyphens, as cases and runs are named. */
export const identifier: Column<string> = {
  parse: (cell) => (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(cell) ? cell : undefined),
  format: (value) => value,
  expected: 'an identifier: lower-case letters and digits, joined by hyphens',
}

/** One of a fixed vocabulary, spelled exactly. */
export function oneOf<const Word extends string>(words: readonly Word[]): Column<Word> {
  const known = new Map<string, Word>(words.map((word) => [word, word]))
  return { parse: (cell) => known.get(cell), format: (value) => value, expected: `one of ${words.join(', ')}` }
}

/** `-` for no value, which becomes null, or what the other column takes. */
export function orNone<Value>(column: Column<Value>): Column<Value | null> {
  return {
    parse: (cell) => (cell === '-' ? null : column.parse(cell)),
    format(value) {
      const cell = value === null ? '-' : column.format(value)
      if (cell === '-' && value !== null) throw new Error('a value written - would read back as none')
      return cell
    },
    expected: `${column.expected}, or -`,
  }
}

/** A whole number in plain digits: no sign, no separators, no leading zero. */
export function integer({ from = 0 }: { from?: number } = {}): Column<number> {
  return {
    parse(cell) {
      if (!/^(0|[1-9]\d{0,14})$/.test(cell)) return undefined
      const value = Number(cell)
      return value >= from ? value : undefined
    },
    format: String,
    expected: `a whole number from ${from}, in plain digits`,
  }
}

/** A number from 0 to 1 with two decimals, held as an integer of hundredths so that sums stay exact. */
export const hundredths: Column<number> = {
  parse: (cell) => (/^(0\.\d\d|1\.00)$/.test(cell) ? Number(cell.replace('.', '')) : undefined),
  format: (value) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`,
  expected: 'a number from 0.00 to 1.00 with two decimals',
}
