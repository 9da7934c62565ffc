import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Known } from './leaks/known.ts'
import { planted } from './leaks/testing/planted.ts'
import type { Trace } from './schema.ts'
import { findingText, validateFile, validateRepository } from './validate.ts'

const nobody: Known = { environment: {}, home: '/home/fixture-person', user: 'fixture-person' }
const project = fileURLToPath(new URL('../../', import.meta.url))

const [github] = planted.filter(({ name }) => name === 'a GitHub token')
const secret = github?.secret ?? ''

const trace: Trace = {
  id: 'fixture-validate',
  commit: 'fixture',
  model: 'fixture-model',
  task: 'What is it?',
  outcome: 'failure',
  tokens: [1, 2, 3, 4],
  frames: [
    { type: 'user', content: 'What is it?' },
    { type: 'tool_call', id: 'call_1', name: 'list_files', args: { directory: 'a' } },
    {
      type: 'tool_result',
      id: 'call_1',
      ok: true,
      result: { ok: true, directory: 'a', files: ['a/b'], truncated: false },
    },
    { type: 'assistant', content: 'It is b.' },
  ],
}

/** What validating one file finds, as text. */
async function findingsOf(file: string, content: string | object, known = nobody): Promise<string[]> {
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  return (await validateFile({ file, bytes: Buffer.from(text) }, known)).map(findingText)
}

/** The same trace with one frame replaced. */
function withFrame(index: number, frame: object): object {
  return { ...trace, frames: trace.frames.with(index, frame as Trace['frames'][number]) }
}

it('finds nothing in the data files of this repository', async () => {
  expect((await validateRepository(project, nobody)).map(findingText)).toEqual([])
})

describe('a secret in a trace', () => {
  it.each([
    ['an answer', 4, { type: 'assistant', content: `It is ${secret}.` }],
    ['an argument', 2, { type: 'tool_call', id: 'call_1', name: 'list_files', args: { directory: secret } }],
    ['a key of an argument', 2, { type: 'tool_call', id: 'call_1', name: 'list_files', args: { [secret]: 1 } }],
    [
      'arguments that do not parse',
      2,
      { type: 'tool_call', id: 'call_1', name: 'list_files', args: `{"a": "${secret}` },
    ],
    [
      'a result',
      3,
      {
        type: 'tool_result',
        id: 'call_1',
        ok: true,
        result: { ok: true, directory: 'a', files: ['a/b', secret], truncated: false },
      },
    ],
  ])('is found in %s, and named by file and frame', async (_, frame, changed) => {
    expect(await findingsOf('trace-x.json', withFrame(frame - 1, changed))).toEqual([
      `trace-x.json  frame ${frame} holds what must not be published: github`,
    ])
  })

  it('is found outside the frames', async () => {
    expect(await findingsOf('trace-x.json', { ...trace, task: secret })).toEqual([
      'trace-x.json  holds what must not be published: github',
    ])
  })

  it('is found where the file is no trace and even no JSON', async () => {
    expect(await findingsOf('trace-x.json', `{"id": "${secret}"`)).toEqual([
      'trace-x.json  has another shape than its name says',
      'trace-x.json:1  holds what must not be published: github',
    ])
    expect(await findingsOf('trace-x.json', { [secret]: secret })).toHaveLength(2)
  })

  it.each(planted)('is never shown: $name', async ({ text }) => {
    const files: [string, string | object][] = [
      ['trace-x.json', withFrame(3, { type: 'assistant', content: text })],
      ['trace-x.json', withFrame(3, { type: text, [text]: text })],
      ['trace-x.json', text],
      ['table.tsv', `a\tb\n${text.replaceAll('\n', ' ')}\tx\n${text}\n`],
      ['journal.jsonl', `${JSON.stringify({ reply: text })}\n`],
    ]
    for (const [file, content] of files) {
      const findings = await findingsOf(file, content)
      expect(findings.join('\n')).toMatch(/holds what must not be published/)
      for (const part of text.match(/[A-Za-z0-9+/]{10,}/g) ?? []) expect(findings.join('\n')).not.toContain(part)
    }
  })

  it('may be the value of a secret variable of this machine, or its user’s home', async () => {
    const known = { environment: { FIXTURE_TOKEN: 'some words 1' }, home: '/srv/mira', user: 'mira' }
    const changed = withFrame(3, { type: 'assistant', content: 'some words 1 in /srv/mira/x' })
    expect(await findingsOf('trace-x.json', changed, known)).toEqual([
      'trace-x.json  frame 4 holds what must not be published: environment-value',
      'trace-x.json  frame 4 holds what must not be published: home',
    ])
  })

  it('is nothing to complain of once it was redacted', async () => {
    expect(
      await findingsOf('trace-x.json', withFrame(3, { type: 'assistant', content: '[redacted: github]' })),
    ).toEqual([])
  })
})

