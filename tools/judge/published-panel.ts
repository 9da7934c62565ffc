import type { Observation } from '../eval/evidence.ts'
import { countSightings, type Label, provenance } from '../eval/provenance.ts'
import { type Subtraction, subtractFromEvidence } from '../eval/subtraction.ts'
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
export interface Disagreement {
  case: string
  file?: string | undefined
  line?: number | undefined
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

/**
 * Checks that the published panel is still what it says: every control's known answer is what the deterministic grader
 * gives on that case's evidence, every open case is one that it cannot settle, and the judgements name the same cases
 * with the same kinds and known answers. Gives every disagreement; none is good news only where rows were given.
 */
export function checkPublishedPanel(
  judgements: readonly Pick<Judgement, 'case' | 'kind' | 'known_answer' | 'at'>[],
  evidence: readonly Pick<Observation, 'run' | 'line' | 'carries'>[],
): Disagreement[] {
  const cases = new Map(publishedPanel.map((published) => [published.id, published]))
  const judged = new Map(judgements.toReversed().map((judgement) => [judgement.case, judgement]))
  const runs = new Set(publishedPanel.map(({ run }) => run))
  return [
    ...publishedPanel.flatMap((published) => checkEvidence(published, evidenceOfCase(published, evidence))),
    ...publishedPanel.flatMap((published) => checkJudgement(published, judged.get(published.id))),
    ...[...judged.values()]
      .filter((judgement) => !cases.has(judgement.case))
      .map(({ case: name, at: { file, line } }) => {
        const problem = `case ${name} is not on the published panel`
        return { case: name, file, line, problem, found: name, expected: `one of ${[...cases.keys()].join(', ')}` }
      }),
    ...[...new Set(evidence.map(({ run }) => run))]
      .filter((run) => !runs.has(run))
      .map((run) => {
        const problem = `the evidence holds run ${run}, which no case of the published panel uses`
        return { case: run, problem, found: run, expected: `one of ${[...runs].join(', ')}` }
      }),
  ]
}

function checkEvidence(
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

function checkJudgement(
  { id, kind, knownAnswer }: PublishedCase,
  judgement: Pick<Judgement, 'kind' | 'known_answer' | 'at'> | undefined,
): Disagreement[] {
  const expected = `${kind}, ${knownAnswer ?? '-'}`
  if (!judgement) return [{ case: id, problem: `case ${id} has no judgement`, found: 'no row', expected }]
  const { file, line } = judgement.at
  const found = `${judgement.kind}, ${judgement.known_answer ?? '-'}`
  if (found === expected) return []
  return [
    { case: id, file, line, problem: `case ${id} has another kind or known answer than on the panel`, found, expected },
  ]
}
