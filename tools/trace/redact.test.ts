import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Known } from './leaks/known.ts'
import { stringsOf } from './leaks/strings.ts'
import { disguises, planted } from './leaks/testing/planted.ts'
import { redact, redactTrace } from './redact.ts'
import { parseTrace, type Trace } from './schema.ts'

const nobody: Known = { environment: {}, home: '/home/fixture-person', user: 'fixture-person' }

const published = new URL(
  '../../site/content/posts/judging-a-moving-target/trace-retired-control.json',
  import.meta.url,
)
const here = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

const lettersOf = (text: string) => text.replaceAll(/[^A-Za-z0-9]/g, '')

/** Ten letters and digits in a row that a secret and a text share, whatever stands between them in either. */
function survivor(text: string, secret: string): string | undefined {
  const letters = lettersOf(secret)
  const length = Math.min(10, letters.length)
  const windows = Array.from({ length: letters.length - length + 1 }, (_, start) =>
    letters.slice(start, start + length),
  )
  return windows.find((window) => lettersOf(text).includes(window))
}

function traceWith(frames: Trace['frames'], changes: Partial<Trace> = {}): Trace {
  return {
    id: 'fixture-leak',
    commit: 'fixture',
    model: 'fixture-model',
    task: 'a fixture',
    outcome: 'failure',
    tokens: frames.map(() => null),
    frames,
    ...changes,
  }
}

describe('a planted secret', () => {
  it('comes in more than sixty forms', () => {
    expect(planted.length * disguises.length).toBeGreaterThan(60)
    expect(new Set(planted.map(({ secret }) => secret)).size).toBe(planted.length)
  })

  it.each(planted)('does not survive: $name, in any disguise', async ({ text, secret }) => {
    for (const { name, write, oneLine } of disguises) {
      if (oneLine && secret.includes('\n')) continue
      const { value, marks } = await redact([write(text)], nobody)
      expect([...marks.values()], name).not.toEqual([])
      expect(survivor(JSON.stringify(value), secret), name).toBeUndefined()
    }
  })

  it.each(planted)('does not survive in any place of a trace: $name', async ({ text, secret }) => {
    const trace = traceWith(
      [
        { type: 'user', content: `Where is ${text}?` },
        { type: 'tool_call', id: 'call_1', name: text, args: { [text]: 1, pattern: { deep: [text] } } },
        { type: 'tool_result', id: 'call_1', ok: false, result: { ok: false, reason: `no ${text}` } },
        { type: 'tool_call', id: 'call_2', name: 'search_files', args: `{"pattern": ${JSON.stringify(text)}` },
        {
          type: 'tool_result',
          id: 'call_2',
          ok: true,
          result: {
            ok: true,
            pattern: text,
            filesSearched: 1,
            matches: [{ file: text, line: 1, text }],
            truncated: false,
          },
        },
        { type: 'tool_call', id: 'call_3', name: 'list_files', args: { directory: text } },
        {
          type: 'tool_result',
          id: 'call_3',
          ok: true,
          result: { ok: true, directory: text, files: [text], truncated: false },
        },
        { type: 'assistant', content: `It is ${text}` },
      ],
      { task: text, model: text, commit: text },
    )
    const redacted = await redactTrace(trace, nobody)
    const written = JSON.stringify(redacted)
    expect(survivor(written, secret)).toBeUndefined()
    const counted = Object.values(redacted.redactions ?? {}).reduce((sum, count) => sum + count, 0)
    expect(written.match(/\[redacted: [a-z-]+\]/g)).toHaveLength(counted)
    expect(counted).toBeGreaterThanOrEqual(15)
    expect(parseTrace(written, 'fixture.json')).toEqual(redacted)
  })

  it.each(planted.filter(({ secret }) => !secret.includes('\n') && secret.length >= 36))(
    'does not survive the cut of a long line: $name',
    async ({ text, secret }) => {
      // A search cuts a line at 200 characters: here the cut leaves all but the last eight characters of the secret.
      const end = text.indexOf(secret) + secret.length - 8
      const { value } = await redact([text.slice(0, end)], nobody)
      expect(survivor(JSON.stringify(value), secret)).toBeUndefined()
    },
  )
})

it('finds a private key whose lines came as the matches of a search', async () => {
  const key = planted.find(({ name }) => name === 'an OpenSSH private key')
  if (!key) throw new Error('the corpus has no such key')
  const matches = key.text.split('\n').map((text, index) => ({ file: 'id_fixture', line: index + 1, text }))
  const { value, marks } = await redact({ matches }, nobody)
  expect(survivor(JSON.stringify(value), key.secret)).toBeUndefined()
  expect([...marks.keys()]).toContain('private-key')
})

