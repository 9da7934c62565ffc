import { describe, expect, it } from 'vitest'
import type { Observation } from '../eval/evidence.ts'
import type { Judgement } from '../judge/judgements.ts'
import { claims } from './claims.ts'
import { checkClaim } from './compute.ts'
import { type MeasurementFiles, measure } from './measurement.ts'
import { Rational } from './rational.ts'
import { publishedFiles } from './testing/published.ts'

const files = publishedFiles()
type Change = (files: MeasurementFiles) => MeasurementFiles

const judgements =
  (change: (row: Judgement) => Judgement): Change =>
  (of) => ({ ...of, judgements: { ...of.judgements, rows: of.judgements.rows.map(change) } })
const evidence =
  (change: (rows: readonly Observation[]) => readonly Observation[]): Change =>
  (of) => ({ ...of, evidence: change(of.evidence) })

/** One call of one case, changed. */
const call = (name: string, repeat: number, change: Partial<Judgement>) =>
  judgements((row) => (row.case === name && row.repeat === repeat ? { ...row, ...change } : row))
/** All calls of one case, changed. */
const calls = (name: string, change: Partial<Judgement>) =>
  judgements((row) => (row.case === name ? { ...row, ...change } : row))
/** The first observation of a run that holds, changed. */
const observation = (holds: (row: Observation) => boolean, change: Partial<Observation>) =>
  evidence((rows) => {
    const at = rows.findIndex(holds)
    if (at === -1) throw new Error('no observation is changed')
    return rows.map((row, index) => (index === at ? { ...row, ...change } : row))
  })
const run =
  (name: string, change: Partial<MeasurementFiles['runs'][number]>): Change =>
  (of) => ({ ...of, runs: of.runs.map((row) => (row.run === name ? { ...row, ...change } : row)) })
const carries = (of: string, what: Observation['carries']) => (row: Observation) =>
  row.run === of && row.carries === what

