import { fileURLToPath } from 'node:url'
import { defineCommand } from 'citty'
import { runCommandLine } from '../command.ts'
import { parseJudgements } from '../judge/judgements.ts'
import { checkPublishedPanel, publishedPanel } from '../judge/published-panel.ts'
import { parseTrace } from '../trace/schema.ts'
import { formatTable } from '../tsv/table.ts'
import { UsageError, UserError } from '../user-error.ts'
import { writeWhole } from '../write-file.ts'
import { type Question, questionOfTask, questions } from './question.ts'
import { read, readPieces, readRecorded } from './read.ts'
import { suiteReport, traceReport } from './report.ts'
import { checkEvidence, type GradedRun, gradedColumns, gradedRow, gradeFile, gradeSuite } from './suite.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const knownQuestions = questions.map(({ id }) => id).join(' or ')

const command = defineCommand({
  meta: { name: 'npm run eval --', description: 'Grade every recorded run by code, or the one trace FILE' },
  args: {
    file: { type: 'positional', required: false, description: 'A trace, wherever it stands' },
    question: { type: 'string', valueHint: 'ID', description: 'The question to grade FILE by' },
    tsv: { type: 'string', valueHint: 'FILE', description: 'Write the same as a table of tab-separated values' },
  },
  run: ({ args: { file, question, tsv } }) => {
    if (file !== undefined) return evalTrace(file, question, tsv)
    if (question !== undefined) throw new UsageError({ problem: '--question goes with the FILE of a trace' })
    return evalSuite(tsv)
  },
})

/** Grades one trace; gives the exit code. */
function evalTrace(file: string, questionId: string | undefined, tsv: string | undefined): number {
  const trace = parseTrace(read(process.cwd(), file), file)
  const question = questionId === undefined ? questionOfTask(trace.task) : questionNamed(questionId)
  if (!question) {
    const problem = 'asks a question that has no known answer'
    throw new UserError({ file, problem, found: trace.task, expected: `--question ${knownQuestions}` })
  }
  const grade = gradeFile({ file, trace }, question)
  console.log(traceReport({ file, trace }, question, grade))
  if (tsv !== undefined) writeTsv(tsv, [gradedRow(trace, question, grade)])
  return 0
}

function questionNamed(id: string): Question {
  const question = questions.find((one) => one.id === id)
  if (question) return question
  throw new UsageError({ problem: '--question names no known question', found: id, expected: knownQuestions })
}

/** Grades the recorded runs and checks what is published of them; gives the exit code. */
function evalSuite(tsv: string | undefined): number {
  const recorded = readRecorded(root)
  const { graded, ungraded } = gradeSuite(recorded)
  const judgements = parseJudgements(readPieces(root, 'judgements.tsv'), 'judgements.tsv')
  const disagreements = [...checkEvidence(recorded), ...checkPublishedPanel(judgements.rows, recorded.evidence)]
  console.log(suiteReport(graded, ungraded))
  if (tsv !== undefined) writeTsv(tsv, graded)
  for (const disagreement of disagreements) console.error(`\n${new UserError(disagreement).message}`)
  if (disagreements.length > 0) return 1
  const compared = recorded.evidence.filter(({ run }) => recorded.traces.some(({ trace }) => trace.id === run))
  console.log(`Checked: ${compared.length} rows of evidence.tsv are what the traces hold,`)
  console.log(`and the ${publishedPanel.length} cases of the published panel are what their evidence says.`)
  return 0
}

function writeTsv(file: string, rows: readonly GradedRun[]): void {
  const header = new Map([['what', 'recorded runs graded by code, one row per run']])
  writeWhole(file, formatTable(gradedColumns, header, rows))
  console.log(`\nWrote ${rows.length === 1 ? '1 row' : `${rows.length} rows`} to ${file}`)
}

process.exitCode = await runCommandLine(command, process.argv.slice(2))
