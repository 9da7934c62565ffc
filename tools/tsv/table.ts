import { type Place, UserError } from '../user-error.ts'
import type { Column } from './column.ts'

/** The columns of a table, in the order in which a file has them. */
export type Columns = Record<string, Column<unknown>>

/** The values of a row by column name. */
export type Values<Cells extends Columns> = {
  readonly [Name in keyof Cells]: Cells[Name] extends Column<infer Value> ? Value : never
}

/** A row as it was read: its values, and where it stands. */
export type Row<Cells extends Columns> = Located & Values<Cells>

/**
 * Makes a row of its values, which it has to copy: the object that holds them is the next row's as well. Where millions
 * of rows are read, a literal that names each column is made in half the time.
 */
export type MakeRow<Cells extends Columns> = (values: Values<Cells>, at: Place) => Row<Cells>

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
 * Nothing is skipped, trimmed or guessed. The content is a text, or the bytes of a file in pieces, of which only one is
 * held at a time.
 */
export function parseTable<const Cells extends Columns>(
  columns: Cells,
  content: string | Iterable<Uint8Array>,
  file: string,
  make: MakeRow<Cells> = (values, at) => ({ at, ...values }),
): Table<Cells> {
  const names = Object.keys(columns)
  const readRow = rowReader(columns, file, make)
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
      rows.push(readRow(written, line))
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
  return withoutMark(decoded(bytes, file, 1), file)
}

/** Text without the byte order mark at its start. Raises where there are two. */
function withoutMark(text: string, file: string): string {
  if (text.startsWith('\uFEFF\uFEFF')) {
    throw new UserError({ file, line: 1, problem: 'begins with two byte order marks', mend: 'save the file as UTF-8' })
  }
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/** Bytes, the first of which stands on the given line, to text; a byte order mark is left in. */
function decoded(bytes: Uint8Array, file: string, firstLine: number): string {
  const text = decodedOrNot(bytes)
  if (text !== undefined) return text
  const line = firstLine + linesBeforeFault(bytes)
  throw new UserError({ file, line, problem: 'is not UTF-8', mend: 'save the file as UTF-8' })
}

function decodedOrNot(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Each line is tried by itself: the byte of a line feed is part of no other character. */
function linesBeforeFault(bytes: Uint8Array): number {
  let start = 0
  for (let lines = 0; ; lines++) {
    const newline = bytes.indexOf(lineFeed, start)
    const end = newline === -1 ? bytes.length : newline
    if (newline === -1 || decodedOrNot(bytes.subarray(start, end)) === undefined) return lines
    start = end + 1
  }
}

const lineFeed = 10

/** Pieces of bytes put together anew, so that each ends with a line and so decodes by itself. */
function* wholeLines(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let begun: Uint8Array[] = []
  for (const piece of pieces) {
    const end = piece.lastIndexOf(lineFeed) + 1
    if (end > 0) {
      yield joined([...begun, piece.subarray(0, end)])
      begun = []
    }
    // A copy: whoever reads a file may use the piece's memory for the next.
    begun.push(piece.slice(end))
  }
  yield joined(begun)
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0))
  let start = 0
  for (const piece of pieces) {
    whole.set(piece, start)
    start += piece.length
  }
  return whole
}

/**
 * The lines of a text, or of bytes, without their ends. A carriage return that ends no line is left in, and its row is
 * refused.
 */
function* linesOf(content: string | Iterable<Uint8Array>, file: string): Generator<string> {
  let line = 0
  for (const part of typeof content === 'string' ? [content] : wholeLines(content)) {
    const read = typeof part === 'string' ? part : decoded(part, file, line + 1)
    const text = line === 0 ? withoutMark(read, file) : read
    let start = 0
    while (start < text.length) {
      line++
      const newline = text.indexOf('\n', start)
      const end = newline === -1 ? text.length : newline
      const returned = newline > start && text.charCodeAt(end - 1) === 13
      const written = text.slice(start, returned ? end - 1 : end)
      if (written === '') {
        throw new UserError({ file, line, problem: 'is an empty line', expected: 'a row', mend: 'delete the line' })
      }
      if (written.includes('\r')) {
        throw new UserError({
          file,
          line,
          problem: 'holds a carriage return inside a line',
          expected: 'LF or CRLF at line ends only',
        })
      }
      yield written
      start = end + 1
    }
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

/**
 * Reads row after row. Rows mostly repeat the row before them: only the cells that are written differently are parsed.
 */
function rowReader<Cells extends Columns>(
  columns: Cells,
  file: string,
  make: MakeRow<Cells>,
): (written: string, line: number) => Row<Cells> {
  const names = Object.keys(columns)
  const parsers = Object.values(columns).map((column) => ({ parse: remembering(column), expected: column.expected }))
  /** The cells of the row before, and what they are. */
  const cells: string[] = []
  const values: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, undefined]))

  return (written, line) => {
    let start = 0
    for (let index = 0; index < parsers.length; index++) {
      const tab = written.indexOf('\t', start)
      const last = index === parsers.length - 1
      if (last ? tab !== -1 : tab === -1) throw ragged(names, written, file, line)
      const cell = last ? written.slice(start) : written.slice(start, tab)
      if (cell !== cells[index]) {
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
        cells[index] = cell
        values[names[index] ?? ''] = value
      }
      start = tab + 1
    }
    return make(values as Values<Cells>, { file, line })
  }
}

/** How many cells of a column are remembered. */
const mostRemembered = 1024

/**
 * A column's parse that remembers its values: equal cells share one value, and are parsed once. A column with more
 * different cells than that is parsed cell by cell from then on.
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