/** How each claim is made false, and by how little. */
const falsified: Record<string, [string, Change, ...string[]][]> = {
  'controls.known-answer-is-rule': [
    ['a known answer that is not the grader’s', calls('binary-control', { known_answer: 'undecidable' })],
    ['a copy that comes into a control’s evidence', observation(carries('binary-control', 'no'), { carries: 'copy' })],
  ],
  'rule.gets-every-control': [
    ['a known answer that is not the grader’s', calls('named-only', { known_answer: 'grounded' })],
  ],
  'controls.all-majorities-right': [
    [
      'five wrong calls of nine',
      judgements((row) => (row.case === 'no-results' && row.repeat <= 5 ? { ...row, verdict: 'grounded' } : row)),
    ],
  ],
  'controls.one-wrong-is-undecidable': [
    ['one more wrong call, elsewhere', call('source-only', 1, { verdict: 'undecidable' })],
    ['the wrong call says something else', call('copies-only', 5, { verdict: 'grounded' })],
    ['no wrong call at all', call('copies-only', 5, { verdict: 'from-copy' })],
  ],
  'always-grounded.gets-grounded-controls': [
    ['a control that is called grounded and is not', calls('named-only', { known_answer: 'grounded' })],
    ['a grounded control that is called something else', calls('source-only', { known_answer: 'from-copy' })],
  ],
  'always-undecidable.gets-none': [
    ['a control whose answer is undecidable', calls('named-only', { known_answer: 'undecidable' })],
  ],
  'open.only-grounded': [['one open call that says otherwise', call('loop-demo', 3, { verdict: 'from-copy' })]],
  'open.rule-is-undecidable': [
    [
      'an open case without its source line',
      evidence((rows) => rows.filter((row) => !carries('retired-control', 'source')(row))),
    ],
  ],
  'open.never-undecidable': [['one open undecidable', call('v4-model-name', 9, { verdict: 'undecidable' })]],
  'undecidable.is-wrong': [
    ['an undecidable on an open case', call('loop-demo', 1, { verdict: 'undecidable' })],
    ['an undecidable that is right', calls('copies-only', { known_answer: 'undecidable' })],
  ],
  'undecidable.is-least-confident': [
    ['another call with the same confidence', call('loop-demo', 1, { confidence: 65 })],
    ['a second undecidable', call('loop-demo', 1, { verdict: 'undecidable' })],
    ['no undecidable', call('copies-only', 5, { verdict: 'from-copy' })],
  ],
  'labels.order-by-confidence': [
    [
      'unevidenced as sure as grounded',
      judgements((row) => (row.kind === 'control' && row.verdict === 'unevidenced' ? { ...row, confidence: 93 } : row)),
    ],
    ['from-copy surer than both', calls('copies-only', { confidence: 99 })],
    ['two labels that are equal', judgements((row) => (row.kind === 'control' ? { ...row, confidence: 90 } : row))],
  ],
  'open.more-confident-than-correct': [
    ['open calls less sure', judgements((row) => (row.kind === 'open' ? { ...row, confidence: 89 } : row))],
  ],
  'grounded.gap-below': [
    [
      'a difference of 0.0022: two hundredths more in all',
      judgements((row) =>
        row.case === 'loop-demo' && row.repeat <= 2 ? { ...row, confidence: row.confidence + 1 } : row,
      ),
      '0.002',
    ],
    ['a bound that is the difference itself, or less', (of) => of, '0.0016'],
    ['a bound below zero', (of) => of, '-0.002'],
  ],
  'grounded.copies-only-on-open': [
    ['a copy beside a control’s source line', observation(carries('binary-control', 'no'), { carries: 'copy' })],
    ['a second source line on a control', observation(carries('binary-control', 'no'), { carries: 'source' })],
    ['an open case without its copies', evidence((rows) => rows.filter((row) => !carries('loop-demo', 'copy')(row)))],
    ['a control without evidence that says grounded', call('no-results', 1, { verdict: 'grounded' })],
    ['no open grounded', judgements((row) => (row.kind === 'open' ? { ...row, verdict: 'undecidable' } : row))],
  ],
  'source-only.gap-below': [
    ['source-only as sure as can be', calls('source-only', { confidence: 100 }), '0.01'],
    ['a bound that is too low', (of) => of, '0.0088'],
  ],
  'open.retired-control-is-least': [
    ['another open case less sure', calls('loop-demo', { confidence: 80 })],
    ['a tie', judgements((row) => (row.kind === 'open' ? { ...row, confidence: 92 } : row))],
  ],
  'clean.raises-mean': [['retired-control surer than the others', calls('retired-control', { confidence: 99 })]],
  'cases.copies-only-is-least': [['another case less sure', calls('no-results', { confidence: 70 })]],
  'open.labels-unused': [['an open unevidenced', call('corpus-hit', 2, { verdict: 'unevidenced' })]],
  'citations.open-in-source': [
    ['a citation of a line that no tool returned', call('loop-demo', 1, { citation: 'agent/src/config.ts:2' })],
    ['a citation of a returned copy', citingCopy('corpus-hit')],
    ['no citation', call('loop-demo', 1, { citation: 'none' })],
  ],
  'citations.open-consistent': [
    ['a grounded that cites a copy', citingCopy('corpus-hit')],
    ['a verdict without a line', call('loop-demo', 1, { citation: 'none' })],
  ],
  'citations.same-with-copies': [
    ['another line on one of them', citingCopy('corpus-hit')],
    ['another line on the other', call('source-only', 4, { citation: 'none' })],
  ],
  'copies-only.cites-one-line': [
    ['a second line', call('copies-only', 1, { citation: 'README.md:1' })],
    ['no from-copy at all', calls('copies-only', { verdict: 'grounded' })],
  ],
  'citations.none-caught': [
    ['one that was invented', call('named-only', 1, { verdict: 'grounded', citation: 'agent/src/config.ts:1' })],
    ['one that contradicts its verdict', citingCopy('corpus-hit')],
  ],
  'named-only.only-names': [
    [
      'a matched line among the names',
      observation(({ run: name }) => name === 'named-only', { tool: 'search_files', line: 3 }),
    ],
  ],
  'retired-control.copies-are-one-line': [
    ['copies of two lines', observation(carries('retired-control', 'copy'), { line: 7 })],
    ['a third copy', observation(carries('retired-control', 'no'), { carries: 'copy' })],
    [
      'both from one search',
      evidence((rows) => rows.map((row) => (carries('retired-control', 'copy')(row) ? { ...row, call: 1 } : row))),
    ],
  ],
  'retired-control.copies-came-first': [
    ['a copy in the last search', observation(carries('retired-control', 'copy'), { call: 5 })],
    ['no copies', evidence((rows) => rows.filter((row) => !carries('retired-control', 'copy')(row)))],
  ],
  'verdict-row.only-in-retired-control': [
    [
      'the row in another run',
      observation(({ run: name, line }) => name === 'corpus-hit' && line !== null, {
        file: 'posts/verdicts.tsv',
        line: 44,
      }),
    ],
    ['the row in no run', evidence((rows) => rows.filter(({ line }) => line !== 44))],
  ],
  'source-only.one-observation': [
    ['a second source line', observation(carries('corpus-hit', 'no'), { carries: 'source' })],
    ['none', evidence((rows) => rows.filter((row) => !carries('corpus-hit', 'source')(row)))],
  ],
  'copies-only.shows-no-source': [
    [
      'another line of the source file in the run',
      observation(carries('corpus-hit', 'no'), { file: 'agent/src/config.ts', line: 2 }),
    ],
  ],
  'outcome.open-success': [['one that failed', run('loop-demo', { recorded_outcome: 'partial' })]],
  'judge.is-agent-model': [
    ['one run on another model', run('loop-demo', { model: 'fixture-model' })],
    [
      'another judge',
      (of) => ({
        ...of,
        judgements: { ...of.judgements, header: new Map([...of.judgements.header, ['judge model', 'fixture-model']]) },
      }),
    ],
  ],
}

