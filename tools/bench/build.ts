import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { textTable } from '../text-table.ts'

/*
 * The gate's share of `npm run build`: builds with and without it, one after the other, so that whatever else the
 * machine does falls on both.
 */
const root = fileURLToPath(new URL('../../', import.meta.url))
const rounds = 7

function seconds(config: string): number {
  const started = performance.now()
  const { status, stderr } = spawnSync('astro', ['build', '--config', config], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the build with ${config} failed:\n${stderr}`)
  return (performance.now() - started) / 1000
}

const configs = { 'with the gate': 'astro.config.mjs', 'without it': 'tools/bench/astro.without-gate.mjs' }
const times = Object.fromEntries(Object.keys(configs).map((name): [string, number[]] => [name, []]))
seconds(configs['without it'])
for (let round = 1; round <= rounds; round++) {
  for (const [name, config] of Object.entries(configs)) {
    console.error(`round ${round} of ${rounds}: ${name}`)
    times[name]?.push(seconds(config))
  }
}
rmSync(`${root}.dist-without-gate`, { recursive: true, force: true })

const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
const summary = Object.entries(times).map(([name, list]) => ({ name, median: median(list), least: Math.min(...list) }))
console.log(
  textTable(
    ['build', 'median s', 'least s'],
    summary.map(({ name, median, least }) => [name, median.toFixed(2), least.toFixed(2)]),
  ),
)
const [withGate, without] = summary
if (withGate && without) {
  const share = (one: number, other: number) => `${(((one - other) / one) * 100).toFixed(1)} %`
  console.log(
    `The gate's share: ${share(withGate.median, without.median)} of the median, ${share(withGate.least, without.least)} of the least.`,
  )
}
