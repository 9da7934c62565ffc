import type { Frame, ToolCallFrame, ToolResultFrame, Trace } from '../trace/schema.ts'
import { UserError } from '../user-error.ts'
import { type Carries, carriedBy } from './provenance.ts'
import type { Question } from './question.ts'

/** The part of a trace that holds what was asked, called, returned and answered, and no grade of it. */
export type Transcript = Pick<Trace, 'task' | 'frames'>

/** One thing that a tool put before the model, and where in the trace it stands. */
export interface TraceObservation {
  /** Index of the result's frame in `frames`, from 0. */
  frame: number
  /** Which file name or match of that result, from 0. */
  index: number
  /** Which tool call of the run returned it, from 1. */
  call: number
  tool: Tool
  file: string
  /** The matched line, and its text as the tool returned it; none for a name that was listed. */
  line: number | null
  text: string | null
  carries: Carries
}

/** The tools whose results the grader can read. */
export const tools = ['list_files', 'search_files'] as const

export type Tool = (typeof tools)[number]

/**
 * Every observation of a run, in the order in which its tools returned them.
 * Raises where a result cannot be read for certain: its shape is not known or is another tool's, no call asked for it,
 * or a call has none. Such a run is never counted as one that saw nothing.
 */
export function observe({ frames }: Pick<Transcript, 'frames'>, question: Question): TraceObservation[] {
  const waiting: { call: number; frame: number; asked: ToolCallFrame }[] = []
  const observations: TraceObservation[] = []
  let calls = 0
  frames.forEach((current, frame) => {
    if (current.type === 'tool_call') {
      calls++
      waiting.push({ call: calls, frame, asked: current })
    }
    if (current.type !== 'tool_result') return
    // Some servers number calls anew in each reply, so an id names the first call that still waits for its result.
    const place = waiting.findIndex(({ asked }) => asked.id === current.id)
    const [answered] = place === -1 ? [] : waiting.splice(place, 1)
    if (!answered) throw unreadable(frame, 'is the result of no tool call', `id ${JSON.stringify(current.id)}`)
    returned(answered.asked, current, frame).forEach(({ tool, file, line, text }, index) => {
      const carries = carriedBy({ file, text }, question)
      observations.push({ frame, index, call: answered.call, tool, file, line, text, carries })
    })
  })
  const [open] = waiting
  if (open) throw unreadable(open.frame, 'is a tool call without a result', open.asked.name)
  return observations
}

type Returned = Pick<TraceObservation, 'tool' | 'file' | 'line' | 'text'>

function returned({ name }: ToolCallFrame, { ok, result }: ToolResultFrame, frame: number): Returned[] {
  if (ok !== result.ok) throw unreadable(frame, 'and its result disagree on ok', `${ok} and ${result.ok}`)
  if (result.ok === false) return []
  if ('files' in result && name === 'list_files') {
    return result.files.map((file) => ({ tool: name, file, line: null, text: null }))
  }
  if ('matches' in result && name === 'search_files') {
    return result.matches.map(({ file, line, text }) => ({ tool: name, file, line, text }))
  }
  throw unreadable(frame, `is no result that ${name} gives`, `an object of ${Object.keys(result).join(', ')}`)
}

function unreadable(frame: number, problem: string, found: string): UserError {
  return new UserError({
    problem: `frame ${frame + 1} ${problem}`,
    found,
    expected: 'each call of list_files or search_files followed by its own result',
    mend: 'record the run again; a result that cannot be read is never counted as empty',
  })
}

/** The run's final answer: its last frame, where the model spoke last; empty where the loop ended before an answer. */
export function answerOf(frames: readonly Frame[]): string {
  const last = frames.at(-1)
  return last?.type === 'assistant' ? last.content : ''
}
