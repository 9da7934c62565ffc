import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Observation, parseEvidence } from '../eval/evidence.ts'
import { countSightings, type Label, provenance } from '../eval/provenance.ts'
import { type Judgement, parseJudgements } from './judgements.ts'
import { checkPublishedPanel, evidenceOfCase, publishedPanel } from './published-panel.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const evidence = parseEvidence(
  read('site/content/posts/judging-a-moving-target/evidence.tsv'),
  'site/content/posts/judging-a-moving-target/evidence.tsv',
)
const judgements = parseJudgements(read('judgements.tsv'), 'judgements.tsv').rows

function labelOf(id: string): Label {
  const published = publishedPanel.find((candidate) => candidate.id === id)
  if (!published) throw new Error(`no case ${id}`)
  return provenance(countSightings(evidenceOfCase(published, evidence)))
}

/** Which cases disagree after a change of the rows. */
const disagreeing = (rows: readonly Judgement[], observations: readonly Observation[]) =>
  checkPublishedPanel(rows, observations).map((disagreement) => disagreement.case)

describe('the published panel', () => {
  it('agrees with its judgements and its evidence', () => {
    expect(checkPublishedPanel(judgements, evidence)).toEqual([])
  })

  // Expected answers: the table of six controls in the published post.
  it.each([
    ['binary-control', 'grounded'],
    ['named-only', 'unevidenced'],
    ['empty-search', 'unevidenced'],
    ['source-only', 'grounded'],
    ['copies-only', 'from-copy'],
    ['no-results', 'unevidenced'],
  ])('grades the control %s as %s by code, as its judgements say', (id, answer) => {
    expect(labelOf(id)).toBe(answer)
    expect(new Set(judgements.filter((row) => row.case === id).map((row) => row.known_answer))).toEqual(
      new Set([answer]),
    )
  })

  it.each(['loop-demo', 'corpus-hit', 'v4-model-name', 'retired-control'])('cannot settle the open case %s', (id) => {
    expect(labelOf(id)).toBe('undecidable')
  })

  // Expected counts: the published post says forty matches, sixteen copies and one source line for corpus-hit.
  it('makes its three constructed cases from corpus-hit', () => {
    const sizes = ['corpus-hit', 'source-only', 'copies-only', 'no-results'].map((id) => {
      const published = publishedPanel.find((candidate) => candidate.id === id)
      if (published?.run !== 'corpus-hit') throw new Error(`${id} is not made from corpus-hit`)
      const left = evidenceOfCase(published, evidence)
      return [left.length, countSightings(left)]
    })
    expect(sizes).toEqual([
      [40, { source: 1, copies: 16 }],
      [1, { source: 1, copies: 0 }],
      [39, { source: 0, copies: 16 }],
      [0, { source: 0, copies: 0 }],
    ])
  })
})

describe('the check of the published panel', () => {
  it('says which cases stop holding when one observation carries something else', () => {
    const withoutSource = evidence.map((row) =>
      row.run === 'corpus-hit' && row.carries === 'source' ? { ...row, carries: 'no' as const } : row,
    )
    expect(disagreeing(judgements, withoutSource)).toEqual(['source-only', 'corpus-hit'])
    const oneCopyMore = evidence.map((row) =>
      row.run === 'binary-control' && row.call === 4 ? { ...row, carries: 'copy' as const } : row,
    )
    expect(disagreeing(judgements, oneCopyMore)).toEqual(['binary-control'])
    expect(checkPublishedPanel(judgements, oneCopyMore)[0]).toMatchObject({
      problem: 'control binary-control is not what its evidence says',
      found: 'undecidable: source lines 1, copies 1',
      expected: 'grounded',
    })
  })

  it('says which case has another known answer or kind in the judgements, and on which line', () => {
    const moved = judgements.map((row) =>
      row.case === 'no-results' ? { ...row, known_answer: 'from-copy' as const } : row,
    )
    expect(checkPublishedPanel(moved, evidence)).toEqual([
      {
        case: 'no-results',
        file: 'judgements.tsv',
        line: judgements.find((row) => row.case === 'no-results')?.at.line,
        problem: 'case no-results has another kind or known answer than on the panel',
        found: 'control, from-copy',
        expected: 'control, unevidenced',
      },
    ])
    const opened = judgements.map((row) =>
      row.case === 'source-only' ? { ...row, kind: 'open' as const, known_answer: null } : row,
    )
    expect(disagreeing(opened, evidence)).toEqual(['source-only'])
    const kindOnly = judgements.map((row) => (row.case === 'loop-demo' ? { ...row, kind: 'control' as const } : row))
    expect(disagreeing(kindOnly, evidence)).toEqual(['loop-demo'])
    const last = judgements.map((row) =>
      row.case === 'no-results' && row.repeat === 9 ? { ...row, known_answer: null } : row,
    )
    expect(disagreeing(last, evidence)).toEqual(['no-results'])
  })

  it('misses no case, on either side', () => {
    expect(disagreeing([], evidence)).toEqual(publishedPanel.map(({ id }) => id))
    expect(
      disagreeing(
        judgements.filter((row) => row.case !== 'loop-demo'),
        evidence,
      ),
    ).toEqual(['loop-demo'])
    const [first] = judgements
    if (!first) throw new Error('no judgement')
    expect(disagreeing([...judgements, { ...first, case: 'fixture-stranger' }], evidence)).toEqual(['fixture-stranger'])
    expect(
      disagreeing(
        judgements,
        evidence.map((row) => (row.run === 'loop-demo' ? { ...row, run: 'fixture-stranger' } : row)),
      ),
    ).toEqual(['loop-demo'])
  })
})
