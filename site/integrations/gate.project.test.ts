import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, type TestContext, vi } from 'vitest'
import { computeFigures } from '../../tools/figures/compute.ts'
import { checkBuilt } from '../../tools/gate/built.ts'
import { readProject } from '../../tools/gate/project.ts'
import { plant, planted } from '../testing/planted.ts'
import { type Ended, type ScratchCopy, scratchCopy, takeSnapshot } from '../testing/scratch-copy.ts'

/*
 * The build can go red. Each test breaks one thing in a scratch copy of the real project, in which a complete site of an
 * earlier build stands, and runs the real `astro build`. Expected values are those that FACTS gives for the published
 * measurement, or follow from them by the one change that the test makes.
 */

const measured = 'site/content/posts/judging-a-moving-target'
const post = `${measured}/index.mdx`
const table = 'judgements.tsv'
const trace = `${measured}/trace-retired-control.json`

// On two idle cores the file takes about a minute and a half, and several times that where other work runs beside it.
vi.setConfig({ testTimeout: 400_000, hookTimeout: 200_000 })

const snapshot = takeSnapshot()
/** A scratch copy that is built as it stands: its `dist` is the older site that a failing build must not leave. */
let built: ScratchCopy

beforeAll(async () => {
  built = scratchCopy(snapshot)
  const { code, output } = await built.astro('build')
  expect(output).toContain('built site agrees')
  expect(code).toBe(0)
  cpSync(built.path('dist'), built.path('older'), { recursive: true })
})
afterAll(() => built.remove())

