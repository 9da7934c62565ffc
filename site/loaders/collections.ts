import { parseEvidence } from '../../tools/eval/evidence.ts'
import { read, readTraces } from '../../tools/eval/read.ts'
import { computeFigures } from '../../tools/figures/compute.ts'
import { files, readProject } from '../../tools/gate/project.ts'
import { rowsBehind } from '../../tools/gate/rows.ts'
import { parseJudgements } from '../../tools/judge/judgements.ts'
import { runColumns } from '../../tools/trace/runs.ts'
import { parseTable } from '../../tools/tsv/table.ts'
import { fileLoader } from './files.ts'

const evidenceFile = `${files.measured}/evidence.tsv`
const runsFile = `${files.measured}/runs.tsv`
const traceFiles = 'site/content/posts/*/trace-*.json'

/** One entry per judge call, by `case/repeat`. */
export const judgementsLoader = fileLoader('judgements', [files.judgements], (root) =>
  parseJudgements(read(root, files.judgements), files.judgements).rows.map((row) => ({
    id: `${row.case}/${row.repeat}`,
    file: files.judgements,
    data: { ...row },
  })),
)

/** One entry per observation, by its run and its place in that run, from 1. */
export const evidenceLoader = fileLoader('evidence', [evidenceFile], (root) =>
  [...Map.groupBy(parseEvidence(read(root, evidenceFile), evidenceFile), ({ run }) => run)].flatMap(([run, rows]) =>
    rows.map((row, index) => ({ id: `${run}/${index + 1}`, file: evidenceFile, data: { ...row } })),
  ),
)

/** One entry per recorded run, by its name. */
export const runsLoader = fileLoader('runs', [runsFile], (root) =>
  parseTable(runColumns, read(root, runsFile), runsFile).rows.map((row) => ({
    id: row.run,
    file: runsFile,
    data: { ...row },
  })),
)

/** One entry per trace, by the id of its run. */
export const tracesLoader = fileLoader('traces', [traceFiles], (root) =>
  readTraces(root).map(({ file, trace }) => ({ id: trace.id, file, data: { ...trace } })),
)

/** One entry per figure, computed from the data files; `value` is the exact fraction. */
export const figuresLoader = fileLoader('figures', [files.judgements, evidenceFile, runsFile, traceFiles], (root) => {
  const { measurement, errors } = readProject(root)
  const [error] = errors
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
      behind: computed && rowsBehind(computed.rows),
    },
  }))
})
