import { parseTrace, type Trace } from '../../trace/schema.ts'
import { questionOfId } from '../question.ts'

const question = questionOfId('model-name')

/** The line that answers the question, and its place. */
export const line = `export const MODEL_NAME = '${question.answer}'`
export const source = match(question.sourceFile, line, 1)
export const copy = match('docs/notes.md', line, 60)

export function match(file: string, text: string, line = 7) {
  return { file, line, text }
}

type Step = { name: string; args: unknown; ok: boolean; result: unknown }

/** A search that returned these matches. */
export function search(...matches: { file: string; line: number; text: string }[]): Step {
  const result = { ok: true, pattern: 'fixture', filesSearched: 3, matches, truncated: false }
  return { name: 'search_files', args: { pattern: 'fixture' }, ok: true, result }
}

/** A listing that returned these names. */
export function listing(...files: string[]): Step {
  const result = { ok: true, directory: '.', files, truncated: false }
  return { name: 'list_files', args: { directory: '.' }, ok: true, result }
}

/** A call that the tool refused. */
export function refused(reason: string, name = 'search_files'): Step {
  return { name, args: {}, ok: false, result: { ok: false, reason } }
}

/** The frames of calls that each waited for their result. */
export function frames(...steps: Step[]): unknown[] {
  return steps.flatMap(({ name, args, ok, result }, index) => [
    { type: 'tool_call', id: `call_${index + 1}`, name, args },
    { type: 'tool_result', id: `call_${index + 1}`, ok, result },
  ])
}

interface Around {
  task?: string
  /** The final answer; null for a run whose loop ended before one. */
  answer?: string | null
  model?: string
}

/** A made-up run: the question, these frames, and a final answer. Read as a file is, so that its shape is checked. */
export function fixtureRun(
  between: unknown[],
  { task = question.text, answer = 'It is set.', model = 'fixture' }: Around = {},
): Trace {
  const end = answer === null ? [] : [{ type: 'assistant', content: answer }]
  const all = [{ type: 'user', content: task }, ...between, ...end]
  const tokens = all.map(() => null)
  const run = { id: 'fixture-run', commit: 'fixture', model, task, outcome: 'failure', tokens, frames: all }
  return parseTrace(JSON.stringify(run), 'fixture-run.json')
}
