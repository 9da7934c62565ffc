import type OpenAI from 'openai'
import { ask, type Patience, patience as usualPatience } from './ask.ts'
import { STEP_CAP } from './config.ts'
import { instructions } from './instructions.ts'
import type { Reply } from './reply.ts'
import { refuse, type ToolResult } from './tools/result.ts'
import type { Toolbox } from './tools/toolbox.ts'

/** One step of a run, in the order in which they happened. */
export type Step =
  | { type: 'user'; content: string }
  | { type: 'assistant'; content: string }
  | { type: 'tool_call'; id: string; name: string; args: Record<string, unknown> | string }
  | { type: 'tool_result'; id: string; ok: boolean; result: ToolResult }

/** Why a run ended: the model asked for no tool, its last reply was cut by a length limit, or the cap was reached. */
export type Ending = 'answered' | 'cut' | 'step-cap'

export interface Run {
  steps: Step[]
  /**
   * The size of the context at each step, from the server's counts: the first request's prompt at the question, prompt
   * and completion of the reply at what the model said, the next request's prompt at a result. Null where not reported.
   */
  tokens: (number | null)[]
  ended: Ending
  /** The model's last words; empty at the step cap. */
  answer: string
  /** The model as the server named it, otherwise as it was asked for. */
  model: string
}

export interface RunOptions {
  client: OpenAI
  model: string
  toolbox: Toolbox
  /** How often the model is asked at most. */
  stepCap?: number
  patience?: Patience
  signal?: AbortSignal
  /** Told of each step as it happens. */
  onStep?(step: Step): void
  /** Told of each request that is sent again, with its cause. */
  onRetry?(cause: string): void
}

/**
 * Runs the agent on a question until the model asks for no tool or has been asked `stepCap` times. A reply with
 * several calls has them all run, in order. At the cap the calls of the last reply are answered in the record, and not
 * run: the model would never see what they return, and a run's evidence is what was put before the model.
 * Raises an AgentError where the server fails, and the signal's reason where the run is stopped.
 */
export async function runAgent(question: string, options: RunOptions): Promise<Run> {
  const { client, toolbox, stepCap = STEP_CAP, patience = usualPatience, signal, onStep, onRetry } = options
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: instructions },
    { role: 'user', content: question },
  ]
  const record = recordOf(onStep)
  let model = options.model
  let calls = 0
  record.add({ type: 'user', content: question })

  for (let asked = 1; ; asked++) {
    const reply = await ask(
      client,
      { model: options.model, messages, tools: toolbox.definitions },
      { patience, signal, onRetry: (cause) => onRetry?.(cause) },
    )
    model = reply.model || model
    record.measure(reply.usage?.prompt ?? null)
    const size = reply.usage ? reply.usage.prompt + reply.usage.completion : null

    if (reply.calls.length === 0) {
      record.add({ type: 'assistant', content: reply.text }, size)
      return { ...record.whole(), ended: reply.cut ? 'cut' : 'answered', answer: reply.text, model }
    }

    messages.push(messageOf(reply))
    if (reply.text !== '') record.add({ type: 'assistant', content: reply.text }, size)
    // A server may number its calls anew in each reply, or give them no id: in the record they count from 1.
    const pending = reply.calls.map((call) => ({ ...call, given: argsOf(call.args), place: `call_${++calls}` }))
    for (const { place, name, given } of pending) record.add({ type: 'tool_call', id: place, name, args: given }, size)
    for (const { place, id, name, given } of pending) {
      signal?.throwIfAborted()
      const result =
        asked === stepCap ? refuse('not run: the run had reached its step cap') : await toolbox.call(name, given)
      record.add({ type: 'tool_result', id: place, ok: result.ok, result })
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result) })
    }
    if (asked === stepCap) {
      record.measure(null)
      return { ...record.whole(), ended: 'step-cap', answer: '', model }
    }
  }
}

/** Steps and their sizes. A step whose size is not known yet takes that of the next request's prompt. */
function recordOf(onStep: ((step: Step) => void) | undefined) {
  const steps: Step[] = []
  const tokens: (number | null)[] = []
  return {
    add(step: Step, size?: number | null) {
      steps.push(step)
      if (size !== undefined) tokens.push(size)
      onStep?.(step)
    },
    measure(prompt: number | null) {
      while (tokens.length < steps.length) tokens.push(prompt)
    },
    whole: () => ({ steps, tokens }),
  }
}

/** A call's arguments: the object that they write, or the text itself where a record of the object would not say it. */
function argsOf(text: string): Record<string, unknown> | string {
  let faithful = true
  try {
    const value: unknown = JSON.parse(text, (key, item) => {
      if (key === '__proto__' || item === Number.POSITIVE_INFINITY || item === Number.NEGATIVE_INFINITY)
        faithful = false
      return item
    })
    if (faithful && typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Not JSON: recorded as it is, and refused by the tool.
  }
  return text
}

function messageOf({ text, calls }: Reply): OpenAI.ChatCompletionAssistantMessageParam {
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: args } })),
  }
}
