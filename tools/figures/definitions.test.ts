import { describe, expect, it } from 'vitest'
import type { Observation } from '../eval/evidence.ts'
import type { Judgement } from '../judge/judgements.ts'
import { computeFigures } from './compute.ts'
import { figures } from './definitions.ts'
import { writeFigure } from './format.ts'
import { type MeasurementFiles, measure } from './measurement.ts'
import { plainRows, publishedFiles } from './testing/published.ts'

const files = publishedFiles()
const computed = computeFigures(measure(files))
const written = (id: string) => {
  const figure = computed.get(id)
  if (!figure) throw new Error(`no figure is called ${id}`)
  return figure.computed ? writeFigure(figure.computed.value, figure.computed.format) : 'no value'
}
const rounded = (id: string, decimals: number) => computed.get(id)?.computed?.value.toFixed(decimals)

describe('every row of the list of published figures, over the published files', () => {
  // Expected values: the table "Figures" of FACTS, row by row, as the published measurement states them.
  const rows: [string, Record<string, string>][] = [
    [
      'cases / controls / open / repeats / calls',
      { 'panel.cases': '10', 'controls.cases': '6', 'open.cases': '4', 'panel.repeats': '9', 'panel.calls': '90' },
    ],
    [
      'control calls, correct, majorities correct',
      { 'controls.calls': '54', 'controls.correct': '53', 'controls.wrong': '1', 'controls.majorities': '6' },
    ],
    ['open calls, grounded', { 'open.calls': '36', 'open.grounded': '36', 'open.confidence': '0.9283' }],
    ['open without retired-control', { 'clean.calls': '27', 'clean.grounded': '27', 'clean.confidence': '0.9307' }],
    [
      '`undecidable` in all calls; where; its confidence',
      {
        'undecidable.calls': '1',
        'case.copies-only.undecidable': '1',
        'undecidable.on-open': '0',
        'undecidable.confidence': '0.65',
      },
    ],
    ['control calls that are right', { 'correct.confidence': '0.8962' }],
    [
      'by label on controls',
      {
        'controls.from-copy.confidence': '0.8350',
        'controls.from-copy.calls': '8',
        'controls.unevidenced.confidence': '0.8941',
        'controls.unevidenced.calls': '27',
        'controls.grounded.confidence': '0.9267',
        'controls.grounded.calls': '18',
      },
    ],
    ['open grounded against control grounded', { 'open.grounded.confidence': '0.9283', 'grounded.gap': '+0.0017' }],
    ['lowest confidence of a call', { 'calls.lowest-confidence': '0.65' }],
    ['citations', { 'citations.contradicting': '0', 'citations.unobserved': '0' }],
    ['open rows that cite the source', { 'citations.open-in-source': '36', 'citations.retired-control': '9' }],
    ['corpus-hit', { 'corpus-hit.matches': '40', 'corpus-hit.copies': '16', 'corpus-hit.source': '1' }],
    ['named-only', { 'named-only.observations': '68', 'named-only.file-names': '68' }],
    [
      'retired-control',
      {
        'retired-control.frames': '12',
        'retired-control.tool-calls': '5',
        'retired-control.observations': '77',
        'retired-control.source': '1',
        'retired-control.copies': '2',
        'retired-control.copied-lines': '1',
      },
    ],
    ['its context', { 'retired-control.context.first': '209', 'retired-control.context.peak': '4,344' }],
    ['the earlier verdict row', { 'verdict-row.returned': '2', 'verdict-row.runs': '1' }],
    ['model-name runs', { 'runs.model-name': '5', 'runs.model-name.undecidable': '3' }],
    ['tokens', { 'tokens.input': '142,893', 'tokens.output': '46,964' }],
    // Its runs are binary-control and retired-control: two cases of the panel, nine calls each.
    ['calls on the question of the binary extensions', { 'binary-extensions.calls': '18' }],
    ['price and cost', { 'price.input': '$0.2500', 'price.output': '$2.0000', cost: '$0.1297' }],
    // From the list of claims.
    [
      'judges that ask nobody',
      {
        'always-grounded.cases': '2',
        'always-undecidable.cases': '0',
        'rule.cases': '6',
        'open.ruled-undecidable': '4',
      },
    ],
  ]
  it.each(rows)('%s', (_, expected) => {
    expect(Object.fromEntries(Object.keys(expected).map((id) => [id, written(id)]))).toEqual(expected)
  })

  // As FACTS prints them: counts by label, and the mean with two decimals.
  const perCase: [string, Record<string, number>, string][] = [
    ['binary-control', { grounded: 9 }, '0.91'],
    ['named-only', { unevidenced: 9 }, '0.91'],
    ['empty-search', { unevidenced: 9 }, '0.91'],
    ['source-only', { grounded: 9 }, '0.94'],
    ['copies-only', { 'from-copy': 8, undecidable: 1 }, '0.81'],
    ['no-results', { unevidenced: 9 }, '0.86'],
    ['loop-demo', { grounded: 9 }, '0.93'],
    ['corpus-hit', { grounded: 9 }, '0.93'],
    ['v4-model-name', { grounded: 9 }, '0.93'],
    ['retired-control', { grounded: 9 }, '0.92'],
  ]
  it.each(perCase)('the case %s', (name, counts, mean) => {
    for (const label of ['grounded', 'from-copy', 'undecidable', 'unevidenced'])
      expect([label, written(`case.${name}.${label}`)]).toEqual([label, String(counts[label] ?? 0)])
    expect(rounded(`case.${name}.confidence`, 2)).toBe(mean)
    expect(written(`case.${name}.calls`)).toBe('9')
  })

  it('the means of FACTS with two decimals, and the lowest mean of a case', () => {
    expect(rounded('open.confidence', 2)).toBe('0.93')
    expect(rounded('cases.lowest-confidence', 2)).toBe('0.81')
  })
})

