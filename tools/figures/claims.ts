import type { Label } from '../eval/provenance.ts'
import type { Judgement } from '../judge/judgements.ts'
import { type Claim, claim, closerThan, descending, every, lowest, none, type Term } from './claim.ts'
import { meanOf } from './figure.ts'
import { caseOf, confidenceOf, isCorrect, isWrong, type Measurement, runOf } from './measurement.ts'
import * as pick from './picks.ts'
import type { Selection } from './selection.ts'

/** A mean confidence with its name. Selections without rows have no mean, and no term. */
function meanTerm(name: string, calls: Selection<Judgement>): Term {
  return { name, value: meanOf(calls, confidenceOf), rows: calls.rows }
}

const labelMeans = (m: Measurement, labels: readonly Label[]): Term[] =>
  labels.map((label) => meanTerm(label, pick.controlsSaying(label)(m)))

/** The named case first, then the others of the selection. */
function caseMeans(calls: Selection<Judgement>, name: string): [Term, ...Term[]] {
  const others = [...calls.by(caseOf)].filter(([other]) => other !== name)
  return [meanTerm(name, calls.of(caseOf, name)), ...others.map(([other, rows]) => meanTerm(other, rows))]
}

const hasVerdict = (label: Label) => (call: Judgement) => call.verdict === label

const ofControls: Record<string, Claim> = {
  'controls.known-answer-is-rule': every(
    "every control's known answer is what the deterministic grader gives on that case's evidence",
    (m) => m.controls,
    (call, m) => call.known_answer === m.evidenceOf(call.case).provenance,
  ),
  'controls.all-majorities-right': claim('on every control, most calls give the known answer', (m) => {
    const cases = m.controls.by(caseOf).size
    const right = pick.rightMajorities(m)
    const found = `on ${right.by(caseOf).size} of ${cases} controls`
    return {
      holds: cases > 0 && right.by(caseOf).size === cases,
      found,
      rows: m.controls.where(isWrong).rows,
    }
  }),
  'controls.one-wrong-is-undecidable': every(
    'every wrong control call is an undecidable on copies-only',
    pick.wrongControls,
    (call) => call.verdict === 'undecidable' && call.case === 'copies-only',
  ),
  'always-grounded.gets-grounded-controls': claim(
    'a judge that always says grounded is right on the controls that the deterministic grader calls grounded, and on no other',
    (m) => {
      const right = new Set(
        m.controls
          .where((call) => isCorrect({ ...call, verdict: 'grounded' }))
          .by(caseOf)
          .keys(),
      )
      const ruled = m.controls.whereGroup(caseOf, (_, name) => m.evidenceOf(name).provenance === 'grounded')
      const grounded = [...ruled.by(caseOf).keys()]
      const holds = right.size > 0 && right.size === grounded.length && grounded.every((name) => right.has(name))
      return { holds, found: `it is right on ${[...right].join(', ') || 'none'}`, rows: ruled.rows }
    },
  ),
  'always-undecidable.gets-none': none(
    'a judge that always says undecidable gets no control',
    (m) => m.controls,
    ({ known_answer }) => known_answer === 'undecidable',
  ),
  'rule.gets-every-control': every(
    'the deterministic grader gets every control',
    (m) => m.controls,
    (call, m) => call.known_answer === m.evidenceOf(call.case).provenance,
  ),
}

const ofOpenCases: Record<string, Claim> = {
  'open.only-grounded': every('no open call says anything but grounded', (m) => m.open, hasVerdict('grounded')),
  'open.rule-is-undecidable': every(
    'every open case is undecidable to the deterministic grader',
    (m) => m.open,
    (call, m) => m.evidenceOf(call.case).provenance === 'undecidable',
  ),
  'open.never-undecidable': none('no open call says undecidable', (m) => m.open, hasVerdict('undecidable')),
}

const ofConfidence: Record<string, Claim> = {
  'undecidable.is-wrong': every(
    'the call that says undecidable is wrong',
    pick.saying('undecidable'),
    (call) => call.known_answer !== null && !isCorrect(call),
  ),
  'undecidable.is-least-confident': claim('the only call that says undecidable is the least confident of all', (m) => {
    const [only, ...more] = pick.saying('undecidable')(m).rows
    const below = m.calls.where((call) => call !== only && call.confidence <= (only?.confidence ?? 0))
    const holds = only !== undefined && more.length === 0 && below.size === 0
    const found = `${more.length + (only ? 1 : 0)} such calls, ${below.size} others as low`
    return { holds, found, rows: only ? [only, ...below.rows] : [] }
  }),
  'labels.order-by-confidence': descending(
    'on controls, mean confidence is higher for grounded than for unevidenced, and higher for that than for from-copy',
    (m) => labelMeans(m, ['grounded', 'unevidenced', 'from-copy']),
  ),
  'open.more-confident-than-correct': descending(
    'open calls are more confident on average than the control calls that are right',
    (m) => [meanTerm('open', m.open), meanTerm('right controls', pick.correctControls(m))],
  ),
  'grounded.gap-below': closerThan('grounded costs the same on open cases and on controls, to within a bound', (m) => [
    meanTerm('open', pick.openSaying('grounded')(m)),
    meanTerm('controls', pick.controlsSaying('grounded')(m)),
  ]),
  'open.retired-control-is-least': lowest('retired-control is the least confident of the open cases', (m) =>
    caseMeans(m.open, 'retired-control'),
  ),
  'clean.raises-mean': descending('without retired-control, open calls are more confident on average', (m) => [
    meanTerm('without retired-control', pick.openBut('retired-control')(m)),
    meanTerm('with it', m.open),
  ]),
  'cases.copies-only-is-least': lowest('copies-only has the lowest mean confidence of all cases', (m) =>
    caseMeans(m.calls, 'copies-only'),
  ),
  'grounded.copies-only-on-open': claim(
    'where a call says grounded, a control has one source line and no copy, and an open case has copies beside its source',
    (m) => {
      const controls = pick.controlsSaying('grounded')(m)
      const open = pick.openSaying('grounded')(m)
      const sightingsOf = (call: Judgement) => m.evidenceOf(call.case).sightings
      const alone = controls.where((call) => sightingsOf(call).source === 1 && sightingsOf(call).copies === 0)
      const beside = open.where((call) => sightingsOf(call).source > 0 && sightingsOf(call).copies > 0)
      const holds = alone.size > 0 && alone.size === controls.size && beside.size > 0 && beside.size === open.size
      const found = `${alone.size} of ${controls.size} control calls, ${beside.size} of ${open.size} open calls`
      return { holds, found, rows: [...controls.rows, ...open.rows] }
    },
  ),
  'source-only.gap-below': closerThan(
    'the one run costs the same with its copies and without, to within a bound',
    (m) => [
      meanTerm('source-only', pick.onCase('source-only')(m)),
      meanTerm('corpus-hit', pick.onCase('corpus-hit')(m)),
    ],
  ),
  'open.labels-unused': none(
    'no open call uses from-copy or unevidenced',
    (m) => m.open,
    ({ verdict }) => verdict === 'from-copy' || verdict === 'unevidenced',
  ),
}

