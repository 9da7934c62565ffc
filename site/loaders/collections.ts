import { parseEvidence } from '../../tools/eval/evidence.ts'
import { read, readPieces, readTraces } from '../../tools/eval/read.ts'
import { computeFigures } from '../../tools/figures/compute.ts'
import { files, readProject } from '../../tools/gate/project.ts'
import { rowsBehind } from '../../tools/gate/rows.ts'
import { parseJudgements } from '../../tools/judge/judgements.ts'
import { runColumns } from '../../tools/trace/runs.ts'
import { parseTable } from '../../tools/tsv/table.ts'
import { fileLoader } from './files.ts'

const traceFiles = 'site/content/posts/*/trace-*.json'

/** One entry per judge call, by `case/repeat`. */
export const judgementsLoader = fileLoader('judgements', [files.judgements], (root) =>
  parseJudgements(readPieces(root, files.judgements), files.judgements).rows.map((row) => ({
    id: `${row.case}/${row.repeat}`,
    file: files.judgements,
    data: { ...row },
  })),
)

/** One entry per observation, by its run and its place in that run, from 1. */
export const evidenceLoader = fileLoader('evidence', [files.evidence], (root) =>
  [...Map.groupBy(parseEvidence(read(root, files.evidence), files.evidence), ({ run }) => run)].flatMap(([run, rows]) =>
    rows.map((row, index) => ({ id: `${run}/${index + 1}`, file: files.evidence, data: { ...row } })),
  ),
)

/** One entry per recorded run, by its name. */
export const runsLoader = fileLoader('runs', [files.runs], (root) =>
  parseTable(runColumns, read(root, files.runs), files.runs).rows.map((row) => ({
    id: row.run,
    file: files.runs,
    data: { ...row },
  })),
)

/**
 * One entry per trace, by the id of its run, as JSON: Astro writes its store as UTF-8, in which the half of a character that
 * a recorded text may hold would become another; JSON escapes it. site/loaders/traces.ts reads it again.
 */
export const tracesLoader = fileLoader('traces', [traceFiles], (root) =>
  readTraces(root).map(({ file, trace }) => ({ id: trace.id, file, data: { json: JSON.stringify(trace) } })),
)

/** One entry per figure, computed from the data files; `value` is the exact fraction. */
export const figuresLoader = fileLoader(
  'figures',
  [files.judgements, files.evidence, files.runs, traceFiles],
  (root) => {
    const { measurement, unread } = readProject(root)
    const [error] = unread
    if (!measurement) throw error ?? new Error('there is no measurement')
    return [...computeFigures(measurement).values()].map(({ id, says, computed }) => ({
      id,
      file: files.judgements,
      data: {
        says,
        value: computed && {
          numerator: String(computed.value.numerator),
          denominator: String(computed.value.denominator),
        },
        format: computed && { ...computed.format, marks: [...computed.format.marks] },
        behind: computed && rowsBehind(computed.from.rows),
      },
    }))
  },
)