describe('an independent recount: plain splitting of lines, and whole numbers of hundredths in BigInt', () => {
  const judgements = plainRows('judgements.tsv')
  const evidence = plainRows('evidence.tsv')
  const hundredths = (row: Record<string, string>) => BigInt((row.confidence ?? '').replace('.', ''))
  /** Four decimals by schoolbook long division, the last one rounded half up. */
  const mean = (rows: readonly Record<string, string>[]) => {
    const total = rows.reduce((sum, row) => sum + hundredths(row), 0n)
    const tenthousandths = (total * 1000n) / BigInt(rows.length)
    return `0.${(tenthousandths / 10n + (tenthousandths % 10n >= 5n ? 1n : 0n)).toString().padStart(4, '0')}`
  }
  const sum = (column: string) => judgements.reduce((total, row) => total + BigInt(row[column] ?? ''), 0n)
  const open = judgements.filter(({ kind }) => kind === 'open')
  const right = judgements.filter((row) => row.kind === 'control' && row.verdict === row.known_answer)

  it('gives the same counts, means, sums and cost', () => {
    expect(written('open.confidence')).toBe(mean(open))
    expect(written('clean.confidence')).toBe(mean(open.filter((row) => row.case !== 'retired-control')))
    expect(written('correct.confidence')).toBe(mean(right))
    expect(written('controls.correct')).toBe(String(right.length))
    for (const label of ['grounded', 'unevidenced', 'from-copy'])
      expect(written(`controls.${label}.confidence`)).toBe(
        mean(judgements.filter(({ kind, verdict }) => kind === 'control' && verdict === label)),
      )
    expect(written('tokens.input').replaceAll(',', '')).toBe(String(sum('input_tokens')))
    expect(written('tokens.output').replaceAll(',', '')).toBe(String(sum('output_tokens')))
    // A quarter of a millionth of a dollar an input token, two millionths an output token: in hundred-millionths.
    const cents = sum('input_tokens') * 25n + sum('output_tokens') * 200n
    expect(computed.get('cost')?.computed?.value.toFixed(8)).toBe(`0.${cents}`)
  })

  it('gives the same evidence', () => {
    const of = (run: string, carries?: string) =>
      evidence.filter((row) => row.run === run && (carries === undefined || row.carries === carries))
    expect(written('named-only.observations')).toBe(String(of('named-only').length))
    expect(written('named-only.file-names')).toBe(String(of('named-only').filter(({ line }) => line === '-').length))
    expect(written('corpus-hit.matches')).toBe(String(of('corpus-hit').length))
    expect(written('corpus-hit.besides')).toBe(String(of('corpus-hit').length - of('corpus-hit', 'source').length))
    expect(written('retired-control.copies')).toBe(String(of('retired-control', 'copy').length))
    const shown = evidence.filter(({ file, line }) => /(^|\/)verdicts\.tsv$/.test(file ?? '') && line === '44')
    expect(written('verdict-row.returned')).toBe(String(shown.length))
    expect(new Set(shown.map(({ run }) => run))).toEqual(new Set(['retired-control']))
    expect(written('verdict-row.calls')).toBe(String(open.filter((row) => row.case === 'retired-control').length))
  })

  it('gives the same labels of the runs, from which lines each run returned', () => {
    const runs = plainRows('runs.tsv').filter(({ question }) => question === 'model-name')
    const has = (run: string | undefined, carries: string) =>
      evidence.some((row) => row.run === run && row.carries === carries)
    const both = runs.filter(({ run }) => has(run, 'source') && has(run, 'copy'))
    expect(written('runs.model-name')).toBe(String(runs.length))
    expect(written('runs.model-name.undecidable')).toBe(String(both.length))
  })
})

