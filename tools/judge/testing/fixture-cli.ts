// A process for benches: judges cases that nobody recorded, over HTTP, as npm run judge judges the panel.
import { askOver } from '../ask.ts'
import { connect, serverHost } from '../connection.ts'
import { measure, waitUnless } from '../measure.ts'
import { outputFiles } from '../output.ts'
import { makePlan } from '../plan.ts'
import { fixtureCases } from './panel.ts'

const [cases = '1', repeats = '1', calls = 'make-calls'] = process.argv.slice(2)
const plan = makePlan({
  cases: fixtureCases(Number(cases)),
  panel: 'sha256:fixture',
  repeats: Number(repeats),
  seed: 1,
  parameters: { model: 'fixture-model' },
  server: serverHost(process.env),
  command: 'fixture',
  at: new Date(),
})
const abort = new AbortController().signal
if (calls === 'make-calls') {
  await measure({
    plan,
    judge: () => askOver(connect(process.env), { abort, stop: abort, wait: waitUnless }),
    files: outputFiles('fixture.tsv'),
    resume: false,
    replace: true,
    concurrency: 4,
    price: undefined,
    screen: process.stderr,
    stop: abort,
  })
}
console.log(JSON.stringify({ calls: plan.calls.length, megabytes: process.resourceUsage().maxRSS / 1024 }))
