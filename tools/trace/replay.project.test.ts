import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { parseTrace } from './schema.ts'
import { chatReply } from './testing/chat-reply.ts'
import { startScriptedServer } from './testing/scripted-server.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))
const post = 'site/content/posts/judging-a-moving-target'
const scratch = copyOfProject()
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A copy of this project with a commit of its own, whose packages are the project's. */
function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'replay-'))
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 1 << 26 })
  for (const file of git(project, 'ls-files', '-coz', '--exclude-standard').split('\0')) {
    if (file !== '') cpSync(join(project, file), join(copy, file))
  }
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  git(copy, 'init', '--quiet')
  git(copy, 'add', '--all')
  git(copy, '-c', 'user.name=fixture', '-c', 'user.email=fixture@example.org', 'commit', '--quiet', '-m', 'A fixture')
  return copy
}

async function run(command: string[], environment: Record<string, string> = {}) {
  const options = { cwd: scratch, env: { ...process.env, ...environment }, maxBuffer: 1 << 26 }
  return promisify(execFile)(process.execPath, command, options)
}

it('renders and grades what npm run record wrote, with no hand work in between', async () => {
  const question = 'Which file in this project sets the model name the agent uses, and what is it set to?'
  const secret = 'a fixture secret 7'
  const server = await startScriptedServer([
    chatReply({ calls: [{ name: 'search_files', args: { pattern: '^export const MODEL_NAME' } }], usage: null }),
    chatReply({ calls: [{ name: 'open_file', args: `{"path": "${secret}` }], usage: [500, 20] }),
    chatReply({ content: 'agent/src/config.ts sets it to <b>gpt-5-mini</b>.', usage: [600, 30] }),
  ])
  onTestFinished(server.close)
  const file = join(scratch, post, 'trace-fixture-replay.json')
  await run(
    [
      'tools/trace/cli.ts',
      ...['--id', 'fixture-replay', '--expect', 'agent/src/config.ts,gpt-5-mini', '--out', file, question],
    ],
    { OPENAI_BASE_URL: server.baseURL, FIXTURE_SECRET: secret },
  )
  const trace = parseTrace(readFileSync(file, 'utf8'), file)
  expect(trace).toMatchObject({ outcome: 'success', redactions: { 'environment-value': 1 } })
  expect(trace.tokens).toEqual([null, null, 500, 520, 600, 630])

  const graded = await run(['tools/eval/cli.ts', file])
  expect(graded.stdout).toContain('1 source line')

  expect((await run(['tools/trace/validate-cli.ts'])).stdout).toContain('shape and contents are right')

  appendFileSync(join(scratch, post, 'index.mdx'), '\n<Run of="fixture-replay" />\n')
  await run([join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build'])
  const page = readFileSync(join(scratch, 'dist/posts/judging-a-moving-target/index.html'), 'utf8')
  const shown = page.slice(page.indexOf('data-run="fixture-replay"'))
  expect(shown.match(/data-frame="\d+" /g)).toHaveLength(trace.frames.length)
  expect(shown).toContain('sets it to &lt;b&gt;gpt-5-mini&lt;/b&gt;.')
  expect(shown).toContain('export const MODEL_NAME')
  expect(shown).toContain('[redacted: environment-value]')
  expect(shown).toContain('each replaced by a mark: 1 of environment-value')
  expect(shown).toContain('not reported')
  expect(page).not.toContain(secret)
})

it('does not build from a trace that holds a secret, and never shows it, not even where the trace is none', async () => {
  const secret = ['gh', 'p_', 'wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'].join('')
  const file = `${post}/trace-retired-control.json`
  const trace: { frames: object[] } = JSON.parse(readFileSync(join(scratch, file), 'utf8'))
  trace.frames[11] = { type: secret, content: secret }
  writeFileSync(join(scratch, file), JSON.stringify(trace))
  const error: unknown = await run([join('node_modules', 'astro', 'bin', 'astro.mjs'), 'build']).catch(
    (raised: unknown) => raised,
  )
  expect(error).toMatchObject({ code: 1, stderr: expect.stringContaining(`${file}  frame 12 holds what must not be`) })
  expect(JSON.stringify(error)).not.toContain(secret)
  expect(existsSync(join(scratch, 'dist'))).toBe(false)
})
