import type { ToolCallFrame, ToolResult } from '../trace/schema.ts'
import type { Transcript } from './observe.ts'

type Frames = Pick<Transcript, 'frames'>

/** A call of a run, and what came back. */
export interface Call {
  /** Which call of its run it is, from 1. */
  number: number
  asked: ToolCallFrame
  result: ToolResult | undefined
}

/** What one of two results holds and the other does not. */
export interface Own {
  /** Observations, as a reader would name them, in the order in which they were returned. */
  observations: string[]
  /** Fields of the result other than its list: `truncated: true`. */
  fields: string[]
}

/** One step of the comparison: a call that both runs made, or one that only one of them made. */
export interface Step {
  left: Call | undefined
  right: Call | undefined
  /** How many observations both results hold. */
  shared: number
  onlyLeft: Own
  onlyRight: Own
  diverges: boolean
}

export interface Comparison {
  steps: Step[]
  /** The first step at which the runs part; none where they made the same calls and saw the same. */
  divergence: number | undefined
  /** Undefined where neither ended with an answer. */
  answersAgree: boolean | undefined
}

/** Lays two runs side by side, aligned on their tool calls. */
export function compare(left: Frames, right: Frames): Comparison {
  const steps = align(callsOf(left), callsOf(right)).map(([a, b]) => stepOf(a, b))
  const divergence = steps.findIndex(({ diverges }) => diverges)
  const [answer, other] = [finalAnswer(left), finalAnswer(right)]
  return {
    steps,
    divergence: divergence === -1 ? undefined : divergence,
    answersAgree: answer === undefined && other === undefined ? undefined : answer === other,
  }
}

function callsOf({ frames }: Frames): Call[] {
  const calls: Call[] = []
  for (const current of frames) {
    if (current.type === 'tool_call') calls.push({ number: calls.length + 1, asked: current, result: undefined })
    if (current.type !== 'tool_result') continue
    const waiting = calls.find(({ asked, result }) => asked.id === current.id && !result)
    if (waiting) waiting.result = current.result
  }
  return calls
}

type Pair = [Call | undefined, Call | undefined]

/** The longest common sequence of equal calls; between its members, first what only the left run called. */
function align(left: readonly Call[], right: readonly Call[]): Pair[] {
  const [a, b] = [left.map(keyOf), right.map(keyOf)]
  // What is equal at the beginning belongs to that sequence, and a long run and its subtracted case are equal all along.
  const from = a.findIndex((key, index) => key !== b[index])
  const same = from === -1 ? a.length : from
  const pairs: Pair[] = left.slice(0, same).map((call, index) => [call, right[index]])
  let [i, j] = [same, same]
  // longest(i, j) is the length of that sequence from left[i] and right[j] on.
  const longest = lengths(a.slice(same), b.slice(same))
  const at = (i: number, j: number) => longest[i - same]?.[j - same] ?? 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) pairs.push([left[i++], right[j++]])
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) pairs.push([left[i++], undefined])
    else pairs.push([undefined, right[j++]])
  }
  return pairs
}

function lengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const longest = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    const row = longest[i]
    for (let j = b.length - 1; row && j >= 0; j--) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  return longest
}

function keyOf({ asked }: Call): string {
  return JSON.stringify([asked.name, asked.args])
}

function stepOf(left: Call | undefined, right: Call | undefined): Step {
  const [here, there] = [seenBy(left), seenBy(right)]
  const onlyLeft: Own = { observations: without(here, there), fields: [] }
  const onlyRight: Own = { observations: without(there, here), fields: [] }
  if (left && right) {
    onlyLeft.fields = without(fieldsOf(left), fieldsOf(right))
    onlyRight.fields = without(fieldsOf(right), fieldsOf(left))
  }
  const own = [onlyLeft, onlyRight].flatMap(({ observations, fields }) => [...observations, ...fields])
  return {
    left,
    right,
    shared: here.length - onlyLeft.observations.length,
    onlyLeft,
    onlyRight,
    diverges: !left || !right || own.length > 0,
  }
}

function seenBy(call: Call | undefined): string[] {
  if (!call?.result?.ok) return []
  if ('files' in call.result) return call.result.files
  return call.result.matches.map(({ file, line, text }) => `${file}:${line}  ${text}`)
}

function fieldsOf({ result }: Call): string[] {
  if (!result) return ['no result']
  return Object.entries(result).flatMap(([name, value]) => (Array.isArray(value) ? [] : [`${name}: ${value}`]))
}

/** What `items` holds more often than `others`. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return items.filter((item) => {
    const count = left.get(item) ?? 0
    left.set(item, count - 1)
    return count <= 0
  })
}

function finalAnswer({ frames }: Frames): string | undefined {
  const last = frames.at(-1)
  return last?.type === 'assistant' ? last.content : undefined
}
