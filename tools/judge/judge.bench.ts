// npm run bench:judge [-- KILLS]: what a test with a clock in it would only guess at. Exits with 1 where a bound is broken.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { startScriptedServer } from '../trace/testing/scripted-server.ts'
import { parseJudgements } from './judgements.ts'
import { runCommand } from './testing/command.ts'
import { killAndResume } from './testing/kills.ts'
import { fixtureCases, panelHere } from './testing/panel.ts'
import { plantedJudges } from './testing/planted.ts'
import { answerOf, scriptOf } from './testing/script.ts'

const kills = Number(process.argv[2] ?? 100)
const folder = mkdtempSync(join(tmpdir(), 'judge-bench-'))
const report = z.object({ calls: z.int(), megabytes: z.number() })

function check(holds: boolean, sentence: string): void {
  console.log(`${holds ? 'holds ' : 'BROKEN'}  ${sentence}`)
  if (!holds) process.exitCode = 1
}

/** Judges fixture cases in a process of its own, against a server that takes some milliseconds for each reply. */
async function judgeFixtures(cases: number, repeats: number, delay: number) {
  const script = scriptOf(fixtureCases(cases), plantedJudges.perfect, (reply) => ({ ...answerOf(reply), delay }))
  const server = await startScriptedServer(script)
  const cwd = mkdtempSync(join(folder, 'fixtures-'))
  const run = async (calls: 'make-calls' | 'make-none') => {
    const environment = { OPENAI_BASE_URL: server.baseURL }
    const ended = await runCommand('testing/fixture-cli.ts', [`${cases}`, `${repeats}`, calls], { cwd, environment })
    if (ended.code !== 0) throw new Error(ended.errors)
    return { seconds: ended.seconds, ...report.parse(JSON.parse(ended.output)) }
  }
  try {
    const startUps = [await run('make-none'), await run('make-none'), await run('make-none')]
    const startUp = Math.min(...startUps.map(({ seconds }) => seconds))
    const { seconds, calls, megabytes } = await run('make-calls')
    const { rows } = parseJudgements(readFileSync(join(cwd, 'fixture.tsv'), 'utf8'), 'fixture.tsv')
    return { seconds, startUp, calls, megabytes, rows: rows.length, requests: server.requests.length }
  } finally {
    await server.close()
  }
}

try {
  // 90 calls, four at a time: 23 rounds of 200 ms.
  const ideal = 23 * 0.2
  const waiting = await judgeFixtures(10, 9, 200)
  const spent = waiting.seconds - waiting.startUp
  check(
    spent <= 1.15 * ideal && waiting.rows === 90,
    `90 calls of 200 ms, 4 at a time: ${spent.toFixed(2)} s after a start-up of ${waiting.startUp.toFixed(2)} s; at most 1.15 × ${ideal.toFixed(1)} s = ${(1.15 * ideal).toFixed(2)} s`,
  )

  const many = await judgeFixtures(1250, 8, 0)
  check(
    many.megabytes <= 300 && many.rows === 10_000 && many.requests === 10_000,
    `10,000 calls: ${many.megabytes.toFixed(0)} MB at most, in ${(many.seconds - many.startUp).toFixed(1)} s; at most 300 MB`,
  )

  const killed = join(folder, 'kills')
  mkdirSync(killed)
  const seen = await killAndResume(killed, kills)
  const same = seen.filter((kill) => kill.same).length
  const most = Math.max(...seen.map(({ askedAgain }) => askedAgain))
  const early = seen.filter(({ kept }) => kept === undefined).length
  check(
    same === kills,
    `${kills} kills, each resumed: ${same} files equal to the uninterrupted one (${early} killed before a journal)`,
  )
  check(
    most <= 4,
    `a kill makes at most the 4 calls in flight be asked again: ${most} at most, ${seen.reduce((sum, { askedAgain }) => sum + askedAgain, 0)} in all`,
  )

  await fillDisk(join(folder, 'disk'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Runs the panel on a disk of 64 KB that holds the journal and an old file, and not the result. */
async function fillDisk(disk: string): Promise<void> {
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    console.log('skipped  a full disk: this user may not mount one')
    return
  }
  const server = await startScriptedServer(scriptOf(panelHere.cases, plantedJudges.perfect))
  const judge = (...args: string[]) =>
    runCommand('cli.ts', ['--out', 'mine.tsv', ...args], {
      cwd: disk,
      environment: { OPENAI_BASE_URL: server.baseURL },
    })
  try {
    const { code, errors } = await judge()
    check(
      code === 1 && errors.includes('ENOSPC') && !existsSync(join(disk, 'mine.tsv')),
      'a full disk ends the run with a message and no half of a file',
    )
    execFileSync('mount', ['-o', 'remount,size=1m', disk])
    const resumed = await judge('--resume')
    check(
      resumed.code === 0 && server.requests.length <= 40,
      `with space again it goes on: ${server.requests.length} requests for 36 calls`,
    )
    const old = readFileSync(join(disk, 'mine.tsv'), 'utf8')
    execFileSync('mount', ['-o', 'remount,size=44k', disk])
    const again = await judge('--replace')
    check(
      again.code === 1 && again.errors.includes('ENOSPC') && readFileSync(join(disk, 'mine.tsv'), 'utf8') === old,
      'where the disk fills up again the old file stays as it was',
    )
  } finally {
    await server.close()
    execFileSync('umount', [disk])
  }
}