/** A scratch copy in which the older site stands; removed after the test. */
function copyWithOlderSite({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): ScratchCopy {
  const copy = scratchCopy(snapshot)
  onTestFinished(copy.remove)
  cpSync(built.path('older'), copy.path('dist'), { recursive: true })
  return copy
}

/** Changes one cell of the table of judgements, which is found by its case and repeat. */
function changeCell(copy: ScratchCopy, name: string, repeat: number, column: string, to: string): void {
  const lines = copy.read(table).split('\n')
  const names = lines.find((line) => line.startsWith('case\t'))?.split('\t') ?? []
  const [index] = rowsOf(copy, name, repeat)
  const row = lines[index ?? -1] ?? ''
  const cells = row.split('\t')
  cells[names.indexOf(column)] = to
  copy.replace(table, row, cells.join('\t'))
}

/** Which lines of the table, from 0, hold a case's repeat. */
function rowsOf(copy: ScratchCopy, name: string, repeat: number): number[] {
  const begins = new RegExp(`^${name}\t[^\t]+\t[^\t]+\t${repeat}\t`)
  return copy
    .read(table)
    .split('\n')
    .flatMap((line, index) => (begins.test(line) ? [index] : []))
}

/** On which lines of a file, from 1, a text begins. */
function linesWith(copy: ScratchCopy, file: string, text: string): number[] {
  return copy
    .read(file)
    .split('\n')
    .flatMap((line, index) => Array<number>(line.split(text).length - 1).fill(index + 1))
}

/** The entries of a report: each begins at the start of a line, with its place. */
function entries(output: string): string[] {
  const [, after = ''] = output.split(/^The .*: \d+ disagreements?\n\n/m)
  return after.split('\n\nNothing was published')[0]?.split('\n\n') ?? []
}

/** What holds of every build that a disagreement ended. */
function expectRed({ code, output }: Ended, copy: ScratchCopy): void {
  expect(code, output).toBe(1)
  expect(output).not.toMatch(/^\s+at\s/m)
  expect(output).toContain('Nothing was published: there is no dist/.')
  expect(copy.has('dist')).toBe(false)
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The report names every place of the post that binds a figure or a sentence to one of these ids. */
function expectBroken({ output }: Ended, copy: ScratchCopy, ids: readonly string[]): void {
  for (const id of ids) {
    const reported = [...output.matchAll(new RegExp(`^${post}:(\\d+):\\d+  (\\S+)`, 'gm'))]
    const named = reported.filter(([, , of]) => of === id).map(([, line]) => Number(line))
    expect(named, `lines on which ${id} is named`).toEqual(linesWith(copy, post, `of="${id}"`))
    expect(named.length).toBeGreaterThan(0)
  }
}

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
  ])('a %s', async ([column, name, repeat, to, broken, says], context) => {
    const copy = copyWithOlderSite(context)
    changeCell(copy, name, repeat, column, to)
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    expectBroken(ended, copy, broken)
    for (const part of says) expect(ended.output).toContain(part)
  })

  it('a repeat, which leaves no measurement to compute from', async (context) => {
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
    const [first] = entries(ended.output)
    expect(first).toContain('site/gate.json  the gate met fewer posts than are committed')
    expect(first).toContain('found     0\n  expected  at least 1')
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

describe.concurrent('what reaches the finished pages', () => {
  it('is published from tables with Windows line endings, with the same figures, also after a killed build', async (context) => {
    const copy = copyWithOlderSite(context)
    const killed = copy.start('build')
    await vi.waitUntil(() => existsSync(copy.path('.dist-building')) && hasPage(copy), {
      timeout: 100_000,
      interval: 20,
    })
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(killed.child.signalCode).toBe('SIGKILL')
    expect(copy.has('dist')).toBe(false)

    for (const file of [table, `${measured}/evidence.tsv`, `${measured}/runs.tsv`])
      copy.write(file, copy.read(file).replaceAll('\n', '\r\n'))
    const { code, output } = await copy.astro('build')
    expect(code, output).toBe(0)
    expect(withoutIds(copy.read('dist/figures/index.html'))).toBe(withoutIds(built.read('older/figures/index.html')))
    expect(copy.read(`dist/${table}`)).toContain('\r\n')
    expect(copy.has('.dist-building')).toBe(false)
  })

  it('fails where numbers are planted on every surface between rendering and the gate', async (context) => {
    const copy = copyWithOlderSite(context)
    copy.write(
      'planting.config.mjs',
      `import config from './astro.config.mjs'
       import { plantingDouble } from './site/testing/planted.ts'
       export default { ...config, integrations: config.integrations.toSpliced(-1, 0, plantingDouble()) }`,
    )
    const ended = await copy.astro('build', '--config', 'planting.config.mjs')
    expectRed(ended, copy)
    expect(copy.has('.dist-building')).toBe(false)
    const found = entries(ended.output)
    for (const { file, says } of planted)
      expect(found.filter((entry) => entry.startsWith(`.dist-building/${file}`))).toContainEqual(
        expect.stringMatching(says),
      )
    expect(found).toHaveLength(planted.length)
  })

  it('is not built at all where an integration would come after the gate', async (context) => {
    const copy = copyWithOlderSite(context)
    const [, list = ''] = /integrations: \[(.*)\]/.exec(copy.read('astro.config.mjs')) ?? []
    copy.replace('astro.config.mjs', list, `${list}, { name: 'after-the-gate', hooks: {} }`)
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    expect(entries(ended.output)).toEqual([
      expect.stringMatching(/^astro\.config\.mjs {2}the gate is not the last integ/),
    ])
  })

  it('is fresh where one byte changed, the file kept its time and every cache is warm', async () => {
    // The cache is read: a title that is changed in it alone, and whose file still has the digest noted there, is built.
    const store = 'node_modules/.astro/data-store.json'
    built.write(store, built.read(store).replaceAll('"Judging a Moving Target"', '"Judging from a Warm Cache"'))
    built.keepingTime(table, () => built.replace(table, 'an open_file call', 'an Open_file call'))
    const passed = await built.astro('build')
    expect(passed.code, passed.output).toBe(0)
    const page = built.read('dist/posts/judging-a-moving-target/index.html')
    expect(page).toContain('Judging from a Warm Cache')
    expect(page).toContain('Open_file')

    built.keepingTime(table, () => changeCell(built, 'copies-only', 5, 'confidence', '0.66'))
    built.keepingTime(post, () => built.replace(post, '46,964', '46,965'))
    const failed = await built.astro('build')
    expectRed(failed, built)
    expectBroken(failed, built, ['undecidable.confidence', 'calls.lowest-confidence', 'tokens.output'])
  })
})

/** A page without the ids of its islands, which Astro makes from the folder that the site is built in. */
function withoutIds(html: string): string {
  return html.replaceAll(/ uid="[^"]*"/g, '')
}

function hasPage(copy: ScratchCopy): boolean {
  return readdirSync(copy.path('.dist-building'), { recursive: true }).some((name) => String(name).endsWith('.html'))
}

// One real build with planted numbers is above; here each stands alone, before the same second check over the same site.
describe('the second check finds a number planted in', () => {
  let copy: ScratchCopy
  beforeAll(() => {
    copy = scratchCopy(snapshot)
  })
  afterAll(() => copy.remove())

  function check() {
    const { measurement, pages } = readProject(copy.root)
    if (!measurement) throw new Error('the scratch copy cannot be read')
    return checkBuilt(copy.root, 'site-as-built', pages, { measurement, figures: computeFigures(measurement) })
  }

  it.for(planted.map((each) => [each.surface, each] as const))('%s', ([, each]) => {
    const folder = copy.path('site-as-built')
    rmSync(folder, { recursive: true, force: true })
    cpSync(built.path('older'), folder, { recursive: true })
    expect(check().disagreements).toEqual([])
    plant(folder, each)
    const messages = check().disagreements.map(({ message }) => message)
    expect(messages).toEqual([expect.stringMatching(each.says)])
    expect(messages[0]?.startsWith(join('site-as-built', each.file))).toBe(true)
  })
})