it('takes a password out by the key under which it stands', async () => {
  const { value } = await redact({ login: 'deploy', password: 'tr0ub4dor', nested: { api_key: 'a1b2c3d4e5' } }, nobody)
  expect(value).toEqual({
    login: 'deploy',
    password: '[redacted: named-secret]',
    nested: { api_key: '[redacted: named-secret]' },
  })
})

it.each(['// secretlint-disable', '# secretlint-disable', '<!-- secretlint-disable -->'])(
  'does not obey a comment that switches secretlint off: %s',
  async (comment) => {
    const github = planted.find(({ name }) => name === 'a GitHub token')
    const { value } = await redact([`${comment}\n${github?.text}`], nobody)
    expect(value).toEqual([`${comment}\n[redacted: github]`])
  },
)

describe('what the machine knows', () => {
  const known: Known = {
    environment: {
      FIXTURE_API_KEY: 'plain words here',
      OPENAI_API_KEY: 'ollama',
      EDITOR: 'a long editor name',
      X_TOKEN: '12',
    },
    home: '/srv/people/mira',
    user: 'mira',
  }

  it.each([
    ['the value of a secret variable', 'it is plain words here.', 'it is [redacted: environment-value].'],
    ['that value, escaped', 'it is plain\\u0020words here', 'it is [redacted: environment-value]'],
    ['a home directory', 'cd /srv/people/mira/blog', 'cd [redacted: home]/blog'],
    ['a user name in another path', '/var/folders/mira/x', '/var/folders/[redacted: user]/x'],
    ['a Linux home', '"/home/someone/blog"', '"[redacted: home]/blog"'],
    ['a macOS home', 'file:///Users/some.one/blog', 'file://[redacted: home]/blog'],
    ['a Windows home', 'C:\\Users\\Some One\\blog', '[redacted: home]\\blog'],
    ['a Windows home in JSON', '"C:\\\\Users\\\\someone\\\\blog"', '"[redacted: home]\\\\blog"'],
  ])('takes out %s', async (_, text, expected) => {
    expect((await redact([text], known)).value).toEqual([expected])
  })

  it.each([
    ['a stand-in for a key', 'ollama serves it'],
    ['a variable that names no secret', 'a long editor name'],
    ['a very short value', 'line 12'],
    ['the user name as a word', 'mira wrote this'],
    ['a page called home', 'https://example.org/home/about'],
    ['a path inside the repository', 'site/content/home/index.mdx'],
  ])('leaves %s alone', async (_, text) => {
    expect((await redact([text], known)).value).toEqual([text])
  })
})

it('loses no value where two keys become the same mark', async () => {
  const [one, other] = planted.filter(({ name }) => name.startsWith('a GitHub'))
  const { value } = await redact({ [`${one?.text}`]: 1, [`${other?.text}`]: 2 }, nobody)
  expect(value).toEqual({ '[redacted: github]': 1, '[redacted: github] (2)': 2 })
})

it('leaves harmless strings of this repository alone: at most two of more than two hundred', async () => {
  const run: unknown = JSON.parse(readFileSync(published, 'utf8'))
  const files = [
    './schema.ts',
    './leaks/rules.ts',
    './leaks/secretlint.ts',
    '../../package.json',
    '../../package-lock.json',
  ]
  const strings = [
    ...stringsOf(run).map(({ text }) => text),
    ...files.flatMap((file) =>
      here(file)
        .split('\n')
        .map((line) => line.trim().slice(0, 200)),
    ),
  ]
  const harmless = [...new Set(strings)].filter((text) => text !== '')
  expect(harmless.length).toBeGreaterThan(200)
  const { value } = await redact(harmless, nobody)
  const changed = harmless.filter((text, index) => Array.isArray(value) && value[index] !== text)
  expect(changed.length, changed.join('\n')).toBeLessThanOrEqual(2)
})

it('leaves the published run exactly as it is', async () => {
  const trace = parseTrace(readFileSync(published, 'utf8'), 'trace-retired-control.json')
  expect(await redactTrace(trace, nobody)).toEqual(trace)
})

it('is done after one pass: what was redacted has nothing left to redact', async () => {
  const strings = planted.map(({ text }) => text)
  const { value } = await redact(strings, nobody)
  expect((await redact(value, nobody)).marks.size).toBe(0)
})
