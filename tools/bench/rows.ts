import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { parseEvidence } from '../eval/evidence.ts'
import { read, readPieces, readTraces } from '../eval/read.ts'
import { computeFigures } from '../figures/compute.ts'
import { measure } from '../figures/measurement.ts'
import { files } from '../gate/project.ts'
import { judgementColumns, parseJudgements } from '../judge/judgements.ts'
import { runColumns } from '../trace/runs.ts'
import { formatTable, parseTable } from '../tsv/table.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const [, , task = '', file = '', rows = '1000000'] = process.argv

/** Writes a synthetic file: the published rows, repeated with other repeats, confidences and token counts. */
function writeSynthetic(): void {
  const { header, rows: published } = parseJudgements(readPieces(root, files.judgements), files.judgements)
  const repeats = Math.ceil(Number(rows) / new Set(published.map((row) => row.case)).size)
  const made = [...Map.groupBy(published, (row) => row.case).values()].flatMap((ofCase) =>
    Array.from({ length: repeats }, (_, index) => {
      const row = ofCase[index % ofCase.length] ?? ofCase[0]
      if (!row) throw new Error('a case without rows')
      const { at: _at, ...cells } = row
      return { ...cells, repeat: index + 1, confidence: (index * 37) % 101, input_tokens: 1000 + (index % 977) }
    }),
  )
  const said = new Map([
    ...header,
    ['what', 'synthetic rows for a benchmark'],
    ['repeats', String(repeats)],
    ['calls', String(made.length)],
  ])
  writeFileSync(file, formatTable(judgementColumns, said, made))
}

const tasks: Record<string, () => unknown> = {
  write: writeSynthetic,
  /** Reads, validates and computes every figure: what a build does with the measurement. */
  figures() {
    const judgements = parseJudgements(readPieces('', file), file)
    const measured = join(files.measured)
    const evidence = parseEvidence(read(root, `${measured}/evidence.tsv`), 'evidence.tsv')
    const runs = parseTable(runColumns, read(root, `${measured}/runs.tsv`), 'runs.tsv').rows
    return computeFigures(measure({ judgements, evidence, runs, traces: readTraces(root) })).size
  },
  /** Reads and validates, with the reader of this repository. */
  read: () => parseJudgements(readPieces('', file), file).rows.length,
  /** Splits into cells and validates nothing, with csv-parse. */
  'csv-parse': () =>
    parse(readFileSync(file), { delimiter: '\t', quote: false, columns: true, comment: '#', comment_no_infix: true })
      .length,
  /** Splits into cells and validates nothing, with the language alone: the least that any reader does. */
  split: () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split('\t')).length,
}

const started = performance.now()
const result = tasks[task]?.()
const seconds = (performance.now() - started) / 1000
const mebibytes = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ task, seconds, mebibytes, result }))
