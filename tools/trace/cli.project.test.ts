import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { scratchProject } from '../../agent/src/testing/project.ts'
import { parseTrace } from './schema.ts'
import { chatReply } from './testing/chat-reply.ts'
import { type Script, startScriptedServer } from './testing/scripted-server.ts'

const project = scratchProject({ 'setting.ts': "export const NAME = 'the-name'\n" })
afterAll(project.remove)

const recorder = fileURLToPath(new URL('./cli.ts', import.meta.url))
const agent = fileURLToPath(new URL('../../agent/src/cli.ts', import.meta.url))

const script = [
  chatReply({ calls: [{ name: 'search_files', args: { pattern: 'the-name' } }] }),
  chatReply({ content: 'setting.ts sets it to the-name.' }),
]

async function serve(replies: Script) {
  const server = await startScriptedServer(replies)
  onTestFinished(server.close)
  return server
}

/** Starts a command in the scratch project, with a model to ask where a base URL is given. */
function start(command: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
  const { OPENAI_API_KEY: _, OPENAI_BASE_URL: __, ...rest } = process.env
  return spawn(process.execPath, [command, ...args], { cwd: project.root, env: { ...rest, ...environment } })
}

async function finish(child: ChildProcess) {
  const [out, error, code] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ])
  return { out, error, code }
}

const recording = (out: string, ...more: string[]) => [
  '--id',
  'fixture-cli',
  '--expect',
  'setting.ts, the-name',
  '--out',
  out,
  ...more,
]

describe('npm run record', () => {
  it('writes a trace that reads back, with the commit and a dirty tree said', async () => {
    const server = await serve(script)
    const out = join(project.outside, 'trace-whole.json')
    const environment = { OPENAI_BASE_URL: server.baseURL }
    const { code, error } = await finish(start(recorder, recording(out, 'What is the name?'), environment))
    expect(error).toContain('call      search_files {"pattern":"the-name"}')
    expect(error).toContain('result    1 match in 1 file searched')
    expect(code).toBe(0)
    const trace = parseTrace(readFileSync(out, 'utf8'), out)
    expect(trace).toMatchObject({
      id: 'fixture-cli',
      outcome: 'success',
      commit: project.git('rev-parse', 'HEAD').trim(),
    })
    expect(trace).not.toHaveProperty('dirty')

    writeFileSync(join(project.root, 'new.txt'), 'a change')
    const again = await serve(script)
    const second = join(project.outside, 'trace-dirty.json')
    // What the run finds is the value of a secret variable this time.
    const secretive = { OPENAI_BASE_URL: again.baseURL, FIXTURE_TOKEN: 'the-name' }
    const printed = await finish(start(recorder, recording(second, 'What is it?'), secretive))
    const written = readFileSync(second, 'utf8')
    expect(parseTrace(written, second)).toMatchObject({ dirty: true, outcome: 'success' })
    expect(written).not.toContain('the-name')
    expect(printed.out).toContain('redacted: 4 × environment-value')
  }, 60_000)

  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
    'leaves no file where it is stopped by %s',
    async (signal) => {
      const server = await serve([...script.slice(0, 1), { ...script[1], delay: 60_000 }])
      const out = join(project.outside, `trace-${signal}.json`)
      const child = start(recorder, recording(out, 'What is the name?'), { OPENAI_BASE_URL: server.baseURL })
      const finished = finish(child)
      while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
      child.kill(signal)
      const { code, error } = await finished
      expect(code).toBe(signal === 'SIGKILL' ? null : 130)
      if (signal !== 'SIGKILL') expect(error).toContain('Stopped: nothing was written.')
      expect(readdirSync(project.outside).filter((name) => name.includes(signal))).toEqual([])
    },
    60_000,
  )

  it('leaves no file where the server fails', async () => {
    const server = await serve([{ status: 400, body: { error: { message: 'no such model' } } }])
    const out = join(project.outside, 'trace-failed.json')
    const { code, error } = await finish(start(recorder, recording(out, 'What?'), { OPENAI_BASE_URL: server.baseURL }))
    expect({ code, written: existsSync(out) }).toEqual({ code: 1, written: false })
    expect(error).toContain('The server refused the request: status 400 no such model')
    expect(error).not.toContain('    at ')
  }, 60_000)

  it('refuses before it asks the model: a file that is there, a folder that is not, an id that is none', async () => {
    const server = await serve(script)
    const there = join(project.outside, 'there.json')
    writeFileSync(there, 'something')
    const environment = { OPENAI_BASE_URL: server.baseURL }
    const refusals = await Promise.all([
      finish(start(recorder, recording(there, 'What?'), environment)),
      finish(start(recorder, recording(join(project.outside, 'no', 'such.json'), 'What?'), environment)),
      finish(
        start(
          recorder,
          ['--id', 'No Id', '--expect', 'x', '--out', join(project.outside, 'x.json'), 'What?'],
          environment,
        ),
      ),
    ])
    expect(refusals.map(({ code }) => code)).toEqual([1, 1, 2])
    expect(refusals.map(({ error }) => error.split('\n')[0])).toEqual([
      expect.stringContaining('is there already'),
      expect.stringContaining('cannot be written'),
      expect.stringContaining('--id is no id'),
    ])
    expect(server.requests).toEqual([])
    expect(readFileSync(there, 'utf8')).toBe('something')
  }, 60_000)
})

it.each([
  ['npm run agent', agent, ['What?']],
  ['npm run record', recorder, recording('trace-none.json', 'What?')],
])(
  '%s without a key and a base URL says both ways to set one, ends with 2, and writes nothing',
  async (_, command, args) => {
    const { code, out, error } = await finish(start(command, args))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(error.trim()).toMatch(/^There is no model to ask: set OPENAI_API_KEY .* or OPENAI_BASE_URL [^\n]*\.$/)
    expect(existsSync(join(project.root, 'trace-none.json'))).toBe(false)
  },
  60_000,
)

it.each([
  ['npm run agent', agent, [], 'There is no question'],
  ['npm run agent', agent, ['What?', '--bogus'], 'There is no option --bogus'],
  ['npm run record', recorder, ['--id', 'x', '--expect', 'x', '--out', 'x.json'], 'QUESTION is missing'],
])('%s with a wrong command line ends with 2 and points to --help', async (_, command, args, message) => {
  const { code, out, error } = await finish(start(command, args))
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(error).toContain(message)
  expect(error).toContain('--help')
})

it.each([
  ['npm run agent', agent],
  ['npm run record', recorder],
])('%s prints its --help without colours where that is no terminal', async (_, command) => {
  const { code, out } = await finish(start(command, ['--help']))
  expect(code).toBe(0)
  expect(out).toContain('QUESTION')
  expect(out).not.toContain('\x1b')
})

it('npm run agent prints the answer, and each step beside it', async () => {
  const server = await serve(script)
  const environment = { OPENAI_BASE_URL: server.baseURL }
  const { code, out, error } = await finish(start(agent, ['What is the name?', '--model', 'other-model'], environment))
  expect({ code, out }).toEqual({ code: 0, out: 'setting.ts sets it to the-name.\n' })
  expect(error.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'question',
    'call',
    'result',
    'answer',
    'end',
    '',
  ])
  expect(server.requests[0]?.json).toMatchObject({ model: 'other-model' })
}, 60_000)
