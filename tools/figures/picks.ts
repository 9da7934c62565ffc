import type { Observation } from '../eval/evidence.ts'
import type { Carries, Label } from '../eval/provenance.ts'
import type { CitationCheck } from '../judge/citation.ts'
import type { Judgement } from '../judge/judgements.ts'
import { panel } from '../judge/panel.ts'
import type { PublishedCase } from '../judge/published-panel.ts'
import type { RecordedRun } from '../trace/runs.ts'
import type { Frame } from '../trace/schema.ts'
import { type Computed, meanOf, type Source } from './figure.ts'
import {
  caseOf,
  confidenceOf,
  inputTokensOf,
  isCorrect,
  isWrong,
  type Measurement,
  outputTokensOf,
  runOf,
  verdictOf,
} from './measurement.ts'
import { Rational } from './rational.ts'
import { Selection } from './selection.ts'

// What figures and claims pick from a measurement. Each reads like the words that it stands for.

type Pick<Row extends Source> = (m: Measurement) => Selection<Row>
type Value = (m: Measurement) => Omit<Computed, 'format'> | undefined

export const saysGrounded = ({ verdict }: Judgement): boolean => verdict === 'grounded'

export const onCase =
  (name: string): Pick<Judgement> =>
  (m) =>
    m.calls.of(caseOf, name)
export const onCaseSaying =
  (name: string, label: Label): Pick<Judgement> =>
  (m) =>
    onCase(name)(m).of(verdictOf, label)
export const correctOnCase =
  (name: string): Pick<Judgement> =>
  (m) =>
    onCase(name)(m).where(isCorrect)
export const onEitherCase =
  (one: string, other: string): Pick<Judgement> =>
  (m) =>
    m.calls.whereGroup(caseOf, (_, name) => name === one || name === other)
export const saying =
  (label: Label): Pick<Judgement> =>
  (m) =>
    m.calls.of(verdictOf, label)
export const controlsSaying =
  (label: Label): Pick<Judgement> =>
  (m) =>
    m.controls.of(verdictOf, label)
export const openSaying =
  (label: Label): Pick<Judgement> =>
  (m) =>
    m.open.of(verdictOf, label)
export const openBut =
  (name: string): Pick<Judgement> =>
  (m) =>
    m.open.whereGroup(caseOf, (_, other) => other !== name)
export const openButSaying =
  (name: string, label: Label): Pick<Judgement> =>
  (m) =>
    openBut(name)(m).of(verdictOf, label)
export const correctControls: Pick<Judgement> = (m) => m.controls.where(isCorrect)
export const wrongControls: Pick<Judgement> = (m) => m.controls.where(isWrong)

/** The control calls on cases in which more than half of the calls are right. */
export const rightMajorities: Pick<Judgement> = (m) =>
  m.controls.whereGroup(caseOf, (calls) => 2 * calls.where(isCorrect).size > calls.size)

export const controlsBySubtraction: Pick<Judgement> = (m) =>
  m.controls.whereGroup(caseOf, (_, name) =>
    [...m.panel, ...panel].some(({ id, subtracts }) => id === name && subtracts !== 'nothing'),
  )
export const controlsKnownAs =
  (label: Label): Pick<Judgement> =>
  (m) =>
    m.controls.whereGroup(caseOf, ({ rows }) => rows[0]?.known_answer === label)
/** The control calls on cases whose known answer is what the deterministic grader gives. */
export const controlsAsRuled: Pick<Judgement> = (m) =>
  m.controls.whereGroup(caseOf, ({ rows }, name) => rows[0]?.known_answer === m.evidenceOf(name).provenance)

export const citing =
  (check: CitationCheck): Pick<Judgement> =>
  (m) =>
    m.calls.of(m.citationCheck, check)
export const controlsCiting =
  (check: CitationCheck): Pick<Judgement> =>
  (m) =>
    m.controls.of(m.citationCheck, check)
export const openCiting =
  (check: CitationCheck): Pick<Judgement> =>
  (m) =>
    m.open.of(m.citationCheck, check)
/** The open calls on cases that the deterministic grader calls undecidable. */
export const openRuledUndecidable: Pick<Judgement> = (m) =>
  m.open.whereGroup(caseOf, (_, name) => m.evidenceOf(name).provenance === 'undecidable')
export const citesReturnedSource = (call: Judgement, m: Measurement): boolean => {
  const { question, returned } = m.evidenceOf(call.case)
  return returned.has(call.citation) && call.citation.startsWith(`${question.sourceFile}:`)
}
export const openCitingSource: Pick<Judgement> = (m) => m.open.where((call) => citesReturnedSource(call, m))
export const retiredControlCitingSource: Pick<Judgement> = (m) =>
  onCase('retired-control')(m).where(({ citation }) => citation === 'agent/src/tools/fs.ts:42')

