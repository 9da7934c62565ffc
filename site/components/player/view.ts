import { counted, formatCount } from '../../../tools/counted.ts'
import { questionOfTask } from '../../../tools/eval/question.ts'
import type { Frame, Trace } from '../../../tools/trace/schema.ts'

/** What a frame is called, in the transcript and by the player: `Search result, 40 matches`. */
export function frameTitle(frame: Frame, isLast: boolean): string {
  switch (frame.type) {
    case 'user':
      return 'Question'
    case 'assistant':
      return isLast ? 'Answer' : 'Model'
    case 'tool_call':
      return `Call of ${frame.name}`
    case 'tool_result':
      if (!frame.result.ok) return 'Refusal'
      if ('files' in frame.result) return `File list, ${counted(frame.result.files.length, 'file', 'files')}`
      return `Search result, ${counted(frame.result.matches.length, 'match', 'matches')}`
  }
}

/** The size of the context at one frame, in tokens as the server reported them. */
export interface ContextSize {
  /** Null where the server reported none. */
  size: number | null
  /** How much larger than at the frame before; null where either is not reported, and for the first frame. */
  added: number | null
  /** True for the frame that added most; the earliest of them. */
  addedMost: boolean
}

export const notReported: ContextSize = { size: null, added: null, addedMost: false }

export function contextSizes(tokens: Trace['tokens']): ContextSize[] {
  const added = tokens.map((size, index) => {
    const before = index === 0 ? null : tokens[index - 1]
    return size === null || before === null || before === undefined ? null : size - before
  })
  const most = added.reduce<number>((most, more) => Math.max(most, more ?? 0), 0)
  const addedMost = most > 0 ? added.indexOf(most) : -1
  return tokens.map((size, index) => ({ size, added: added[index] ?? null, addedMost: index === addedMost }))
}

/** The largest reported context; null where none was reported. */
export function peakOf(tokens: Trace['tokens']): number | null {
  return tokens.reduce<number | null>((peak, size) => (size === null ? peak : Math.max(peak ?? size, size)), null)
}

/** `1,018 tokens in context, 728 added, the most of any frame`. */
export function contextSentence({ size, added, addedMost }: ContextSize): string {
  if (size === null) return 'context size not reported'
  const parts = [`${counted(size, 'token', 'tokens')} in context`]
  if (added !== null) parts.push(added < 0 ? `${formatCount(-added)} fewer` : `${formatCount(added)} added`)
  if (addedMost) parts.push('the most of any frame')
  return parts.join(', ')
}

/**
 * What the player is told of a run: no part of what was recorded, only what its controls say before it is ready, which
 * they say of the first frame that stands on the page.
 */
export function playerProps({ id, tokens, frames, task }: Trace, at = 0) {
  const first = contextSizes(tokens)[at]
  return {
    run: id,
    count: frames.length,
    peak: peakOf(tokens),
    first: first?.size ?? null,
    context: first ? contextSentence(first) : '',
    judged: questionOfTask(task) !== undefined,
  }
}

const framesPerPart = 10
/** Up to this length, a run is one part. */
const fewFrames = 50

/** The frames of a run in parts of a bounded length: what the browser lays out does not grow with the run. */
export function partsOf<T>(frames: readonly T[]): T[][] {
  if (frames.length <= fewFrames) return [[...frames]]
  const parts: T[][] = []
  for (let start = 0; start < frames.length; start += framesPerPart)
    parts.push(frames.slice(start, start + framesPerPart))
  return parts
}

/** `Taken out before this run was written, each replaced by a mark: 2 of environment-value, 1 of github.` */
export function redactionSentence(redactions: Readonly<Record<string, number>>): string {
  const kinds = Object.entries(redactions).map(([kind, count]) => `${formatCount(count)} of ${kind}`)
  return `Taken out before this run was written, each replaced by a mark: ${kinds.join(', ')}.`
}