describe('the shape of a data file', () => {
  it.each([
    [
      'a frame of an unknown type',
      'trace-x.json',
      withFrame(3, { type: 'thought', content: 'x' }),
      /^trace-x.json {2}is no trace/,
    ],
    [
      'a result of an unknown shape',
      'trace-x.json',
      withFrame(2, { type: 'tool_result', id: 'call_1', ok: true, result: {} }),
      /is no trace/,
    ],
    ['too few context sizes', 'trace-x.json', { ...trace, tokens: [] }, /as many context sizes as frames/],
    ['a trace that is cut', 'trace-x.json', '{"id": "x", ', /is not JSON/],
    [
      'a ragged row',
      'post/evidence.tsv',
      'run\tcall\ttool\tfile\tline\tcarries\nx\t1\n',
      /evidence.tsv:2 {2}is a ragged row/,
    ],
    ['an unknown column', 'post/runs.tsv', 'run\tcolour\nx\tred\n', /runs.tsv:1 {2}has an unknown column/],
    ['an unknown verdict', 'judgements.tsv', 'case\tverdict\nx\tmaybe\n', /judgements.tsv:1 {2}lacks a column/],
    [
      'a ragged table of another name',
      'other.tsv',
      '# a: b\na\tb\n1\t2\n3\n',
      /other.tsv:4 {2}has 1 cells; expected 2 cells/,
    ],
    ['a journal line that is no JSON', 'raw.jsonl', '{}\n{"a": \n', /raw.jsonl:2 {2}is not JSON/],
  ])('is refused for %s', async (_, file, content, expected) => {
    expect((await findingsOf(file, content)).join('\n')).toMatch(expected)
  })
})

it('refuses bytes that are no text, by their line', async () => {
  const findings = await validateFile({ file: 'other.tsv', bytes: Uint8Array.of(0x61, 0x0a, 0xff, 0x0a) }, nobody)
  expect(findings.map(findingText)).toEqual(['other.tsv:2  is not UTF-8'])
})

describe('a repository', () => {
  function repository(files: Record<string, string>): string {
    const root = mkdtempSync(join(tmpdir(), 'validate-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    return root
  }

  it('has every trace, table and journal checked, wherever it stands, and all findings reported', async () => {
    const root = repository({
      'site/content/posts/x/trace-a.json': JSON.stringify(withFrame(0, { type: 'user', content: secret })),
      'site/content/posts/x/other.json': JSON.stringify({ secret }),
      'runs/deep/trace-b.json': 'no JSON',
      'journal.jsonl': JSON.stringify({ text: secret }),
      'data.tsv': `a\n${secret}\n`,
      'tools/x/fixtures/trace-c.json': 'made up on purpose',
      'node_modules/x/trace-d.json': 'not ours',
      '.cache/trace-e.json': 'not ours',
      'readme.md': secret,
    })
    symlinkSync(join(root, 'readme.md'), join(root, 'trace-link.json'))
    expect((await validateRepository(root, nobody)).map(({ file, line, frame }) => [file, line, frame])).toEqual([
      ['data.tsv', 2, undefined],
      ['journal.jsonl', 1, undefined],
      ['runs/deep/trace-b.json', undefined, undefined],
      ['site/content/posts/x/other.json', undefined, undefined],
      ['site/content/posts/x/trace-a.json', undefined, 1],
    ])
  })

  it('without any data file was not checked, and says so', async () => {
    expect(await validateRepository(repository({ 'a.md': '' }), nobody)).toEqual([
      expect.objectContaining({ problem: 'holds no data file' }),
    ])
  })
})

it('reads the published trace byte for byte, and finds nothing', async () => {
  const file = 'site/content/posts/judging-a-moving-target/trace-retired-control.json'
  expect(await findingsOf(file, readFileSync(join(project, file), 'utf8'))).toEqual([])
})
