import { textTable } from '../text-table.ts'
import { type Grade, gradeSentence } from './grade.ts'
import type { Question } from './question.ts'
import type { GradedRun, TraceFile } from './suite.ts'

/** The graded runs as a table for a terminal, and what the reader has to know about its rows. */
export function suiteReport(graded: readonly GradedRun[], ungraded: readonly TraceFile[]): string {
  const head = ['run', 'tools', 'observed', 'recorded', 'recomputed', 'unread', 'provenance', 'source', 'copies']
  const rows = graded.map((row) => [
    row.run,
    shortened(row.tools ?? []) || '-',
    String(row.observations),
    row.recorded_outcome,
    row.recomputed_outcome ?? '?',
    row.unread_claims?.join(', ') ?? (row.graded_from === 'trace' ? '-' : '?'),
    row.provenance,
    String(row.source),
    String(row.copies),
  ])
  const traced = graded.filter(({ graded_from }) => graded_from === 'trace').length
  const notes = [
    `${graded.length} runs: ${traced} graded from the trace, ${graded.length - traced} from the evidence alone.`,
  ]
  if (traced < graded.length)
    notes.push('?  not known without the trace: the answer, and the tool of a call that found nothing.')
  for (const { file } of ungraded) notes.push(`${file} is not graded: no known answer to its question (--question ID).`)
  return `${textTable(head, rows)}\n\n${notes.join('\n')}`
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
