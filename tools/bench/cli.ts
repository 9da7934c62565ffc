import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineCommand } from 'citty'
import { runCommandLine } from '../command.ts'
import { textTable } from '../text-table.ts'

/*
 * npm run bench: how fast a million rows are read and counted, beside readers that check nothing; the gate's share of a
 * build; what the post page weighs. Each measurement runs in a process of its own.
 */
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const million = 1_000_000

function run(script: string, ...args: string[]): string {
  const { status, stdout } = spawnSync(process.execPath, [here(script), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed`)
  return stdout
}

/** Measures everything and prints it; gives the exit code. */
function bench(): number {
  const scratch = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const file = join(scratch, 'synthetic.tsv')
    console.error(`writing ${million.toLocaleString('en-US')} synthetic rows`)
    run('rows.ts', 'write', file, String(million))
    const tasks = [
      ['figures', 'read, validate, compute all figures'],
      ['read', 'read and validate'],
      ['csv-parse', 'csv-parse: cells only'],
      ['split', 'split by line and tab: cells only'],
    ] as const
    const rows = tasks.map(([task, says]) => {
      const rounds = [1, 2, 3].map((): { seconds: number; mebibytes: number } => JSON.parse(run('rows.ts', task, file)))
      console.error(`measured: ${says}`)
      const least = Math.min(...rounds.map(({ seconds }) => seconds))
      const most = Math.max(...rounds.map(({ mebibytes }) => mebibytes))
      return [says, least.toFixed(2), most.toFixed(0)]
    })
    console.log(`\n${textTable([`${million.toLocaleString('en-US')} rows`, 'least s of three', 'most MiB'], rows)}`)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  console.log(`\n${run('build.ts')}`)
  console.log(run('page.ts'))
  return 0
}

const command = defineCommand({
  meta: {
    name: 'npm run bench',
    description:
      'Measure the reader over a million rows, the gate in a build, and the weight of the post page. Takes minutes.',
  },
  run: bench,
})

process.exitCode = await runCommandLine(command, process.argv.slice(2))