export const inRun =
  (run: string): Pick<Observation> =>
  (m) =>
    m.observations.of(runOf, run)
export const namesIn =
  (run: string): Pick<Observation> =>
  (m) =>
    inRun(run)(m).where(({ tool, line }) => tool === 'list_files' && line === null)
export const carrying =
  (run: string, carries: Carries): Pick<Observation> =>
  (m) =>
    inRun(run)(m).where((observation) => observation.carries === carries)
/** The matches of a run that are not its source line. */
export const besideSource =
  (run: string): Pick<Observation> =>
  (m) =>
    inRun(run)(m).where(({ carries }) => carries !== 'source')
export const runsAsking =
  (question: RecordedRun['question']): Pick<RecordedRun> =>
  (m) =>
    m.recorded.where((run) => run.question === question)
/** The calls on cases whose run was asked that question. */
export const callsAbout =
  (question: RecordedRun['question']): Pick<Judgement> =>
  (m) =>
    m.calls.whereGroup(caseOf, (_, name) => m.evidenceOf(name).question.id === question)
export const undecidableRuns =
  (question: RecordedRun['question']): Pick<RecordedRun> =>
  (m) =>
    runsAsking(question)(m).where(({ run }) => m.evidenceOf(run).provenance === 'undecidable')

/** The recorded runs that those cases of the panel are, or are made from. */
export const runsOf =
  (holds: (published: PublishedCase) => boolean): Pick<RecordedRun> =>
  (m) =>
    m.recorded.where(({ run }) => m.panel.some((published) => published.run === run && holds(published)))

/** The observations that are a row of an earlier grader's verdicts: line 44 of the file that held them. */
export const verdictRow: Pick<Observation> = (m) =>
  m.observations.where(({ file, line }) => file.endsWith('/verdicts.tsv') && line === 44)
/** The calls on cases whose evidence, as the judge was shown it, holds such a row, or holds none. */
const shownVerdictRow =
  (shown: boolean): Pick<Judgement> =>
  (m) => {
    const rows = new Set(verdictRow(m).rows)
    return m.calls.whereGroup(
      caseOf,
      (_, name) => m.evidenceOf(name).observations.rows.some((row) => rows.has(row)) === shown,
    )
  }
export const callsShownVerdictRow: Pick<Judgement> = shownVerdictRow(true)
export const callsNotShownVerdictRow: Pick<Judgement> = shownVerdictRow(false)

/** The case whose calls have the lowest mean confidence. */
export const leastConfidentCase: Value = (m) => {
  const means = [...m.calls.by(caseOf).values()].flatMap((from) => {
    const value = meanOf(from, confidenceOf)
    return value ? { value, from } : []
  })
  return means.toSorted((one, other) => one.value.compare(other.value))[0]
}

export const groundedGap: Value = (m) => {
  const picked = [openSaying('grounded')(m), controlsSaying('grounded')(m)]
  const [open, controls] = picked.map((calls) => meanOf(calls, confidenceOf))
  return open && controls && { value: open.minus(controls), from: Selection.of(picked) }
}

/** How many frames of a recorded run hold; none where its trace is not here. */
export const framesOf =
  (run: string, holds: (frame: Frame) => boolean = () => true): Value =>
  (m) => {
    const recorded = m.trace(run)
    if (!recorded) return undefined
    const { file, trace } = recorded
    return { value: Rational.of(trace.frames.filter(holds).length), from: { rows: [{ at: { file } }] } }
  }
export const contextOf =
  (run: string, which: (sizes: readonly number[]) => number | undefined): Value =>
  (m) => {
    const from = m.recorded.of(runOf, run)
    const size = from.rows[0] && which(from.rows[0].tokens_in_context)
    return size === undefined ? undefined : { value: Rational.of(size), from }
  }

export const price =
  (side: 'input' | 'output'): Value =>
  ({ judgements: { price, file } }) =>
    price && { value: price[side], from: { rows: [{ at: { file } }] } }

/** The cost in US dollars: tokens by the price of a million of them; none where the tokens of a call or the price are not known. */
export const cost: Value = (m) => {
  if (!m.judgements.price) return undefined
  const { input, output } = m.judgements.price
  const million = Rational.of(1_000_000)
  const spent = (tokens: (call: Judgement) => number | null, perMillion: Rational) => {
    const total = m.calls.sum(tokens)
    return total === undefined ? undefined : Rational.of(total).times(perMillion).over(million)
  }
  const spentIn = spent(inputTokensOf, input)
  const spentOut = spent(outputTokensOf, output)
  return spentIn && spentOut && { value: spentIn.plus(spentOut), from: m.calls }
}