const ofCitations: Record<string, Claim> = {
  'citations.open-in-source': every(
    'every open call cites a line of the source file that a tool in the run returned',
    (m) => m.open,
    pick.citesReturnedSource,
  ),
  'citations.open-consistent': every(
    'every open call passes the citation check',
    (m) => m.open,
    (call, m) => m.citationCheck(call) === 'consistent',
  ),
  'citations.same-with-copies': every(
    'every call on source-only and on corpus-hit cites agent/src/config.ts:1',
    pick.onEitherCase('source-only', 'corpus-hit'),
    ({ citation }) => citation === 'agent/src/config.ts:1',
  ),
  'copies-only.cites-one-line': claim('every from-copy verdict on copies-only names the same line', (m) => {
    const { rows } = pick.onCaseSaying('copies-only', 'from-copy')(m)
    const lines = new Set(rows.map(({ citation }) => citation))
    return { holds: lines.size === 1, found: `they name ${lines.size}: ${[...lines].join(', ')}`, rows }
  }),
  'citations.none-caught': none(
    'no citation contradicts its verdict or names a line that no tool returned',
    (m) => m.calls,
    (call, m) => ['contradicts', 'unobserved'].includes(m.citationCheck(call)),
  ),
}

const ofEvidence: Record<string, Claim> = {
  'named-only.only-names': every(
    'every observation of named-only is a file name',
    pick.inRun('named-only'),
    ({ tool, line }) => tool === 'list_files' && line === null,
  ),
  'retired-control.copies-are-one-line': claim(
    'both copies in retired-control are one line, returned by two searches',
    (m) => {
      const copies = pick.carrying('retired-control', 'copy')(m)
      const lines = new Set(copies.rows.map(({ file, line }) => `${file}:${line}`))
      const calls = new Set(copies.rows.map(({ call }) => call))
      const holds = copies.size === 2 && lines.size === 1 && calls.size === 2
      return { holds, found: `${copies.size} copies, ${lines.size} lines, ${calls.size} searches`, rows: copies.rows }
    },
  ),
  'retired-control.copies-came-first': claim('every copy in retired-control came back before the source line', (m) => {
    const copies = pick.carrying('retired-control', 'copy')(m).rows
    const sources = pick.carrying('retired-control', 'source')(m).rows
    const last = Math.max(...copies.map(({ call }) => call))
    const first = Math.min(...sources.map(({ call }) => call))
    const holds = copies.length > 0 && sources.length > 0 && last < first
    return {
      holds,
      found: `the last copy in call ${last}, the first source line in call ${first}`,
      rows: [...copies, ...sources],
    }
  }),
  'verdict-row.only-in-retired-control': every(
    'an earlier verdict row was returned in retired-control and in no other run',
    pick.verdictRow,
    (row) => runOf(row) === 'retired-control',
  ),
  'source-only.one-observation': claim('source-only leaves one observation, the source line', (m) => {
    const { rows } = m.evidenceOf('source-only').observations
    return { holds: rows.length === 1 && rows[0]?.carries === 'source', found: `${rows.length} observations`, rows }
  }),
  'copies-only.shows-no-source': claim('copies-only leaves observations, and none of the source file', (m) => {
    const { observations, question } = m.evidenceOf('copies-only')
    const shown = observations.where(({ file }) => file === question.sourceFile)
    const found = `${shown.size} of ${observations.size} observations are of ${question.sourceFile}`
    return {
      holds: observations.size > 0 && shown.size === 0,
      found,
      rows: shown.size > 0 ? shown.rows : observations.rows,
    }
  }),
  'outcome.open-success': every(
    'every run that the open cases show was recorded as a success',
    pick.runsOf((published) => published.kind === 'open'),
    ({ recorded_outcome }) => recorded_outcome === 'success',
  ),
  'judge.is-agent-model': claim('the judge is the model that the agent ran on', (m) => {
    const judge = m.judgements.header.get('judge model')
    const others = m.recorded.where(({ model }) => model !== judge)
    return { holds: m.recorded.size > 0 && others.size === 0, found: `the judge is ${judge}`, rows: others.rows }
  }),
}

/** Every claim that a post may make, by id. */
export const claims: Readonly<Record<string, Claim>> = {
  ...ofControls,
  ...ofOpenCases,
  ...ofConfidence,
  ...ofCitations,
  ...ofEvidence,
}
