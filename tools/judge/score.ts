import { type Label, labels } from '../eval/provenance.ts'
import { Rational } from '../figures/rational.ts'
import { type CitationCheck, checkCitation } from './citation.ts'
import type { CaseFacts } from './facts.ts'
import type { Judgement } from './judgements.ts'

export type Judged = Omit<Judgement, 'at'>

/** One case of a file of judgements. */
export interface CaseScore {
  case: string
  kind: Judgement['kind']
  knownAnswer: Label | null
  calls: number
  verdicts: Record<Label, number>
  /** From 0 to 1. */
  meanConfidence: Rational
  /** None where the evidence of the case is not known here. */
  citations: Record<CitationCheck, number> | undefined
  /** Calls that gave the known answer. */
  correct: number
}

/** What a judge that asks nobody would have got on the same controls. */
export interface OfflineScore {
  judge: OfflineJudge
  /** None for `rule` where the evidence of a control is not known here. */
  correct: number | undefined
}

export interface Score {
  cases: CaseScore[]
  controls: {
    cases: number
    calls: number
    correct: number
    /** Controls on which more than half of the calls gave the known answer. */
    majorities: number
    /** Mean confidence of the calls that are right, and of those that are wrong; none where there is no such call. */
    whereRight: Rational | undefined
    whereWrong: Rational | undefined
  }
  open: { cases: number; calls: number; verdicts: Record<Label, number>; meanConfidence: Rational | undefined }
  citations: Record<CitationCheck, number>
  /** Calls whose citation could not be checked, because the evidence of their case is not known here. */
  unchecked: number
  /** None where the tokens of a call are not known. */
  tokens: { input: number; output: number } | undefined
  offline: OfflineScore[]
}

/** The judges that ask no model: one label always, or the rule of the deterministic grader. */
export const offlineJudges = [...labels.map((label) => `always:${label}` as const), 'rule' as const]

export type OfflineJudge = (typeof offlineJudges)[number]

/** Whether a file of judgements is of an offline judge, by its header. */
export function asksNoModel(header: ReadonlyMap<string, string>): boolean {
  return header.get('server') === 'none' && offlineJudges.some((judge) => judge === header.get('model asked for'))
}

/** What an offline judge says of a case. */
export function offlineVerdict(judge: OfflineJudge, rule: Label): Label {
  return labels.find((label) => judge === `always:${label}`) ?? rule
}

/** Scores judgements. Cases whose facts are not given keep their counts; their citations stay unchecked. */
export function scoreJudgements(judgements: readonly Judged[], facts: ReadonlyMap<string, CaseFacts>): Score {
  const cases = [...Map.groupBy(judgements, (judgement) => judgement.case)].map(([name, rows]) =>
    scoreCase(name, rows, facts),
  )
  const controls = judgements.filter(({ kind }) => kind === 'control')
  const open = judgements.filter(({ kind }) => kind === 'open')
  const right = controls.filter(({ verdict, known_answer }) => verdict === known_answer)
  const wrong = controls.filter(({ verdict, known_answer }) => verdict !== known_answer)
  const ofControls = cases.filter(({ kind }) => kind === 'control')
  return {
    cases,
    controls: {
      cases: ofControls.length,
      calls: controls.length,
      correct: right.length,
      majorities: ofControls.filter(({ correct, calls }) => 2 * correct > calls).length,
      whereRight: meanConfidence(right),
      whereWrong: meanConfidence(wrong),
    },
    open: {
      cases: cases.length - ofControls.length,
      calls: open.length,
      verdicts: countVerdicts(open),
      meanConfidence: meanConfidence(open),
    },
    citations: countChecks(judgements.flatMap((judgement) => checkJudgement(judgement, facts) ?? [])),
    unchecked: judgements.filter((judgement) => !facts.has(judgement.case)).length,
    tokens: sumTokens(judgements),
    offline: offlineJudges.map((judge) => ({ judge, correct: correctOffline(judge, controls, facts) })),
  }
}

function scoreCase(name: string, rows: readonly Judged[], facts: ReadonlyMap<string, CaseFacts>): CaseScore {
  const [first] = rows
  if (!first) throw new RangeError(`case ${name} has no judgement`)
  return {
    case: name,
    kind: first.kind,
    knownAnswer: first.known_answer,
    calls: rows.length,
    verdicts: countVerdicts(rows),
    meanConfidence: meanConfidence(rows) ?? Rational.of(0),
    citations: facts.has(name) ? countChecks(rows.flatMap((row) => checkJudgement(row, facts) ?? [])) : undefined,
    correct: rows.filter(({ verdict, known_answer }) => verdict === known_answer).length,
  }
}

function checkJudgement(
  { case: name, verdict, citation }: Judged,
  facts: ReadonlyMap<string, CaseFacts>,
): CitationCheck | undefined {
  const known = facts.get(name)
  return known && checkCitation(verdict, citation, known)
}

function correctOffline(
  judge: OfflineJudge,
  controls: readonly Judged[],
  facts: ReadonlyMap<string, CaseFacts>,
): number | undefined {
  let correct = 0
  for (const { case: name, known_answer } of controls) {
    const rule = facts.get(name)?.provenance
    if (judge === 'rule' && !rule) return undefined
    if (offlineVerdict(judge, rule ?? 'undecidable') === known_answer) correct++
  }
  return correct
}

function countVerdicts(rows: readonly Judged[]): Record<Label, number> {
  const counts = { grounded: 0, 'from-copy': 0, undecidable: 0, unevidenced: 0 }
  for (const { verdict } of rows) counts[verdict]++
  return counts
}

function countChecks(checks: readonly CitationCheck[]): Record<CitationCheck, number> {
  const counts = { consistent: 0, contradicts: 0, unobserved: 0, none: 0, 'n/a': 0 }
  for (const check of checks) counts[check]++
  return counts
}

function meanConfidence(rows: readonly Judged[]): Rational | undefined {
  if (rows.length === 0) return undefined
  return Rational.of(
    rows.reduce((sum, { confidence }) => sum + confidence, 0),
    rows.length * 100,
  )
}

function sumTokens(rows: readonly Judged[]): Score['tokens'] {
  const sum = { input: 0, output: 0 }
  for (const { input_tokens, output_tokens } of rows) {
    if (input_tokens === null || output_tokens === null) return undefined
    sum.input += input_tokens
    sum.output += output_tokens
  }
  return sum
}
