import { textTable } from '../text-table.ts'
import { type Grade, gradeSentence } from './grade.ts'
import type { Question } from './question.ts'
import type { GradedRun, TraceFile } from './suite.ts'

/** The graded runs as a table of two lines a run, and what the reader has to know about them. */
export function suiteReport(graded: readonly GradedRun[], ungraded: readonly TraceFile[]): string {
  const head = ['run', 'observed', 'recorded', 'recomputed', 'provenance', 'source', 'copies']
  const rows = graded.map((row) => [
    row.run,
    String(row.observations),
    row.recorded_outcome,
    row.recomputed_outcome ?? '?',
    row.provenance,
    String(row.source),
    String(row.copies),
  ])
  const [headLine = '', ...lines] = textTable(head, rows).split('\n')
  const table = [headLine, ...graded.flatMap((row, index) => [lines[index] ?? '', `  ${belowRow(row)}`])].join('\n')
  const traced = graded.filter(({ graded_from }) => graded_from === 'trace').length
  const notes = [
    `${graded.length} runs: ${traced} graded from the trace, ${graded.length - traced} from the evidence alone.`,
  ]
  if (traced < graded.length) notes.push('?  not known without the trace: the answer, and which tool found nothing.')
  for (const { file } of ungraded) notes.push(`${file} is not graded: no known answer to its question (--question ID).`)
  return `${table}\n\n${notes.join('\n')}`
}

/** The grade of one trace in full, with every line that carries the answer and the call that returned it. */
export function traceReport({ file, trace }: TraceFile, question: Question, grade: Grade): string {
  const field = (name: string, value: string) => `  ${name.padEnd(12)}${value}`
  const lines = [
    file,
    field(
      'question',
      trace.task === question.text ? question.id : `${question.id}, which is not what the run was asked`,
    ),
    field('tools', grade.tools.join(' > ') || 'none'),
    field('outcome', `${grade.outcome} (recorded: ${trace.outcome})`),
    field('unread', grade.unreadClaims.join(', ') || 'none'),
    field('provenance', gradeSentence(grade)),
  ]
  for (const { carries, file, line, call } of grade.observations) {
    if (carries !== 'no') lines.push(field(carries, `${file}:${line}, call ${call}`))
  }
  return lines.join('\n')
}

/** The tools of a run, and its unread claims where it has any. */
function belowRow({ tools, unread_claims: unread }: GradedRun): string {
  const called = shortened(tools ?? []) || 'no tool'
  return unread?.length ? `${called}; unread: ${unread.join(', ')}` : called
}

/** `search_files ×2, list_files`: a tool that was called several times in a row stands once. */
function shortened(tools: readonly string[]): string {
  const groups: { tool: string; times: number }[] = []
  for (const tool of tools) {
    const last = groups.at(-1)
    if (last?.tool === tool) last.times++
    else groups.push({ tool, times: 1 })
  }
  return groups.map(({ tool, times }) => (times === 1 ? tool : `${tool} ×${times}`)).join(', ')
}
