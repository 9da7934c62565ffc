import { fileURLToPath } from 'node:url'
import { parseEvidence } from '../../eval/evidence.ts'
import { read, readTraces } from '../../eval/read.ts'
import { parseJudgements } from '../../judge/judgements.ts'
import { runColumns } from '../../trace/runs.ts'
import { parseTable } from '../../tsv/table.ts'
import type { MeasurementFiles } from '../measurement.ts'

export const root = fileURLToPath(new URL('../../../', import.meta.url))
const post = 'site/content/posts/judging-a-moving-target'
const text = (file: string) => read(root, file)

/** The measurement's own files as they stand in the repository. Tests change copies of their rows in memory. */
export function publishedFiles(): MeasurementFiles {
  return {
    judgements: parseJudgements(text('judgements.tsv'), 'judgements.tsv'),
    evidence: parseEvidence(text(`${post}/evidence.tsv`), 'evidence.tsv'),
    runs: parseTable(runColumns, text(`${post}/runs.tsv`), 'runs.tsv').rows,
    traces: readTraces(root).filter(({ file }) => file.startsWith(post)),
  }
}

/** The rows of a data file as cells, by plain splitting: nothing of the code under test reads them. */
export function plainRows(file: 'judgements.tsv' | 'evidence.tsv' | 'runs.tsv'): Record<string, string>[] {
  const lines = text(file === 'judgements.tsv' ? file : `${post}/${file}`)
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  const [names = [], ...rows] = lines.map((line) => line.split('\t'))
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}
