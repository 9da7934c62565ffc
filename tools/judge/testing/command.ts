import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** How a command ended, and what it wrote. */
export interface Ended {
  code: number | null
  signal: string | null
  output: string
  errors: string
  seconds: number
}

interface Options {
  cwd: string
  environment?: Record<string, string>
  /** Whose rights the process has, where not those of the one it runs in. */
  uid?: number
  gid?: number
  /** Is called with the process, for a test that sends it a signal. */
  onStart?(child: ChildProcess): void
}

/**
 * The options that `npm run judge` gives to node: with its own habits V8 lets garbage pile up to several times what a
 * long run holds.
 */
const nodeOptions = z
  .object({ scripts: z.object({ judge: z.string() }) })
  .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')))
  .scripts.judge.split(' ')
  .filter((word) => word.startsWith('--'))

/** Runs a command as npm does, as a process of its own, without a key of the one it runs in. */
export function runCommand(
  command: 'cli.ts' | 'score-cli.ts' | 'testing/fixture-cli.ts',
  args: readonly string[],
  { cwd, environment, onStart, ...rights }: Options,
): Promise<Ended> {
  const program = fileURLToPath(new URL(`../${command}`, import.meta.url))
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _address, ...others } = process.env
  const begun = performance.now()
  const child = spawn(process.execPath, [...nodeOptions, program, ...args], {
    cwd,
    env: { ...others, ...environment },
    ...rights,
  })
  const chunks = { output: '', errors: '' }
  child.stdout.on('data', (chunk) => {
    chunks.output += chunk
  })
  child.stderr.on('data', (chunk) => {
    chunks.errors += chunk
  })
  onStart?.(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      resolve({ code, signal, ...chunks, seconds: (performance.now() - begun) / 1000 })
    })
  })
}
