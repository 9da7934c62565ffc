import { parseEvidence } from '../eval/evidence.ts'
import { parseJudgements } from '../judge/judgements.ts'
import { parseTable } from '../tsv/table.ts'
import { UserError } from '../user-error.ts'
import { runColumns } from './runs.ts'
import { parseTrace } from './schema.ts'

/** How the data files of a known name are read. A file is read by the first that knows its name. */
const readers: readonly [name: RegExp, read: (text: string, file: string) => unknown][] = [
  [/(?:^|\/)trace-[^/]*\.json$/, parseTrace],
  [/(?:^|\/)evidence\.tsv$/, parseEvidence],
  [/(?:^|\/)runs\.tsv$/, (text, file) => parseTable(runColumns, text, file)],
  [/(?:^|\/)judgements[^/]*\.tsv$/, parseJudgements],
  [/\.json$/, checkJson],
  [/\.jsonl$/, checkJsonLines],
  [/\.tsv$/, checkRectangle],
]

/** Reads a data file by its name and gives nothing. Raises a UserError where it has another shape than its name says. */
export function checkShape(text: string, file: string): void {
  readers.find(([name]) => name.test(file))?.[1](text, file)
}

function checkJson(text: string, file: string, line?: number): void {
  try {
    JSON.parse(text)
  } catch {
    throw new UserError({ file, line, problem: 'is not JSON' })
  }
}

function checkJsonLines(text: string, file: string): void {
  for (const [index, line] of text.split('\n').entries()) if (line !== '') checkJson(line, file, index + 1)
}

/** A table that no reader here knows has as many cells in each row as it has names of columns. */
function checkRectangle(text: string, file: string): void {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const start = rows.findIndex((row) => !row.startsWith('#'))
  const columns = rows[start]?.split('\t').length
  rows.forEach((row, index) => {
    const cells = row.split('\t').length
    if (index < start || cells === columns) return
    throw new UserError({ file, line: index + 1, problem: `has ${cells} cells`, expected: `${columns} cells` })
  })
}
