import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { type Script, type ScriptedServer, startScriptedServer } from '../../trace/testing/scripted-server.ts'
import { UserError } from '../../user-error.ts'
import { askOver, type Patience } from '../ask.ts'
import { connect } from '../connection.ts'
import { type MeasureOptions, measure, waitUnless } from '../measure.ts'
import { type OutputFiles, outputFiles } from '../output.ts'
import type { PanelCase } from '../panel.ts'
import { makePlan, type Plan } from '../plan.ts'

/** A folder of its own for one test, gone after it. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'judge-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const quick: Patience = { attempts: 3, pause: 1, longestPause: 2_000, timeLimit: 5_000 }

interface Loopback {
  cases: readonly PanelCase[]
  repeats?: number
  model?: string
  maxOutputTokens?: number
  seed?: number
  patience?: Patience
}

export interface Measuring {
  server: ScriptedServer
  files: OutputFiles
  plan: Plan
  /** What was shown. */
  shown: string[]
  /** Runs the plan, or goes on with it. */
  run(options?: Partial<MeasureOptions>): Promise<string>
}

/** A measurement against a server that plays a script, in a folder of its own. */
export async function measuring(script: Script, loopback: Loopback): Promise<Measuring> {
  const { cases, repeats = 2, model = 'fixture-model', maxOutputTokens, seed = 1, patience = quick } = loopback
  const server = await startScriptedServer(script)
  onTestFinished(server.close)
  const plan = makePlan({
    cases,
    panel: 'sha256:fixture',
    repeats,
    seed,
    parameters: { model, maxOutputTokens },
    server: new URL(server.baseURL).host,
    command: 'npm run judge -- fixture',
    at: new Date(),
  })
  const files = outputFiles(join(scratchFolder(), 'judged.tsv'))
  const shown: string[] = []
  const never = new AbortController().signal
  const judge =
    (stop = never) =>
    () =>
      askOver(connect({ OPENAI_BASE_URL: server.baseURL }), { patience, abort: never, stop, wait: waitUnless })
  return {
    server,
    files,
    plan,
    shown,
    run: (options) =>
      measure({
        plan,
        judge: judge(options?.stop),
        files,
        resume: false,
        replace: false,
        concurrency: 4,
        price: undefined,
        screen: { write: (text) => shown.push(text) },
        stop: never,
        ...options,
      }),
  }
}

/** The message of the UserError that a promise is rejected with. */
export async function complaint(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UserError)
  return String(error)
}
