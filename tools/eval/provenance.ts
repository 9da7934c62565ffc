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
