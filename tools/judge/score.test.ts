import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labels } from '../eval/provenance.ts'
import { factsOfPanel } from './facts.ts'
import { parseJudgements } from './judgements.ts'
import { askOffline } from './offline.ts'
import { readReply, verdictOf } from './reply.ts'
import { requestFor } from './request.ts'
import { type Judged, offlineJudges, scoreJudgements } from './score.ts'
import { scoreReport } from './score-report.ts'
import { panelHere } from './testing/panel.ts'
import { type PlantedJudge, plantedJudges } from './testing/planted.ts'

const file = 'judgements.tsv'
const published = parseJudgements(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'), file)
const score = scoreJudgements(published.rows, panelHere.facts)

describe('the score of the published judgements', () => {
  // Expected: the two tables of the published post.
  it('has the label counts and the mean confidence of every case', () => {
    expect(
      score.cases.map(({ case: name, knownAnswer, verdicts, meanConfidence }) => [
        name,
        knownAnswer,
        labels.filter((label) => verdicts[label] > 0).map((label) => `${verdicts[label]} ${label}`),
        meanConfidence.toFixed(2),
      ]),
    ).toEqual([
      ['binary-control', 'grounded', ['9 grounded'], '0.91'],
      ['named-only', 'unevidenced', ['9 unevidenced'], '0.91'],
      ['empty-search', 'unevidenced', ['9 unevidenced'], '0.91'],
      ['source-only', 'grounded', ['9 grounded'], '0.94'],
      ['copies-only', 'from-copy', ['8 from-copy', '1 undecidable'], '0.81'],
      ['no-results', 'unevidenced', ['9 unevidenced'], '0.86'],
      ['loop-demo', null, ['9 grounded'], '0.93'],
      ['corpus-hit', null, ['9 grounded'], '0.93'],
      ['v4-model-name', null, ['9 grounded'], '0.93'],
      ['retired-control', null, ['9 grounded'], '0.92'],
    ])
  })

  // Expected: the published post, in prose.
  it('has 53 of 54 controls right, six majorities of six, and 36 of 36 open calls grounded', () => {
    const { controls, open, tokens } = score
    expect([controls.correct, controls.calls, controls.majorities, controls.cases]).toEqual([53, 54, 6, 6])
    expect([open.calls, open.cases, open.verdicts.grounded]).toEqual([36, 4, 36])
    expect([controls.whereRight, controls.whereWrong, open.meanConfidence].map((mean) => mean?.toFixed(4))).toEqual([
      '0.8962',
      '0.6500',
      '0.9283',
    ])
    expect(tokens).toEqual({ input: 142_893, output: 46_964 })
  })

  it('finds no citation that contradicts its verdict or that no tool returned', () => {
    expect(score.citations).toEqual({ consistent: 89, contradicts: 0, unobserved: 0, none: 0, 'n/a': 1 })
    expect(score.unchecked).toBe(0)
  })

  // Expected: two controls are grounded, one from a copy and three unevidenced, nine calls each.
  it('says what judges that ask no model would have got', () => {
    expect(score.offline).toEqual([
      { judge: 'always:grounded', correct: 18 },
      { judge: 'always:from-copy', correct: 9 },
      { judge: 'always:undecidable', correct: 0 },
      { judge: 'always:unevidenced', correct: 27 },
      { judge: 'rule', correct: 54 },
    ])
  })

  it('takes half of the calls for no majority, and all but one of them for one', () => {
    const [first] = published.rows
    if (!first) throw new Error('no judgement')
    const saying = (...verdicts: Judged['verdict'][]) =>
      verdicts.map((verdict, index) => ({ ...first, repeat: index + 1, known_answer: 'grounded' as const, verdict }))
    const majorities = (rows: Judged[]) => scoreJudgements(rows, new Map()).controls.majorities
    expect(majorities(saying('grounded', 'from-copy'))).toBe(0)
    expect(majorities(saying('grounded', 'from-copy', 'grounded'))).toBe(1)
  })

  it('has no sum of tokens where those of one call are not known', () => {
    const rows = published.rows.map((row, index) => (index === 7 ? { ...row, output_tokens: null } : row))
    const blind = scoreJudgements(rows, panelHere.facts)
    expect(blind.tokens).toBeUndefined()
    expect(scoreReport(blind, published)).toContain('unknown (at $0.25 per million tokens in, $2 out)')
  })

  it('counts without the evidence, and says that no citation was checked', () => {
    const blind = scoreJudgements(published.rows, new Map())
    expect(blind.controls).toEqual(score.controls)
    expect(blind.unchecked).toBe(90)
    expect(blind.cases.every(({ citations }) => citations === undefined)).toBe(true)
    expect(blind.offline.at(-1)).toEqual({ judge: 'rule', correct: undefined })
  })

  it('says of an offline judge alone that no model was asked', () => {
    const header = new Map([...published.header, ['server', 'none'], ['model asked for', 'rule']])
    expect(scoreReport(score, { ...published, header })).toContain('none: no model was asked')
    expect(scoreReport(score, published)).not.toContain('no model was asked')
  })

  it('fits a terminal of 80 columns', () => {
    const report = scoreReport(score, published)
    expect(report.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(report).toContain('$0.1297 at $0.25 per million tokens in, $2 out')
  })
})

describe('the score of a planted judge', () => {
  /** What is wrong with a judge, by the one figure that is meant to show it. */
  const alarms = (judge: PlantedJudge) => {
    const { controls, open, citations } = scoreJudgements(judgedBy(judge), panelHere.facts)
    const { whereRight, whereWrong } = controls
    return Object.entries({
      'too few controls right': controls.correct * 4 < controls.calls * 3,
      'as sure where wrong as where right': whereRight && whereWrong && whereWrong.compare(whereRight) >= 0,
      'citations of lines that no tool returned': citations.unobserved > 0,
      'settles what code cannot settle': open.verdicts.undecidable < open.calls,
      'citations that contradict their verdict': citations.contradicts > 0,
      'verdicts without the line that they need': citations.none > 0,
    }).flatMap(([name, rings]) => (rings ? [name] : []))
  }

  it.each([
    ['perfect', []],
    ['coin', ['too few controls right']],
    ['overconfident', ['as sure where wrong as where right']],
    ['forger', ['citations of lines that no tool returned']],
    ['first-match', ['settles what code cannot settle']],
  ] as const)('shows what is wrong with the judge %s, and nothing else', (name, rings) => {
    expect(alarms(plantedJudges[name])).toEqual(rings)
  })

  it('tells a perfect judge from a coin by a wide margin', () => {
    const right = (judge: PlantedJudge) => scoreJudgements(judgedBy(judge), panelHere.facts).controls.correct
    expect(right(plantedJudges.perfect)).toBe(27)
    // A fair coin gives at least 20 of 27 with a probability of 0.0096 (binomial tail, computed independently).
    expect(right(plantedJudges.coin)).toBeLessThan(20)
  })
})

describe('an offline judge', () => {
  it.each(offlineJudges)('replies in the form that is asked for, and gets what the score says: %s', async (judge) => {
    const ask = askOffline(judge, panelHere.cases)
    const rows = await Promise.all(
      panelHere.cases.flatMap((judged) =>
        Array.from({ length: 9 }, async (_, index): Promise<Judged> => {
          const body = await ask(requestFor(judged, { model: judge }), async () => {})
          const call = { case: judged.id, repeat: index + 1 }
          return row(judged, index + 1, verdictOf(call, readReply(body)))
        }),
      ),
    )
    const { controls, offline, citations } = scoreJudgements(rows, panelHere.facts)
    expect(controls.correct).toBe(offline.find((other) => other.judge === judge)?.correct)
    expect([citations.contradicts, citations.unobserved]).toEqual([0, 0])
  })
})

describe('any score', () => {
  it('counts every call once, whatever the judgements say', () => {
    const facts = factsOfPanel(panelHere.cases)
    const said = fc.record({
      verdict: fc.constantFrom(...labels),
      citation: fc.constantFrom('none', 'agent/src/tools/fs.ts:42', 'invented.ts:1', 'package.json:2'),
      confidence: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
      reason: fc.constant('A fixture.'),
    })
    fc.assert(
      fc.property(fc.infiniteStream(said), (stream) => {
        const rows = judgedBy(
          () => stream.next().value ?? { verdict: 'grounded', citation: 'none', confidence: 0, reason: '' },
        )
        const { cases, controls, open, citations } = scoreJudgements(rows, facts)
        const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0)
        expect(cases.map(({ verdicts }) => sum(verdicts))).toEqual(cases.map(({ calls }) => calls))
        expect(cases.map((scored) => scored.citations && sum(scored.citations))).toEqual(
          cases.map(({ calls }) => calls),
        )
        expect(sum(citations)).toBe(36)
        expect(sum(open.verdicts)).toBe(open.calls)
        expect(controls.calls + open.calls).toBe(36)
        const wrong = rows.filter((row) => row.kind === 'control' && row.verdict !== row.known_answer)
        expect(controls.correct + wrong.length).toBe(controls.calls)
      }),
      { numRuns: 50 },
    )
  })
})

/** The judgements that a planted judge gives of the repository's own panel, nine of each case. */
function judgedBy(judge: PlantedJudge): Judged[] {
  return panelHere.cases.flatMap((judged) =>
    Array.from({ length: 9 }, (_, before) => {
      const reply = judge(judged, before)
      return row(judged, before + 1, { ...reply, confidence: Math.round(reply.confidence * 100) })
    }),
  )
}

function row(
  { id, kind, knownAnswer }: (typeof panelHere.cases)[number],
  repeat: number,
  { verdict, citation, confidence, reason }: Pick<Judged, 'verdict' | 'citation' | 'confidence'> & { reason: string },
): Judged {
  const tokens = { input_tokens: null, output_tokens: null }
  return { case: id, kind, known_answer: knownAnswer, repeat, verdict, citation, confidence, ...tokens, reason }
}
