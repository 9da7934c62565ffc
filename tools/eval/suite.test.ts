import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { formatTable, parseTable } from '../tsv/table.ts'
import { gradeTrace } from './grade.ts'
import { questionOfId } from './question.ts'
import { readRecorded } from './read.ts'
import { suiteReport, traceReport } from './report.ts'
import { checkEvidence, gradedColumns, gradeSuite, type Recorded } from './suite.ts'
import { fixtureRun, frames, search, source } from './testing/fixture-run.ts'

const recorded = readRecorded(fileURLToPath(new URL('../../', import.meta.url)))
const published = [
  'named-only',
  'empty-search',
  'loop-demo',
  'corpus-hit',
  'v4-model-name',
  'binary-control',
  'retired-control',
]
const fixture = {
  file: 'fixture-run.json',
  trace: fixtureRun(frames(search(source)), { answer: 'agent/src/config.ts' }),
}
const strange = {
  file: 'fixture-strange.json',
  trace: { ...fixtureRun([], { task: 'What is this?' }), id: 'fixture-strange' },
}

describe('the suite of recorded runs', () => {
  // Expected labels: the published post's two tables. Expected counts: evidence.tsv recounted with cut, sort and uniq -c.
  it('grades each of the seven published runs', () => {
    const { graded } = gradeSuite(recorded)
    const rows = graded.filter(({ run }) => published.includes(run))
    expect(rows.map((row) => [row.run, row.observations, row.source, row.copies, row.provenance])).toEqual([
      ['named-only', 68, 0, 0, 'unevidenced'],
      ['empty-search', 0, 0, 0, 'unevidenced'],
      ['loop-demo', 118, 1, 1, 'undecidable'],
      ['corpus-hit', 40, 1, 16, 'undecidable'],
      ['v4-model-name', 40, 1, 1, 'undecidable'],
      ['binary-control', 44, 1, 0, 'grounded'],
      ['retired-control', 77, 1, 2, 'undecidable'],
    ])
  })

  it('says nothing of what only a trace can tell where it has no trace', () => {
    const { graded } = gradeSuite({ ...recorded, traces: [] })
    expect(graded.map((row) => [row.graded_from, row.recomputed_outcome, row.unread_claims])).toEqual(
      published.map(() => ['evidence', null, null]),
    )
    const found = graded.find(({ run }) => run === 'binary-control')
    expect(found?.tools).toEqual(['search_files', '?', '?', 'search_files', 'search_files'])
  })

  it('grades a trace that no other file names, by the question it was asked', () => {
    const { graded, ungraded } = gradeSuite({ runs: [], evidence: [], traces: [fixture, strange] })
    expect(graded).toEqual([
      {
        run: 'fixture-run',
        graded_from: 'trace',
        question: 'model-name',
        tools: ['search_files'],
        observations: 1,
        recorded_outcome: 'failure',
        recomputed_outcome: 'partial',
        unread_claims: null,
        provenance: 'grounded',
        source: 1,
        copies: 0,
      },
    ])
    expect(ungraded).toEqual([strange])
  })

  it('names the file of a trace that it cannot grade', () => {
    const broken = { file: 'fixture-broken.json', trace: fixtureRun([frames(search(source))[0]]) }
    expect(() => gradeSuite({ runs: [], evidence: [], traces: [broken] })).toThrow(
      'fixture-broken.json  frame 2 is a tool call without a result',
    )
  })

  it('writes a table that reads back as itself', () => {
    const { graded } = gradeSuite(recorded)
    const written = formatTable(gradedColumns, new Map(), graded)
    expect(parseTable(gradedColumns, written, 'fixture.tsv').rows.map(({ at, ...cells }) => cells)).toEqual(graded)
  })
})

describe('the evidence file', () => {
  const changed = (change: (rows: Recorded['evidence']) => Recorded['evidence']) =>
    checkEvidence({ ...recorded, evidence: change(recorded.evidence) })
  const isRetired = ({ run }: { run: string }) => run === 'retired-control'
  const first = recorded.evidence.findIndex(isRetired)

  it('is what the traces hold', () => {
    expect(checkEvidence(recorded)).toEqual([])
    expect(recorded.traces.some(({ trace }) => trace.id === 'retired-control')).toBe(true)
  })

  it('is found out by one changed cell, with the row that differs', () => {
    const [found] = changed((rows) =>
      rows.map((row) => (isRetired(row) && row.line === 351 && row.call === 2 ? { ...row, carries: 'no' } : row)),
    )
    expect(found).toMatchObject({
      run: 'retired-control',
      problem: expect.stringContaining('observation 30 of run retired-control'),
      found: 'call 2, search_files, site/src/content/posts/04-does-it-work/trace-b-binary.json:351, no',
      expected: 'call 2, search_files, site/src/content/posts/04-does-it-work/trace-b-binary.json:351, copy',
    })
    expect(found?.file).toMatch(/evidence\.tsv$/)
    expect(found?.line).toBe(recorded.evidence[first + 29]?.at.line)
  })

  it('is found out by a row removed, a row added, and two rows exchanged', () => {
    expect(changed((rows) => rows.slice(0, -1))).toHaveLength(1)
    expect(changed((rows) => [...rows, rows.at(-1) ?? fail()])).toHaveLength(1)
    expect(changed((rows) => rows.filter((_, index) => index !== first))).toHaveLength(1)
    expect(changed((rows) => rows.flatMap((row, index) => (index === first ? [row, row] : [row])))).toHaveLength(1)
    expect(
      changed((rows) => rows.with(first, rows[first + 1] ?? fail()).with(first + 1, rows[first] ?? fail())),
    ).toHaveLength(1)
  })
})

describe('the report', () => {
  it('lays out two lines per run, in 80 columns, and says what it does not know', () => {
    const from = { runs: recorded.runs.filter(({ run }) => run === 'binary-control'), evidence: recorded.evidence }
    const { graded, ungraded } = gradeSuite({ ...from, traces: [fixture, strange] })
    expect(`\n${suiteReport(graded, ungraded)}\n`).toBe(`
run             observed  recorded  recomputed  provenance  source  copies
binary-control        44  success   ?           grounded         1       0
  search_files, ? ×2, search_files ×2
fixture-run            1  failure   partial     grounded         1       0
  search_files

2 runs: 1 graded from the trace, 1 from the evidence alone.
?  not known without the trace: the answer, and which tool found nothing.
fixture-strange.json is not graded: no known answer to its question (--question ID).
`)
  })

  it('of one trace names every line that carries the answer', () => {
    const question = questionOfId('model-name')
    expect(`\n${traceReport(fixture, question, gradeTrace(fixture.trace, question))}\n`).toBe(`
fixture-run.json
  question    model-name
  tools       search_files
  outcome     partial (recorded: failure)
  unread      none
  provenance  1 source line, no copies among 1 observation: grounded
  source      agent/src/config.ts:1, call 1
`)
  })
})

function fail(): never {
  throw new Error('no such row')
}
