import type { Frame } from '../trace/schema.ts'
import type { Transcript } from './observe.ts'
import { type Carries, carriedBy } from './provenance.ts'
import type { Question } from './question.ts'

/** Which matches are taken out of a run, and what a match must carry to stay. */
const stays = {
  nothing: () => true,
  'all-but-source': (carries: Carries) => carries === 'source',
  source: (carries: Carries) => carries !== 'source',
  'every-match': () => false,
} as const satisfies Record<string, (carries: Carries) => boolean>

export type Subtraction = keyof typeof stays

/** The words for what is taken out. */
export const subtractionWords: readonly string[] = Object.keys(stays)

export function isSubtraction(word: string): word is Subtraction {
  return Object.hasOwn(stays, word)
}

/** The observations that are left: matches are taken out, names that were listed stay. */
export function subtractFromEvidence<Observed extends { line: number | null; carries: Carries }>(
  observations: readonly Observed[],
  subtraction: Subtraction,
): Observed[] {
  return observations.filter(({ line, carries }) => line === null || stays[subtraction](carries))
}

/**
 * A run with matches taken out of its search results, in memory. Nothing else changes: the final answer, the listed
 * names, `filesSearched` and `truncated` stay as recorded, so a result that was cut off at its limit still says so.
 * What comes back has no id, commit, outcome or context sizes: it is no trace, and no file of it reads as a run.
 */
export function subtractFromTrace(
  { task, frames }: Transcript,
  question: Question,
  subtraction: Subtraction,
): Transcript {
  const without = (frame: Frame): Frame => {
    if (frame.type !== 'tool_result' || !frame.result.ok || !('matches' in frame.result)) return frame
    const matches = frame.result.matches.filter((match) => stays[subtraction](carriedBy(match, question)))
    return { ...frame, result: { ...frame.result, matches } }
  }
  return { task, frames: frames.map(without) }
}
