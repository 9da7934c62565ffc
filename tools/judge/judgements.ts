import { labels } from '../eval/provenance.ts'
import { Rational } from '../figures/rational.ts'
import { type Column, hundredths, identifier, integer, oneOf, orNone, text } from '../tsv/column.ts'
import { parseTable, type Row } from '../tsv/table.ts'
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
export function parseJudgements(content: string, file: string): Judgements {
  const { header, rows } = parseTable(judgementColumns, content, file)
  checkRepeats(rows, header, file)
  for (const row of rows) {
    if ((row.kind === 'open') !== (row.known_answer === null)) {
      throw new UserError({
        file,
        line: row.at.line,
        problem: `case ${row.case} is ${row.kind === 'open' ? 'open and has a known answer' : 'a control without a known answer'}`,
        expected: row.kind === 'open' ? '- in known_answer' : `one of ${labels.join(', ')} in known_answer`,
      })
    }
  }
  return { file, header, rows, price: headerPrice(header, file) }
}

function checkRepeats(rows: readonly Judgement[], header: ReadonlyMap<string, string>, file: string): void {
  const cases = new Map<string, Judgement[]>()
  for (const row of rows) {
    const before = cases.get(row.case)
    if (before) before.push(row)
    else cases.set(row.case, [row])
  }
  const repeats = headerCount(header, 'repeats', file) ?? rows.reduce((most, { repeat }) => Math.max(most, repeat), 0)
  for (const [name, judgements] of cases) checkCase(name, judgements, repeats, file)
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

function checkCase(name: string, judgements: readonly Judgement[], repeats: number, file: string): void {
  const [first] = judgements
  /** The line of each repeat, by its number. */
  const lines: (number | undefined)[] = []
  for (const { kind, known_answer, repeat, at } of judgements) {
    const { line } = at
    if (repeat <= repeats && lines[repeat] !== undefined) {
      throw new UserError({
        file,
        line,
        problem: `case ${name}, repeat ${repeat} stands twice: on lines ${lines[repeat]} and ${line}`,
        mend: 'each judge call has one row: delete the row that is no call',
      })
    }
    if (repeat > repeats) {
      throw new UserError({ file, line, problem: `repeat ${repeat} is beyond the ${repeats} repeats of this file` })
    }
    if (kind !== first?.kind || known_answer !== first.known_answer) {
      throw new UserError({
        file,
        line,
        problem: `case ${name} has another kind or known answer here than on line ${first?.at.line}`,
        found: `${kind}, ${known_answer ?? '-'}`,
        expected: `${first?.kind}, ${first?.known_answer ?? '-'}`,
      })
    }
    lines[repeat] = line
  }
  if (judgements.length === repeats) return
  const missing: number[] = []
  for (let repeat = 1; repeat <= repeats && missing.length < mostNamed; repeat++) {
    if (lines[repeat] === undefined) missing.push(repeat)
  }
  const more = repeats - judgements.length - missing.length
  throw new UserError({
    file,
    line: first?.at.line,
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