/** The first call of a case cites a copy that the case's run did return. */
function citingCopy(name: string): Change {
  const copy = files.evidence.find(carries(name, 'copy'))
  return call(name, 1, { citation: `${copy?.file}:${copy?.line}` })
}

/** The numbers that the post's sentences state themselves. */
const stated: Record<string, string> = { 'grounded.gap-below': '0.002', 'source-only.gap-below': '0.01' }
const numbersOf = (id: string, other?: string) =>
  [other ?? stated[id] ?? []].flat().map((text) => Rational.parse(text) ?? Rational.of(0))

describe('every claim', () => {
  it.each(Object.keys(claims))('%s holds of the published files, and shows its rows', (id) => {
    const finding = checkClaim(id, measure(files), numbersOf(id))
    expect(finding).toMatchObject({ holds: true })
    if (id !== 'judge.is-agent-model') expect(finding?.rows.length).toBeGreaterThan(0)
  })

  it('has a case in which it fails', () => {
    expect(Object.keys(falsified).toSorted()).toEqual(Object.keys(claims).toSorted())
  })

  const each = Object.entries(falsified).flatMap(([id, list]) =>
    list.map(([why, change, bound]) => ({ id, why, change, bound })),
  )
  it.each(each)('$id fails with $why', ({ id, change, bound }) => {
    const finding = checkClaim(id, measure(change(files)), numbersOf(id, bound))
    expect(finding?.holds).toBe(false)
    expect(finding?.found).not.toBe('')
  })

  const nothing: MeasurementFiles = {
    judgements: { ...files.judgements, rows: [], header: new Map() },
    evidence: [],
    runs: [],
    traces: [],
  }
  // Nothing is said of a case made by subtraction without a run to make it from: that is an error of its own.
  it.each(
    Object.keys(claims).filter((id) => !['source-only.one-observation', 'copies-only.shows-no-source'].includes(id)),
  )('%s does not hold of nothing', (id) => {
    expect(checkClaim(id, measure(nothing), numbersOf(id))?.holds).toBe(false)
  })

  it('is given exactly the numbers that its sentence states', () => {
    const finding = checkClaim('open.only-grounded', measure(files), [Rational.of(36)])
    expect(finding).toMatchObject({ holds: false, found: 'its sentence states 1 number outside Num, and it takes 0' })
    expect(checkClaim('grounded.gap-below', measure(files), [])?.holds).toBe(false)
  })

  it.each(['open.only', '', 'toString', 'constructor', '__proto__'])('has an id: %j is none', (id) => {
    expect(checkClaim(id, measure(files), [])).toBeUndefined()
  })
})
