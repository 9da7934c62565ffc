import { type Place, UserError } from '../user-error.ts'
import type { Column } from './column.ts'

/** The columns of a table, in the order in which a file has them. */
export type Columns = Record<string, Column<unknown>>

/** A row as it was read: its values by column name, and where it stands. */
export type Row<Cells extends Columns> = Located & {
  readonly [Name in keyof Cells]: Cells[Name] extends Column<infer Value> ? Value : never
}

/** Something that stands on one line of a file (from 1), so that a figure can point at what it was computed from. */
export interface Located {
  readonly at: Place
}

export interface Table<Cells extends Columns> {
  file: string
  /** The `# key: value` lines, in their order. */
  header: ReadonlyMap<string, string>
  rows: Row<Cells>[]
}

/**
 * Reads a table of tab-separated values as IANA registers them (text/tab-separated-values): UTF-8, one row of column
 * names, cells separated by one tab, no quoting. `# key: value` lines may come first. LF and CRLF, a byte order mark
 * and a final line end make no difference; anything else that is not in its form raises a UserError with its line.
 * Nothing is skipped, trimmed or guessed.
 */
export function parseTable<const Cells extends Columns>(columns: Cells, content: string, file: string): Table<Cells> {
  const names = Object.keys(columns)
  const parsers = Object.values(columns).map((column) => ({ parse: remembering(column), expected: column.expected }))
  const header = new Map<string, string>()
  const rows: Row<Cells>[] = []
  let line = 0
  let named = false

  for (const written of linesOf(content, file)) {
    line++
    if (!named && written.startsWith('#')) {
      const { key, value } = headerLine(written, file, line)
      if (header.has(key)) {
        throw new UserError({
          file,
          line,
          problem: `the header line "${key}" stands here a second time`,
          mend: 'keep one',
        })
      }
      header.set(key, value)
    } else if (!named) {
      checkNames(names, written, file, line)
      named = true
    } else {
      rows.push(parseRow(names, parsers, written, file, line) as Row<Cells>)
    }
  }
  if (!named) {
    throw new UserError({
      file,
      line: Math.max(line, 1),
      problem: 'has no row of column names',
      found: line === 0 ? 'an empty file' : 'nothing but # lines',
      expected: names.join('⇥'),
      mend: 'restore the file from git, or write it again with the command that made it',
    })
  }
  if (rows.length === 0) {
    throw new UserError({ file, line, problem: 'has column names and no row', expected: 'at least one row' })
  }
  return { file, header, rows }
}

/**
 * Bytes to text. Raises where they are not UTF-8, with the line of the first byte that is not.
 * A byte order mark at the start is read as none.
 */
