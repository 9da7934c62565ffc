import { spawn } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Script, startScriptedServer } from '../trace/testing/scripted-server.ts'
import { digestOf } from './digest.ts'
import { parseJournal } from './journal.ts'
import { judgePrompt } from './prompt.ts'
import { runCommand } from './testing/command.ts'
import { killAndResume } from './testing/kills.ts'
import { scratchFolder } from './testing/loopback.ts'
import { panelHere } from './testing/panel.ts'
import { plantedJudges } from './testing/planted.ts'
import { answerOf, scriptOf } from './testing/script.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const perfect = () => scriptOf(panelHere.cases, plantedJudges.perfect)

async function commandsAt(script: Script) {
  const server = await startScriptedServer(script)
  onTestFinished(server.close)
  const cwd = scratchFolder()
  const environment = { OPENAI_BASE_URL: server.baseURL, OPENAI_API_KEY: 'sk-fixture-never-written' }
  const judge = (...args: string[]) => runCommand('cli.ts', args, { cwd, environment })
  return { server, cwd, environment, judge, file: (name: string) => join(cwd, name) }
}

describe('npm run judge', () => {
  it('runs the panel against a server, writes both files, and scores them', async () => {
    const { judge, file, server, cwd } = await commandsAt(perfect())
    const { code, output, errors } = await judge('--out', 'mine.tsv')
    expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining('36 of 36 calls') })
    expect(output).toContain('27 of 27 calls right')
    expect(output).toContain('36 judgements are in mine.tsv,\nthe raw replies in mine.jsonl')
    expect(server.requests).toHaveLength(36)
    const scored = await runCommand('score-cli.ts', ['mine.tsv'], { cwd })
    expect(scored.output).toContain('27 of 27 calls right')
    const written = readFileSync(file('mine.tsv'), 'utf8') + readFileSync(file('mine.jsonl'), 'utf8')
    expect(written + output + errors).not.toContain('sk-fixture')
  })

  it('prints with --dry-run the digest of the bytes that a run then sends, and makes no call', async () => {
    const { judge, server } = await commandsAt(perfect())
    const { code, output } = await judge('--dry-run', '--out', 'mine.tsv')
    expect(code).toBe(0)
    expect(output).toContain('36 calls')
    expect(output).toContain('No call was made.')
    expect(server.requests).toHaveLength(0)
    await judge('--out', 'mine.tsv', '--concurrency', '1')
    expect(output).toContain(digestOf(server.requests.map(({ bytes }) => bytes.toString('utf8'))))
  })

  it('prints with --prompt exactly what a judge is shown of a case, and makes no call', async () => {
    const [judged] = panelHere.cases
    if (!judged) throw new Error('the panel is empty')
    const { judge, server } = await commandsAt(perfect())
    const { output } = await judge('--prompt', judged.id)
    expect(output).toBe(`${judgePrompt(judged.transcript, judged.question)}\n`)
    expect(server.requests).toHaveLength(0)
  })

  it('does not overwrite the published judgements, which measure another panel, without --replace', async () => {
    const { judge, file, server } = await commandsAt(perfect())
    copyFileSync(join(root, 'judgements.tsv'), file('judgements.tsv'))
    const { code, errors } = await judge()
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringContaining('judgements.tsv  measures another panel, and is not replaced'),
    })
    expect(readFileSync(file('judgements.tsv'))).toEqual(readFileSync(join(root, 'judgements.tsv')))
    expect(server.requests).toHaveLength(0)
    expect((await judge('--replace')).code).toBe(0)
    const written = readFileSync(file('judgements.tsv'), 'utf8')
    const again = await judge()
    expect({ code: again.code, errors: again.errors }).toEqual({
      code: 1,
      errors: expect.stringContaining('judgements.tsv  is a measurement that is there already, and is not replaced'),
    })
    expect(readFileSync(file('judgements.tsv'), 'utf8')).toBe(written)
    expect(server.requests).toHaveLength(36)
    expect((await judge('--model', 'fixture-other')).errors).toContain('measures another model, and is not replaced')
  })

  // Expected: nine of 27 control calls are grounded, nine from a copy, nine unevidenced.
  it.each([
    ['always:grounded', '9 of 27 calls right, 1 of 3 majorities'],
    ['always:undecidable', '0 of 27 calls right, 0 of 3 majorities'],
    ['rule', '27 of 27 calls right, 3 of 3 majorities'],
  ])('runs %s offline, without a key, and scores it', async (name, score) => {
    const cwd = scratchFolder()
    const { code, output } = await runCommand('cli.ts', ['--judge', name], { cwd })
    expect(code).toBe(0)
    expect(output).toContain(score)
    expect(readdirSync(cwd)).toEqual([])
  })

  it('writes what an offline judge says where it is told to, and names it there', async () => {
    const cwd = scratchFolder()
    const { code } = await runCommand('cli.ts', ['--judge', 'rule', '--out', 'offline.tsv'], { cwd })
    expect(code).toBe(0)
    expect(readFileSync(join(cwd, 'offline.tsv'), 'utf8')).toContain('# judge model: rule, which asks no model\n')
  })

  it('replaces what an offline judge wrote by what the same one says again, and says that nothing was spent', async () => {
    const cwd = scratchFolder()
    const judge = (name: string) => runCommand('cli.ts', ['--judge', name, '--out', 'offline.tsv'], { cwd })
    expect((await judge('rule')).code).toBe(0)
    const { code, output } = await judge('rule')
    expect(code).toBe(0)
    expect(output).toContain('tokens      none: no model was asked\ncost        none: nothing was spent')
    expect((await judge('always:grounded')).errors).toContain('measures another model, and is not replaced')
  })

  it('says under the worst case which options lower it', async () => {
    const { output } = await runCommand('cli.ts', ['--dry-run'], { cwd: scratchFolder() })
    expect(output).toMatch(/^worst case .*\n +--max-output-tokens N lowers it.*\n +--max-usd N /m)
  })

  it('prints its --help within 80 columns, without colours where that is no terminal', async () => {
    const { output } = await runCommand('cli.ts', ['--help'], { cwd: scratchFolder() })
    expect(output).not.toContain('\x1b')
    expect(output.split('\n').filter((line) => line.trimEnd().length > 80)).toEqual([])
  })

  it.each([
    ['without a key', [], 'there is no model to ask'],
    ['with an unknown option', ['--modle', 'x'], 'there is no option --modle'],
    ['with a concurrency of none', ['--concurrency', '0'], '--concurrency is no count'],
    ['with an unknown judge', ['--judge', 'always:right'], '--judge names no offline judge'],
    ['with a price in words', ['--price', 'cheap', '--dry-run'], '--price is not in its form'],
    ['with a case of another panel', ['--prompt', 'corpus-hit'], 'there is no such case'],
    ['with a budget in words', ['--judge', 'rule', '--max-usd', 'abc'], '--max-usd is no amount'],
    ['with a budget and no price', ['--max-usd', '1', '--model', 'x'], 'the budget cannot be held'],
    ['to collect no batch', ['--batch', 'collect', '--out', 'x.tsv'], 'there is no model to ask'],
  ])('%s ends with 2, a message and no stack', async (_, args, message) => {
    const { code, errors } = await runCommand('cli.ts', args, { cwd: scratchFolder() })
    expect(code).toBe(2)
    expect(errors).toContain(message)
    expect(errors).not.toMatch(/^\s+at /m)
  })

  it.each([
    ['with a budget that it could exceed', ['--max-usd', '1'], 'so it is not begun'],
    ['to go on with nothing', ['--resume', '--out', 'x.tsv'], 'no run to this file was begun'],
  ])('%s ends with 1, a message and no stack', async (_, args, message) => {
    const { code, errors } = await runCommand('cli.ts', args, { cwd: scratchFolder() })
    expect(code).toBe(1)
    expect(errors).toContain(message)
    expect(errors).not.toMatch(/^\s+at /m)
  })

  it('waits at Ctrl-C for the calls in flight, and goes on with --resume', async () => {
    const script = scriptOf(panelHere.cases, plantedJudges.perfect, (reply) => ({ ...answerOf(reply), delay: 150 }))
    const { judge, server, cwd, environment, file } = await commandsAt(script)
    const { code, errors } = await runCommand('cli.ts', ['--out', 'mine.tsv'], {
      cwd,
      environment,
      onStart(child) {
        const timer = setInterval(() => {
          if (server.requests.length < 8) return
          clearInterval(timer)
          child.kill('SIGINT')
        }, 5)
      },
    })
    expect(code).toBe(1)
    expect(errors).toContain('waiting for the calls in flight')
    const { entries } = parseJournal(readFileSync(file('mine.journal.jsonl'), 'utf8'), 'journal')
    expect(entries).toHaveLength(server.requests.length)
    expect((await judge('--out', 'mine.tsv', '--resume')).code).toBe(0)
    expect(server.requests).toHaveLength(36)
  })

  it('is killed at any moment and gives the same file, asking nothing twice but what was in flight', async () => {
    const kills = await killAndResume(scratchFolder(), 3)
    for (const { same, askedAgain, resumed } of kills) {
      expect({ same, code: resumed.code, errors: resumed.errors }).toMatchObject({ same: true, code: 0 })
      expect(askedAgain).toBeLessThanOrEqual(4)
    }
  })

  it('ends with a message, the old file intact, where no more can be written, and goes on later', async () => {
    const { judge, server, cwd, environment, file } = await commandsAt(perfect())
    expect((await judge('--out', 'mine.tsv')).code).toBe(0)
    const old = readFileSync(file('mine.tsv'), 'utf8')
    const before = server.requests.length
    // A limit on the size of a file stands for a full disk: the write fails in the same place, in the middle of a line.
    const program = fileURLToPath(new URL('cli.ts', import.meta.url))
    const { code, errors } = await limited(
      `ulimit -f 16; exec "$0" ${JSON.stringify(program)} --out mine.tsv --replace`,
      cwd,
      environment,
    )
    expect(code).toBe(1)
    expect(errors).toContain('mine.journal.jsonl  cannot be written\n  found     EFBIG')
    expect(errors).toContain('kept in mine.journal.jsonl: --resume --replace goes on')
    expect(errors).not.toMatch(/^\s+at /m)
    expect(readFileSync(file('mine.tsv'), 'utf8')).toBe(old)
    const kept = parseJournal(readFileSync(file('mine.journal.jsonl'), 'utf8'), 'journal').entries.length
    expect(kept).toBeGreaterThan(10)
    const lost = server.requests.length - before - kept
    expect(lost).toBeLessThanOrEqual(4)
    expect((await judge('--out', 'mine.tsv', '--resume')).errors).toContain('is a measurement that is there already')
    expect((await judge('--out', 'mine.tsv', '--resume', '--replace')).code).toBe(0)
    expect(server.requests.length - before).toBe(36 + lost)
  })

  it('makes no call where its folder cannot be written', async () => {
    const { server, cwd, environment, file } = await commandsAt(perfect())
    writeFileSync(file('a-file'), 'not a folder')
    const under = await runCommand('cli.ts', ['--out', 'a-file/mine.tsv'], { cwd, environment })
    expect({ code: under.code, errors: under.errors }).toMatchObject({
      code: 1,
      errors: expect.stringContaining('ENOTDIR'),
    })
    // Root may write everywhere, so a test that runs as root takes the rights of nobody.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    chmodSync(cwd, 0o555)
    if (nobody.uid !== undefined) chownSync(cwd, nobody.uid, nobody.gid)
    const denied = await runCommand('cli.ts', ['--out', 'mine.tsv'], { cwd, environment, ...nobody })
    chmodSync(cwd, 0o755)
    expect({ code: denied.code, errors: denied.errors }).toMatchObject({
      code: 1,
      errors: expect.stringContaining('EACCES'),
    })
    expect(server.requests).toHaveLength(0)
    expect(existsSync(file('mine.journal.jsonl'))).toBe(false)
  })
})

/** Runs a line of sh whose `$0` is the node that runs this test. */
function limited(line: string, cwd: string, environment: Record<string, string>) {
  const child = spawn('sh', ['-c', line, process.execPath], { cwd, env: { ...process.env, ...environment } })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, errors }))
  })
}
