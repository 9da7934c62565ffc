import { rmSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import type { ScratchCopy } from '../testing/scratch-copy.ts'
import {
  changeCell,
  copyWithOlderSite,
  entries,
  escaped,
  expectBroken,
  expectRed,
  linesWith,
  measured,
  post,
  rowsOf,
  table,
  trace,
} from './testing/red-build.ts'

/*
 * The build can go red before anything is rendered. Each test breaks one thing in a scratch copy of the real project and
 * runs the real `astro build`. Expected values are those of the published measurement, or follow from them by the one
 * change that the test makes.
 */

// Five builds at a time: each takes some seconds, and many times that where other work runs beside them.
vi.setConfig({ testTimeout: 400_000 })

describe.concurrent('one changed cell of the table names each sentence that it breaks', () => {
  it.for<[column: string, name: string, repeat: number, to: string, broken: string[], says: string[]]>([
    [
      'verdict',
      'binary-control',
      1,
      'unevidenced',
      ['controls.correct', 'controls.grounded.calls', 'controls.one-wrong-is-undecidable', 'citations.none-caught'],
      ['found     53\n  expected  52'],
    ],
    [
      'confidence',
      'copies-only',
      5,
      '0.66',
      ['undecidable.confidence', 'calls.lowest-confidence'],
      ['found     0.65\n  expected  0.66'],
    ],
    [
      'citation',
      'retired-control',
      9,
      'none',
      ['citations.retired-control', 'citations.open-in-source', 'citations.open-consistent'],
      ['found     nine\n  expected  eight', 'found     36\n  expected  35'],
    ],
    ['input_tokens', 'loop-demo', 1, '2413', ['tokens.input'], ['found     142,893\n  expected  142,894']],
  ])('%s', async ([column, name, repeat, to, broken, says], context) => {
    const copy = copyWithOlderSite(context)
    changeCell(copy, name, repeat, column, to)
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    expectBroken(ended, copy, broken)
    for (const part of says) expect(ended.output).toContain(part)
  })

  it('repeat, which leaves no measurement to compute from', async (context) => {
    const copy = copyWithOlderSite(context)
    changeCell(copy, 'loop-demo', 9, 'repeat', '8')
    const [eighth = 0, ninth = 0] = rowsOf(copy, 'loop-demo', 8)
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    const says = `case loop-demo, repeat 8 stands twice: on lines ${eighth + 1} and ${ninth + 1}`
    expect(entries(ended.output)).toEqual([expect.stringContaining(`${table}:${ninth + 1}  ${says}`)])
  })
})

/** A way to break the project, and how each entry of the one report has to begin. */
type Breakage = [what: string, change: (copy: ScratchCopy) => void, says: (copy: ScratchCopy) => (string | RegExp)[]]

const placeIn = (copy: ScratchCopy, text: string) => `${post}:${linesWith(copy, post, text)[0]}`
const opening = '<VerdictGrid />\n'

const inProse: Breakage[] = [
  [
    'a changed number in the prose',
    (copy) => copy.replace(post, '<Num of="tokens.output">46,964</Num>', '<Num of="tokens.output">46,965</Num>'),
    (copy) => [`${placeIn(copy, '46,965')}:`, 'tokens.output disagrees', 'found     46,965', 'expected  46,964'],
  ],
  [
    'a bare digit in the prose',
    (copy) => copy.replace(post, opening, `${opening}\nIt was asked 7 times.\n`),
    (copy) => [`${placeIn(copy, 'asked 7 times')}:14  `, 'the number "7" is bound to nothing'],
  ],
  [
    'a literal that no longer occurs',
    (copy) => copy.replace(post, 'literals:\n', 'literals:\n  - text: post 4711\n    why: an earlier post\n'),
    (copy) => [`${placeIn(copy, 'text: post 4711')}:`, 'the literal "post 4711" covers no number'],
  ],
  [
    'a figure that nobody defined',
    (copy) => copy.replace(post, '<Num of="tokens.output">', '<Num of="tokens.outputs">'),
    (copy) => [`${placeIn(copy, 'tokens.outputs')}:`, 'no figure is called tokens.outputs', 'tokens.output'],
  ],
  [
    'a sentence whose own number makes its claim false',
    (copy) => copy.replace(post, 'less than 0.002 apart', 'less than 0.001 apart'),
    (copy) => [`${placeIn(copy, '0.001 apart')}:`, 'grounded.gap-below does not hold', 'less than 0.001 apart'],
  ],
]

const inTable: Breakage[] = [
  [
    'a row removed',
    (copy) => dropLine(copy, rowsOf(copy, 'corpus-hit', 4)[0] ?? -1),
    (copy) => [`${table}:${(rowsOf(copy, 'corpus-hit', 1)[0] ?? 0) + 1}  case corpus-hit lacks repeat 4`],
  ],
  [
    'a row duplicated',
    (copy) => copy.write(table, `${copy.read(table)}${copy.read(table).split('\n').at(-2)}\n`),
    (copy) => [`${table}:${copy.read(table).split('\n').length - 1}  case retired-control, repeat 9 stands twice`],
  ],
  [
    'a ragged row',
    (copy) => copy.replace(table, '\t1818\t1357\t-\n', '\t1818\t1357\n'),
    (copy) => [`${table}:${linesWith(copy, table, '\t1818\t1357')[0]}  is a ragged row: 9 cells`, 'expected  10 cells'],
  ],
]

const inTrace: Breakage[] = [
  [
    'a trace that is cut off',
    (copy) => copy.write(trace, copy.read(trace).slice(0, 1000)),
    () => [`${trace}  is not JSON`],
  ],
  [
    'a frame of an unknown type',
    (copy) => copy.write(trace, copy.read(trace).replace(/"type":\s*"assistant"/, '"type": "thinking"')),
    () => [new RegExp(`^${trace}  is no trace: at frames › \\d+ › type`), 'found     "thinking"'],
  ],
  [
    'a tool result of an unknown shape',
    (copy) => copy.write(trace, copy.read(trace).replace(/"filesSearched":/, '"filesScanned":')),
    () => [new RegExp(`^${trace}  is no trace: at frames › \\d+ › result`), 'filesScanned'],
  ],
]

function dropLine(copy: ScratchCopy, index: number): void {
  copy.write(table, copy.read(table).split('\n').toSpliced(index, 1).join('\n'))
}

describe.concurrent('the build fails before rendering, with one entry, at', () => {
  it.for([...inProse, ...inTable, ...inTrace])('%s', async ([, change, says], context) => {
    const copy = copyWithOlderSite(context)
    const before = [post, table, trace].map(copy.read)
    change(copy)
    expect([post, table, trace].map((file) => copy.has(file) && copy.read(file))).not.toEqual(before)
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    const [entry = '', ...more] = entries(ended.output)
    expect(more).toEqual([])
    for (const part of says(copy)) expect(entry).toMatch(part instanceof RegExp ? part : new RegExp(escaped(part)))
  })
})

describe.concurrent('the build fails before rendering, with an entry for each, at', () => {
  it('claims that the data no longer bear out', async (context) => {
    const copy = copyWithOlderSite(context)
    changeCell(copy, 'v4-model-name', 2, 'verdict', 'undecidable')
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    expectBroken(ended, copy, ['open.only-grounded', 'open.never-undecidable', 'open.grounded', 'undecidable.calls'])
    expect(ended.output).toContain('found     None of them says anything else.')
  })

  it('three disagreements of three kinds', async (context) => {
    const copy = copyWithOlderSite(context)
    copy.replace(post, '<Num of="tokens.output">46,964</Num>', '<Num of="tokens.output">46,965</Num>')
    copy.replace(post, opening, `${opening}\nIt was asked 7 times.\n`)
    copy.replace(post, '<Claim of="clean.raises-mean">', '<Claim of="clean.raises-means">')
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    expect(ended.output).toContain('The sources do not agree: 3 disagreements')
    const places = ['asked 7 times', 'clean.raises-means', '46,965'].map((text) => `${placeIn(copy, text)}:`)
    expect(entries(ended.output)).toEqual(places.map((place) => expect.stringContaining(place)))
  })

  it('elements that nothing can draw', async (context) => {
    const copy = copyWithOlderSite(context)
    copy.replace(post, opening, `${opening}\n<Foo />\n`)
    copy.replace(post, '<Reason of="source-only" repeat={2} />', '<Reason of="source-only" repeat={3} />')
    copy.replace(post, '<Run of="retired-control" />', '<Run of="retired" />')
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    const elements = ['<Foo />', '<Reason of="source-only" repeat={3} />', '<Run of="retired" />']
    const places = elements.map((text) => `${placeIn(copy, text)}:1  `)
    expect(entries(ended.output)).toEqual(places.map((place) => expect.stringContaining(place)))
  })

  it('a project without its post', async (context) => {
    const copy = copyWithOlderSite(context)
    rmSync(copy.path(post))
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    const [folder, floor] = entries(ended.output)
    expect(folder).toContain('judging-a-moving-target  is a folder without a post')
    expect(floor).toContain('site/gate.json  the gate met fewer posts than are committed')
    expect(floor).toContain('found     0\n  expected  at least 1')
  })

  it('empty data files', async (context) => {
    const copy = copyWithOlderSite(context)
    const empty = [table, `${measured}/evidence.tsv`, `${measured}/runs.tsv`, trace]
    for (const file of empty) copy.write(file, '')
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    expect(entries(ended.output)).toEqual(empty.map((file) => expect.stringMatching(new RegExp(`^${escaped(file)}`))))
  })
})
