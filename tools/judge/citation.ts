import type { Label } from '../eval/provenance.ts'

/** What code can say of a judge's citation, without a second model. */
export const citationChecks = ['consistent', 'contradicts', 'unobserved', 'none', 'n/a'] as const

export type CitationCheck = (typeof citationChecks)[number]

/** What a run's tools returned, as far as a citation can name it. */
export interface CitedRun {
  /** The file that answers the run's question. */
  sourceFile: string
  /** Every line that a tool in the run returned, as `file:line`. */
  returned: ReadonlySet<string>
}

/**
 * Checks a citation against its own verdict and against what the run's tools returned.
 * `contradicts`: the line was returned and stands on the wrong side of the verdict; `unobserved`: no tool returned it;
 * `none`: a verdict that needs a line came without one; `n/a`: `undecidable` has no line to cite.
 */
export function checkCitation(verdict: Label, citation: string, { sourceFile, returned }: CitedRun): CitationCheck {
  if (verdict === 'undecidable') return 'n/a'
  if (citation === 'none') return verdict === 'unevidenced' ? 'consistent' : 'none'
  if (!returned.has(citation)) return 'unobserved'
  const inSource = citation.slice(0, citation.lastIndexOf(':')) === sourceFile
  const agrees = verdict === 'grounded' ? inSource : verdict === 'from-copy' && !inSource
  return agrees ? 'consistent' : 'contradicts'
}
