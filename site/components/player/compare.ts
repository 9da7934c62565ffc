import type { Transcript } from '../../../tools/eval/observe.ts'
import type { ToolCallFrame, ToolResult } from '../../../tools/trace/schema.ts'

export interface ComparedRun extends Pick<Transcript, 'frames'> {
  id: string
}

/** A call of a run, and what came back. */
export interface Call {
  /** Index of the call's frame, from 0. */
  frame: number
  asked: ToolCallFrame
  result: ToolResult | undefined
}

/** One step of the comparison: a call that both runs made, or one that only one of them made. */
export interface Step {
  left: Call | undefined
  right: Call | undefined
  /** How many observations both results hold. */
  shared: number
  /** What only one of the two results holds, as a reader would name it, in the order in which it was returned. */
  onlyLeft: string[]
  onlyRight: string[]
  diverges: boolean
}

export interface Comparison {
  steps: Step[]
  /** The first step at which the runs part; none where they made the same calls and saw the same. */
  divergence: number | undefined
  answersAgree: boolean
}

/** Lays two runs side by side, aligned on their tool calls. */
export function compare(left: ComparedRun, right: ComparedRun): Comparison {
  const steps = align(callsOf(left), callsOf(right)).map(([a, b]) => stepOf(a, b))
  const divergence = steps.findIndex(({ diverges }) => diverges)
  return {
    steps,
    divergence: divergence === -1 ? undefined : divergence,
    answersAgree: answerOf(left) === answerOf(right),
  }
}

function callsOf({ frames }: ComparedRun): Call[] {
  const calls: Call[] = []
  frames.forEach((current, frame) => {
    if (current.type === 'tool_call') calls.push({ frame, asked: current, result: undefined })
    if (current.type !== 'tool_result') return
    const waiting = calls.find(({ asked, result }) => asked.id === current.id && !result)
    if (waiting) waiting.result = current.result
  })
  return calls
}

/** The longest common sequence of equal calls; between its members, first what only the left run called. */
function align(left: readonly Call[], right: readonly Call[]): [Call | undefined, Call | undefined][] {
  const [a, b] = [left.map(keyOf), right.map(keyOf)]
  // longest[i][j] is the length of that sequence from left[i] and right[j] on.
  const longest = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1))
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    const row = longest[i]
    for (let j = b.length - 1; row && j >= 0; j--) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pairs: [Call | undefined, Call | undefined][] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) pairs.push([left[i++], right[j++]])
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) pairs.push([left[i++], undefined])
    else pairs.push([undefined, right[j++]])
  }
  return pairs
}

function keyOf({ asked }: Call): string {
  return JSON.stringify([asked.name, asked.args])
}

function stepOf(left: Call | undefined, right: Call | undefined): Step {
  const [here, there] = [seenBy(left), seenBy(right)]
  const onlyLeft = without(here, there)
  const onlyRight = without(there, here)
  const sameFields = JSON.stringify(fieldsOf(left)) === JSON.stringify(fieldsOf(right))
  return {
    left,
    right,
    shared: here.length - onlyLeft.length,
    onlyLeft,
    onlyRight,
    diverges: !left || !right || onlyLeft.length > 0 || onlyRight.length > 0 || !sameFields,
  }
}

function seenBy(call: Call | undefined): string[] {
  if (!call?.result?.ok) return []
  if ('files' in call.result) return call.result.files
  return call.result.matches.map(({ file, line, text }) => `${file}:${line}  ${text}`)
}

/** The fields of a result other than its list. */
function fieldsOf(call: Call | undefined): [string, unknown][] {
  return Object.entries(call?.result ?? {}).filter(([, value]) => !Array.isArray(value))
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

function answerOf({ frames }: ComparedRun): string | undefined {
  const last = frames.at(-1)
  return last?.type === 'assistant' ? last.content : undefined
}