export function decode(bytes: Uint8Array, file: string): string {
  const text = decoded(bytes)
  if (text === undefined) {
    const line = firstLineNotUtf8(bytes)
    throw new UserError({ file, line, problem: 'is not UTF-8', mend: 'save the file as UTF-8' })
  }
  if (text.startsWith('\uFEFF')) {
    throw new UserError({ file, line: 1, problem: 'begins with two byte order marks', mend: 'save the file as UTF-8' })
  }
  return text
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Each line is tried by itself: the byte of a line feed is part of no other character. */
function firstLineNotUtf8(bytes: Uint8Array): number {
  let start = 0
  for (let line = 1; ; line++) {
    const newline = bytes.indexOf(10, start)
    const end = newline === -1 ? bytes.length : newline
    if (newline === -1 || decoded(bytes.subarray(start, end)) === undefined) return line
    start = end + 1
  }
}

/** The lines of a text without their ends. A carriage return that ends no line is left in, and its row is refused. */
function* linesOf(content: string, file: string): Generator<string> {
  let start = content.startsWith('\uFEFF') ? 1 : 0
  let line = 0
  while (start < content.length) {
    line++
    const newline = content.indexOf('\n', start)
    const end = newline === -1 ? content.length : newline
    const returned = newline > start && content.charCodeAt(end - 1) === 13
    const text = content.slice(start, returned ? end - 1 : end)
    if (text === '') {
      throw new UserError({ file, line, problem: 'is an empty line', expected: 'a row', mend: 'delete the line' })
    }
    if (text.includes('\r')) {
      throw new UserError({
        file,
        line,
        problem: 'holds a carriage return inside a line',
        expected: 'LF or CRLF at line ends only',
      })
    }
    yield text
    start = end + 1
  }
}

function headerLine(written: string, file: string, line: number): { key: string; value: string } {
  const parts = /^# ([^:\t]+): ([^\t]+)$/.exec(written)
  if (!parts?.[1] || !parts[2]) {
    throw new UserError({ file, line, problem: 'is no header line', found: excerpt(written), expected: '# key: value' })
  }
  return { key: parts[1], value: parts[2] }
}

function checkNames(names: readonly string[], written: string, file: string, line: number): void {
  const found = written.split('\t')
  if (found.length === names.length && names.every((name, index) => name === found[index])) return
  const unknown = found.filter((name) => !names.includes(name))
  const missing = names.filter((name) => !found.includes(name))
  const problem = unknown.length
    ? `has an unknown column: ${unknown.map((name) => JSON.stringify(name)).join(', ')}`
    : missing.length
      ? `lacks a column: ${missing.join(', ')}`
      : new Set(found).size < found.length
        ? 'names a column twice'
        : 'has its columns in another order'
  throw new UserError({ file, line, problem, found: excerpt(found.join('⇥')), expected: names.join('⇥') })
}

/** How many cells of a column are remembered. */
const mostRemembered = 1024

/**
 * A column's parse that remembers its values, since most columns repeat a few: equal cells share one value, and are
 * parsed once. A column with more different cells than that is parsed cell by cell from then on.
 */
function remembering<Value>({ parse }: Column<Value>): Column<Value>['parse'] {
  const known = new Map<string, Value>()
  return (cell) => {
    if (known.size >= mostRemembered) return parse(cell)
    const remembered = known.get(cell)
    if (remembered !== undefined) return remembered
    const value = parse(cell)
    if (value !== undefined) known.set(cell, value)
    return value
  }
}

function parseRow(
  names: readonly string[],
  parsers: readonly Pick<Column<unknown>, 'parse' | 'expected'>[],
  written: string,
  file: string,
  line: number,
): Located & Record<string, unknown> {
  const row: { at: Place; [name: string]: unknown } = { at: { file, line } }
  let start = 0
  for (let index = 0; index < parsers.length; index++) {
    const tab = written.indexOf('\t', start)
    const last = index === parsers.length - 1
    if (last ? tab !== -1 : tab === -1) throw ragged(names, written, file, line)
    const cell = last ? written.slice(start) : written.slice(start, tab)
    const value = parsers[index]?.parse(cell)
    if (value === undefined) {
      // A missing tab moves every cell behind it: then that is what is wrong, and not the cell.
      if (written.split('\t').length !== names.length) throw ragged(names, written, file, line)
      throw new UserError({
        file,
        line,
        problem: `column ${names[index]} holds what it may not`,
        found: cell === '' ? 'an empty cell' : excerpt(cell),
        expected: parsers[index]?.expected,
      })
    }
    row[names[index] ?? ''] = value
    start = tab + 1
  }
  return row
}

function ragged(names: readonly string[], written: string, file: string, line: number): UserError {
  return new UserError({
    file,
    line,
    problem: `is a ragged row: ${written.split('\t').length} cells`,
    found: excerpt(written.replaceAll('\t', '⇥')),
    expected: `${names.length} cells, separated by one tab each`,
  })
}

function excerpt(written: string): string {
  return JSON.stringify(written.length > 100 ? `${written.slice(0, 99)}…` : written)
}

/**
 * Writes a table in the form that parseTable reads: header lines, column names, rows, LF, a final line end.
 * Raises where a cell or a header line cannot be written (a tab or a line end in it, or what its column refuses),
 * since it would read back as something else or not at all.
 */
export function formatTable<const Cells extends Columns>(
  columns: Cells,
  header: ReadonlyMap<string, string>,
  rows: readonly Omit<Row<Cells>, 'at'>[],
): string {
  const names = Object.keys(columns)
  const lines = [...header].map(([key, value]) => {
    const line = `# ${key}: ${value}`
    if (/[\r\n]/.test(line) || !line.isWellFormed() || headerLine(line, '', 0).key !== key)
      throw new Error(`no header line can hold ${JSON.stringify(line)}`)
    return line
  })
  lines.push(names.join('\t'))
  for (const row of rows) {
    const cells = names.map((name) => {
      const column = columns[name]
      const cell = column?.format((row as Record<string, unknown>)[name]) ?? ''
      if (/[\t\r\n]/.test(cell) || !cell.isWellFormed() || column?.parse(cell) === undefined)
        throw new Error(`column ${name} cannot hold ${JSON.stringify(cell)}`)
      return cell
    })
    lines.push(cells.join('\t'))
  }
  return `${lines.join('\n')}\n`
}
