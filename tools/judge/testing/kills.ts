import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startScriptedServer } from '../../trace/testing/scripted-server.ts'
import { REPEATS } from '../plan.ts'
import { randomFrom } from '../schedule.ts'
import { type Ended, runCommand } from './command.ts'
import { panelHere } from './panel.ts'
import { plantedJudges } from './planted.ts'
import { answerOf, scriptOf } from './script.ts'

/** What was seen of one kill and what came after it. */
export interface Kill {
  /** It was killed within milliseconds after the server had seen so many requests. */
  after: number
  /** Replies that were in the journal when it was killed; none where it had not begun one, or had ended. */
  kept: number | undefined
  /** How many calls were asked a second time. */
  askedAgain: number
  /** The file is the uninterrupted one's, byte for byte but for the times in its header. */
  same: boolean
  resumed: Ended
}

const concurrency = 4
const calls = panelHere.cases.length * REPEATS

/**
 * Kills `npm run judge` at moments that a seed decides, spread over all of a run, and goes on with each run to its end,
 * all over HTTP against a server that answers as a perfect judge.
 */
export async function killAndResume(folder: string, kills: number, { seed = 1, delay = 20 } = {}): Promise<Kill[]> {
  let onRequest = () => {}
  const script = scriptOf(panelHere.cases, plantedJudges.perfect, (reply) => {
    onRequest()
    return { ...answerOf(reply), delay }
  })
  const server = await startScriptedServer(script)
  const environment = { OPENAI_BASE_URL: server.baseURL }
  const judge = (cwd: string, args: string[], onStart: (child: ChildProcess) => void = () => {}) =>
    runCommand('cli.ts', ['--out', 'judged.tsv', '--concurrency', String(concurrency), ...args], {
      cwd,
      environment,
      onStart,
    })
  const folderOf = (name: string) => {
    const made = join(folder, name)
    mkdirSync(made)
    return made
  }
  try {
    const whole = folderOf('whole')
    const uninterrupted = await judge(whole, [])
    if (uninterrupted.code !== 0) throw new Error(`the uninterrupted run failed:\n${uninterrupted.errors}`)
    const expected = masked(join(whole, 'judged.tsv'))
    const random = randomFrom(seed)
    const seen: Kill[] = []
    for (let index = 1; index <= kills; index++) {
      const cwd = folderOf(`kill-${index}`)
      const before = server.requests.length
      const after = Math.floor(random() * calls)
      const killed = await judge(cwd, [], (child) => {
        const kill = () => setTimeout(() => child.kill('SIGKILL'), random() * 2 * delay)
        onRequest = () => {
          if (server.requests.length - before > after) kill()
        }
        // One in ten is killed while the process starts, before it asks anything.
        if (index % 10 === 0) setTimeout(kill, random() * 500)
      })
      onRequest = () => {}
      const journal = join(cwd, 'judged.journal.jsonl')
      const begun = existsSync(journal)
      const kept = begun ? readFileSync(journal, 'utf8').split('\n').length - 2 : undefined
      const file = join(cwd, 'judged.tsv')
      // A kill after the last file was in its place leaves nothing to go on with.
      const ended = existsSync(file) && !begun
      const resumed = ended ? { ...killed, code: 0 } : await judge(cwd, begun ? ['--resume'] : [])
      seen.push({
        after,
        kept,
        askedAgain: server.requests.length - before - calls,
        same: existsSync(file) && masked(file) === expected,
        resumed,
      })
    }
    return seen
  } finally {
    await server.close()
  }
}

/** A file of judgements without the times of its header. */
function masked(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^# (started|finished): .*$/gm, '')
}
