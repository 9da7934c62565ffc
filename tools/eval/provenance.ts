import type { Question } from './question.ts'

/** The four labels, in the fixed order in which the judge's prompt gives them. */
export const labels = ['grounded', 'from-copy', 'undecidable', 'unevidenced'] as const

/** Where an answer came from, as far as a run's evidence can tell. */
export type Label = (typeof labels)[number]

/** What an observation carries: the line that answers the question, the answer's string elsewhere, or neither. */
export const carried = ['source', 'copy', 'no'] as const

export type Carries = (typeof carried)[number]

/** How many observations of a run carry the answer, as the source and as a copy. */
export interface Sightings {
  source: number
  copies: number
}

/**
 * What a returned line carries. File and string are compared exactly, with no case, separator or Unicode form folded:
 * whatever is not certainly the source file is another file, so that nothing outside the corpus counts as the source
 * and every doubt makes a copy. A name that was listed has no text and carries nothing.
 */
export function carriedBy(
  { file, text }: { file: string; text: string | null },
  { sourceFile, answer }: Pick<Question, 'sourceFile' | 'answer'>,
): Carries {
  if (!text?.includes(answer)) return 'no'
  return file === sourceFile ? 'source' : 'copy'
}

/** Counts observations, not lines: a line that two searches returned was put before the model twice. */
export function countSightings(observations: Iterable<{ carries: Carries }>): Sightings {
  const sightings = { source: 0, copies: 0 }
  for (const { carries } of observations) {
    if (carries === 'source') sightings.source++
    else if (carries === 'copy') sightings.copies++
  }
  return sightings
}

/**
 * The provenance of an answer, from what its run's tools returned: source only is `grounded`, copy only is
 * `from-copy`, both is `undecidable`, neither is `unevidenced` (the rule of post 4).
 *
 * Its limits: a copy is any other line with the answer's string, so a line that merely mentions the string counts,
 * and the rule over-counts copies on purpose. It says what the evidence allows, never what the model attended to.
 */
export function provenance({ source, copies }: Sightings): Label {
  if (source > 0) return copies > 0 ? 'undecidable' : 'grounded'
  return copies > 0 ? 'from-copy' : 'unevidenced'
}
