import type { Observation } from '../eval/evidence.ts'
import { countSightings, type Label, provenance } from '../eval/provenance.ts'
import { type Subtraction, subtractFromEvidence } from '../eval/subtraction.ts'
import type { Place } from '../user-error.ts'
import type { Judgement } from './judgements.ts'

/** A case of the published panel. */
export interface PublishedCase {
  id: string
  kind: 'control' | 'open'
  /** The label that is right; none for an open case. */
  knownAnswer: Label | null
  /** The recorded run that it is, or is made from. */
  run: string
  /** The matches that were taken out of that run. */
  subtracts: Subtraction
}

/** Where the panel, the judgements and the evidence do not say the same of a case. Its fields are a UserError's. */
export interface Disagreement extends Partial<Place> {
  case: string
  problem: string
  found: string
  expected: string
}

/** The ten cases that `judgements.tsv` was published with, in its order. */
export const publishedPanel: readonly PublishedCase[] = [
  control('binary-control', 'grounded', 'binary-control'),
  control('named-only', 'unevidenced', 'named-only'),
  control('empty-search', 'unevidenced', 'empty-search'),
  control('source-only', 'grounded', 'corpus-hit', 'all-but-source'),
  control('copies-only', 'from-copy', 'corpus-hit', 'source'),
  control('no-results', 'unevidenced', 'corpus-hit', 'every-match'),
  open('loop-demo'),
  open('corpus-hit'),
  open('v4-model-name'),
  open('retired-control'),
]

function control(id: string, knownAnswer: Label, run: string, subtracts: Subtraction = 'nothing'): PublishedCase {
  return { id, kind: 'control', knownAnswer, run, subtracts }
}

function open(run: string): PublishedCase {
  return { id: run, kind: 'open', knownAnswer: null, run, subtracts: 'nothing' }
}

/** The evidence of a case: what its run's tools returned, less what the case takes out. */
export function evidenceOfCase<Row extends Pick<Observation, 'run' | 'line' | 'carries'>>(
  { run, subtracts }: PublishedCase,
  evidence: readonly Row[],
): Row[] {
  return subtractFromEvidence(
    evidence.filter((row) => row.run === run),
    subtracts,
  )
}

type Judged = Pick<Judgement, 'case' | 'kind' | 'known_answer' | 'at'>

/**
 * Checks that the published panel is still what it says: every control's known answer is what the deterministic grader
 * gives on that case's evidence, every open case is one that it cannot settle, and the judgements name the same cases
 * with the same kinds and known answers. Gives every disagreement; none is good news only where rows were given.
 */
export function checkPublishedPanel(
  judgements: readonly Judged[],
  evidence: readonly Pick<Observation, 'run' | 'line' | 'carries'>[],
): Disagreement[] {
  const cases = new Set(publishedPanel.map(({ id }) => id))
  return [
    ...publishedPanel.flatMap((published) => againstEvidence(published, evidenceOfCase(published, evidence))),
    ...publishedPanel.flatMap((published) => againstJudgements(published, judgements)),
    ...judgements
      .filter((judgement, index) => !cases.has(judgement.case) && judgements[index - 1]?.case !== judgement.case)
      .map(({ case: name, at }) => {
        const problem = `case ${name} is not on the published panel`
        return { case: name, ...at, problem, found: name, expected: `one of ${[...cases].join(', ')}` }
      }),
  ]
}

function againstEvidence(
  { id, kind, knownAnswer }: PublishedCase,
  observations: readonly Pick<Observation, 'carries'>[],
): Disagreement[] {
  const sightings = countSightings(observations)
  const found = provenance(sightings)
  const expected = knownAnswer ?? 'undecidable'
  if (found === expected) return []
  return [
    {
      case: id,
      problem: `${kind === 'open' ? 'open case' : 'control'} ${id} is not what its evidence says`,
      found: `${found}: source lines ${sightings.source}, copies ${sightings.copies}`,
      expected,
    },
  ]
}

function againstJudgements({ id, kind, knownAnswer }: PublishedCase, judgements: readonly Judged[]): Disagreement[] {
  const ofCase = judgements.filter((judgement) => judgement.case === id)
  const expected = `${kind}, ${knownAnswer ?? '-'}`
  if (ofCase.length === 0) return [{ case: id, problem: `case ${id} has no judgement`, found: 'no row', expected }]
  const other = ofCase.find((judgement) => judgement.kind !== kind || judgement.known_answer !== knownAnswer)
  if (!other) return []
  const problem = `case ${id} has another kind or known answer than on the panel`
  return [{ case: id, ...other.at, problem, found: `${other.kind}, ${other.known_answer ?? '-'}`, expected }]
}
