import { labels } from '../eval/provenance.ts'
import { Rational } from '../figures/rational.ts'
import { type Column, hundredths, identifier, integer, oneOf, orNone, text } from '../tsv/column.ts'
import { type MakeRow, parseTable, type Row } from '../tsv/table.ts'
import { UserError } from '../user-error.ts'

/** Where a judge says an answer was taken from: `file:line`, or `none`. */
export const citation: Column<string> = {
  parse: (cell) => (cell === 'none' || /^[^\s:][^:]*:[1-9]\d*$/.test(cell) ? cell : undefined),
  format: (value) => value,
  expected: 'file:line, or none',
}

/** The columns of `judgements.tsv`: one row per judge call. Confidences are integers of hundredths. */
export const judgementColumns = {
  case: identifier,
  kind: oneOf(['control', 'open']),
  /** The label that is right, by code; none for an open case. */
  known_answer: orNone(oneOf(labels)),
  repeat: integer({ from: 1 }),
  verdict: oneOf(labels),
  citation,
  confidence: hundredths,
  /** As the server counted them; none where it reported none, which is not the same as zero. */
  input_tokens: orNone(integer()),
  output_tokens: orNone(integer()),
  /** The judge's one sentence, where it was published. */
  reason: orNone(text),
}

export type Judgement = Row<typeof judgementColumns>

const makeJudgement: MakeRow<typeof judgementColumns> = (values, at) => ({
  at,
  case: values.case,
  kind: values.kind,
  known_answer: values.known_answer,
  repeat: values.repeat,
  verdict: values.verdict,
  citation: values.citation,
  confidence: values.confidence,
  input_tokens: values.input_tokens,
  output_tokens: values.output_tokens,
  reason: values.reason,
})

/** List prices in US dollars per million tokens. */
export interface Price {
  input: Rational
  output: Rational
}

export interface Judgements {
  file: string
  header: ReadonlyMap<string, string>
  rows: Judgement[]
  /** The price that the measurement was reckoned at; none where the header says `unknown`. */
  price: Price | undefined
}

/**
 * Reads a file of judgements and checks that it is whole: every case has the same kind and known answer throughout
 * and each repeat exactly once, controls have a known answer and open cases none, and the counts in the header hold.
 * Raises a UserError with file and line otherwise.
 */
export function parseJudgements(content: string | Iterable<Uint8Array>, file: string): Judgements {
  const { header, rows } = parseTable(judgementColumns, content, file, makeJudgement)
  checkWhole(rows, header, file)
  return { file, header, rows, price: headerPrice(header, file) }
}

/** What was seen of a case so far: its first row, and the line of each repeat by its number. */
interface SeenCase {
  first: Judgement
  lines: (number | undefined)[]
  count: number
}

function checkWhole(rows: readonly Judgement[], header: ReadonlyMap<string, string>, file: string): void {
  const repeats = headerCount(header, 'repeats', file) ?? rows.reduce((most, { repeat }) => Math.max(most, repeat), 0)
  const cases = new Map<string, SeenCase>()
  let seen: SeenCase | undefined
  for (const row of rows) {
    // Rows of one case mostly stand together.
    if (row.case !== seen?.first.case) {
      seen = cases.get(row.case) ?? { first: row, lines: [], count: 0 }
      cases.set(row.case, seen)
    }
    checkRow(row, seen, repeats, file)
    seen.lines[row.repeat] = row.at.line
    seen.count++
  }
  for (const seen of cases.values()) checkCase(seen, repeats, file)
  const calls = headerCount(header, 'calls', file)
  if (calls !== undefined && calls !== rows.length) {
    throw new UserError({
      file,
      line: lineOf('calls', header),
      problem: `holds ${rows.length} judgements, and its header says ${calls}`,
      mend: 'restore the missing rows, or correct the header line "calls"',
    })
  }
}

/** How many missing repeats a message names. */
const mostNamed = 12

function checkRow(row: Judgement, { first, lines }: SeenCase, repeats: number, file: string): void {
  const { repeat, kind, known_answer } = row
  const { line } = row.at
  if (repeat > repeats) {
    throw new UserError({ file, line, problem: `repeat ${repeat} is beyond the ${repeats} repeats of this file` })
  }
  if (lines[repeat] !== undefined) {
    throw new UserError({
      file,
      line,
      problem: `case ${row.case}, repeat ${repeat} stands twice: on lines ${lines[repeat]} and ${line}`,
      mend: 'each judge call has one row: delete the row that is no call',
    })
  }
  if (kind !== first.kind || known_answer !== first.known_answer) {
    throw new UserError({
      file,
      line,
      problem: `case ${row.case} has another kind or known answer here than on line ${first.at.line}`,
      found: `${kind}, ${known_answer ?? '-'}`,
      expected: `${first.kind}, ${first.known_answer ?? '-'}`,
    })
  }
}

function checkCase({ first, lines, count }: SeenCase, repeats: number, file: string): void {
  const { case: name, kind, known_answer } = first
  const { line } = first.at
  if ((kind === 'open') !== (known_answer === null)) {
    throw new UserError({
      file,
      line,
      problem: `case ${name} is ${kind === 'open' ? 'open and has a known answer' : 'a control without a known answer'}`,
      expected: kind === 'open' ? '- in known_answer' : `one of ${labels.join(', ')} in known_answer`,
    })
  }
  if (count === repeats) return
  const missing: number[] = []
  for (let repeat = 1; repeat <= repeats && missing.length < mostNamed; repeat++) {
    if (lines[repeat] === undefined) missing.push(repeat)
  }
  const more = repeats - count - missing.length
  throw new UserError({
    file,
    line,
    problem: `case ${name} lacks repeat ${missing.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
    expected: `repeats 1 to ${repeats}, each once`,
    mend: 'restore the row from git; a measurement is never cut short',
  })
}

/** Where a header line stands: nothing comes before the header lines, and each has a line of its own. */
function lineOf(key: string, header: ReadonlyMap<string, string>): number {
  return [...header.keys()].indexOf(key) + 1
}

function headerCount(header: ReadonlyMap<string, string>, key: string, file: string): number | undefined {
  const written = header.get(key)
  if (written === undefined) return undefined
  const count = integer({ from: 1 }).parse(written)
  if (count === undefined) {
    throw new UserError({
      file,
      line: lineOf(key, header),
      problem: `the header line "${key}" is no count`,
      found: written,
      expected: 'a whole number',
    })
  }
  return count
}

function headerPrice(header: ReadonlyMap<string, string>, file: string): Price | undefined {
  const written = header.get('price')
  if (written === undefined || written === 'unknown') return undefined
  const parts = /^\$([\d.]+) per million input tokens, \$([\d.]+) per million output tokens$/.exec(written)
  const input = Rational.parse(parts?.[1] ?? '')
  const output = Rational.parse(parts?.[2] ?? '')
  if (!input || !output) {
    throw new UserError({
      file,
      line: lineOf('price', header),
      problem: 'the header line "price" is not in its form',
      found: written,
      expected: '$0.25 per million input tokens, $2 per million output tokens (or unknown)',
    })
  }
  return { input, output }
}