describe('the rows behind a figure', () => {
  it('are the rows that it was computed from', () => {
    const only = computed.get('undecidable.confidence')?.computed?.from.rows
    const lines = plainRows('judgements.tsv').filter(({ verdict }) => verdict === 'undecidable')
    expect(only?.map(({ at }) => at.line)).toHaveLength(lines.length)
    const [row] = only ?? []
    expect(row).toMatchObject({ case: 'copies-only', repeat: 5, verdict: 'undecidable' })
    // 0.65 stands once in the file.
    expect(computed.get('calls.lowest-confidence')?.computed?.from.rows).toEqual([row])
  })

  it('move the figure when one of them changes', () => {
    const changed = withJudgements((row) =>
      row.case === 'loop-demo' && row.repeat === 1 ? { ...row, confidence: 0 } : row,
    )
    const value = (id: string, of: ReturnType<typeof computeFigures>) => of.get(id)?.computed?.value.toFixed(4)
    for (const id of ['open.confidence', 'clean.confidence', 'case.loop-demo.confidence', 'calls.lowest-confidence'])
      expect([id, value(id, changed)]).not.toEqual([id, value(id, computed)])
    expect(value('correct.confidence', changed)).toBe(value('correct.confidence', computed))
  })

  const withJudgements = (change: (row: Judgement) => Judgement) =>
    computeFigures(measure({ ...files, judgements: { ...files.judgements, rows: files.judgements.rows.map(change) } }))
})

describe('figures of no rows', () => {
  const nothing: MeasurementFiles = {
    judgements: { ...files.judgements, rows: [], price: undefined },
    evidence: [],
    runs: [],
    traces: [],
  }
  const of = (changed: Partial<MeasurementFiles>) => computeFigures(measure({ ...nothing, ...changed }))

  it('have no value where they are a mean, a least, a share, a price or a size, and are zero where they count', () => {
    const values = [...of({}).values()]
    expect(values).toHaveLength(Object.keys(figures).length)
    const counts = values.filter(({ computed }) => computed?.format.unit === 'count')
    const fixed = new Set(['panel.labels', 'agent.tools'])
    for (const { id, computed } of counts)
      if (!fixed.has(id)) expect([id, computed?.value.toFixed(0)]).toEqual([id, '0'])
    const others = values.filter(({ computed }) => computed && computed.format.unit !== 'count').map(({ id }) => id)
    // A sum of no tokens is none.
    expect(others).toEqual(['tokens.input', 'tokens.output'])
  })

  it('do not crash where only one kind of call is there', () => {
    const { rows } = files.judgements
    const only = (kind: Judgement['kind']) =>
      of({ ...files, judgements: { ...files.judgements, rows: rows.filter((row) => row.kind === kind) } })
    expect(only('control').get('open.confidence')?.computed).toBeUndefined()
    expect(only('control').get('grounded.gap')?.computed).toBeUndefined()
    expect(only('open').get('correct.confidence')?.computed).toBeUndefined()
    expect(only('open').get('controls.share-correct')?.computed).toBeUndefined()
  })

  it('have no value where the trace is not here, the tokens are not known, or the price is not', () => {
    expect(of({ ...files, traces: [] }).get('retired-control.tool-calls')?.computed).toBeUndefined()
    expect(of({ ...files, traces: [] }).get('retired-control.frames')?.computed).toBeUndefined()
    expect(
      of({ ...files, judgements: { ...files.judgements, price: undefined } }).get('cost')?.computed,
    ).toBeUndefined()
    const [first, ...rest] = files.judgements.rows
    if (!first) throw new Error('there are no judgements')
    const unknown = of({
      ...files,
      judgements: { ...files.judgements, rows: [{ ...first, input_tokens: null }, ...rest] },
    })
    expect(unknown.get('tokens.input')?.computed).toBeUndefined()
    expect(unknown.get('cost')?.computed).toBeUndefined()
    expect(unknown.get('tokens.output')?.computed).toBeDefined()
  })

  it('name a case whose evidence is not known', () => {
    const rows = files.judgements.rows.map((row) => (row.case === 'loop-demo' ? { ...row, case: 'fixture-case' } : row))
    expect(() => of({ ...files, judgements: { ...files.judgements, rows } })).toThrow(/no case and no run fixture-case/)
  })
})

describe('sums', () => {
  it('stay exact where they pass what a binary number can hold', () => {
    const rows = files.judgements.rows.slice(0, 40).map((row) => ({ ...row, input_tokens: 999_999_999_999_999 }))
    const total = computeFigures(measure({ ...files, judgements: { ...files.judgements, rows } })).get('tokens.input')
    expect(total?.computed?.value.numerator).toBe(40n * 999_999_999_999_999n)
  })
})

describe('the names of figures', () => {
  it('are a figure’s own: no two figures are described in the same words', () => {
    const words = Object.values(figures).map(({ says }) => says)
    expect(words.filter((text, index) => words.indexOf(text) !== index)).toEqual([])
  })

  it('stand for what is computed from rows that can be pointed at', () => {
    const pointless = [...computed.values()].filter(
      ({ computed: value }) => value && value.value.numerator !== 0n && value.from.rows.length === 0,
    )
    // How many labels and tools there are is a fact of the code.
    expect(pointless.map(({ id }) => id)).toEqual(['panel.labels', 'agent.tools'])
  })
})

// The evidence rows carry where they stand; a figure of them points there.
it('evidence rows keep their line', () => {
  const rows = computed.get('corpus-hit.source')?.computed?.from.rows as readonly Observation[] | undefined
  expect(rows?.map(({ file, line }) => `${file}:${line}`)).toEqual(['agent/src/config.ts:1'])
})
