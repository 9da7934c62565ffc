import { fileURLToPath } from 'node:url'
import { defineCommand } from 'citty'
import { MODEL_NAME } from '../../agent/src/config.ts'
import { runCommandLine } from '../command.ts'
import { integer } from '../tsv/column.ts'
import { UsageError } from '../user-error.ts'
import { askOver, patience } from './ask.ts'
import { collectBatch, submitBatch } from './batch.ts'
import { connect, serverHost } from './connection.ts'
import { onInterrupt } from './interrupt.ts'
import { parseJudgements } from './judgements.ts'
import { measure, waitUnless } from './measure.ts'
import { knownModels } from './models.ts'
import { parsePrice } from './money.ts'
import { askOffline, parseOfflineJudge } from './offline.ts'
import { type OutputFiles, outputFiles } from './output.ts'
import { checkBudget, makePlan, parseBudget, REPEATS, worstCost } from './plan.ts'
import { planReport } from './plan-report.ts'
import { judgePrompt } from './prompt.ts'
import { type PanelHere, readPanel } from './read.ts'
import { scoreJudgements } from './score.ts'
import { scoreReport } from './score-report.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const command = defineCommand({
  meta: {
    name: 'npm run judge --',
    description: `Put each case of the panel before a model, ${REPEATS} times, and write its judgements.\nOPENAI_API_KEY and OPENAI_BASE_URL name the server. A measurement that is\nthere already is not replaced without --replace`,
  },
  args: {
    out: { type: 'string', valueHint: 'FILE', description: 'Where to write (judgements.tsv)' },
    replace: { type: 'boolean', description: 'Replace the measurement that is there already' },
    resume: { type: 'boolean', description: 'Go on with a run that was begun and not finished' },
    model: { type: 'string', default: MODEL_NAME, description: 'The model to ask' },
    judge: { type: 'string', valueHint: 'NAME', description: 'Ask no model: always:LABEL, or rule' },
    concurrency: { type: 'string', default: '4', valueHint: 'N', description: 'How many calls at a time' },
    seed: { type: 'string', default: '1', valueHint: 'N', description: 'What decides the order of the calls' },
    'max-usd': { type: 'string', valueHint: 'N', description: 'Do not begin a run that could cost more' },
    'max-output-tokens': { type: 'string', valueHint: 'N', description: 'The most tokens of one reply' },
    price: { type: 'string', valueHint: 'IN,OUT', description: 'US dollars per million input and output tokens' },
    batch: {
      type: 'string',
      valueHint: 'submit|collect',
      description: 'Submit all as a batch, or collect batch ID',
    },
    id: { type: 'positional', required: false, description: 'The batch, where one is collected' },
    prompt: { type: 'string', valueHint: 'CASE', description: 'Print what a judge is shown; ask nobody' },
    'dry-run': { type: 'boolean', description: 'Print the plan; ask nobody' },
  },
  async run({ args }) {
    const panel = await readPanel(root)
    if (args.prompt !== undefined) return console.log(promptOf(panel, args.prompt))

    const offline = args.judge === undefined ? undefined : parseOfflineJudge(args.judge)
    const budget = args['max-usd'] === undefined ? undefined : parseBudget(args['max-usd'])
    const maxOutputTokens = numberIn('max-output-tokens', args['max-output-tokens'], 1)
    const model = offline ?? args.model
    // A batch costs less than the list price, and how much less is not known here.
    const listPrice = args.batch === undefined ? knownModels.get(model)?.price : undefined
    const price = args.price === undefined ? listPrice : parsePrice(args.price)
    const plan = makePlan({
      cases: panel.cases,
      panel: panel.digest,
      repeats: REPEATS,
      seed: numberIn('seed', args.seed, 0) ?? 0,
      parameters: { model, maxOutputTokens },
      server: offline ? 'none' : serverHost(process.env),
      command: ['npm run judge --', ...process.argv.slice(2)].join(' '),
      at: new Date(),
    })
    const outputTokens = maxOutputTokens ?? knownModels.get(model)?.mostOutputTokens
    const worst = worstCost(plan, plan.calls, { price, outputTokens, attempts: patience.attempts })
    const out = args.out ?? (offline ? undefined : 'judgements.tsv')
    const files = out === undefined ? undefined : outputFiles(out)
    const concurrency = numberIn('concurrency', args.concurrency, 1) ?? 1
    if (args['dry-run']) {
      const report = {
        plan,
        offline: offline !== undefined,
        worst,
        outputTokens,
        attempts: patience.attempts,
        price,
        files,
        concurrency,
      }
      return console.log(planReport({ ...report, replace: args.replace ?? false }))
    }
    if (budget && !offline) checkBudget(budget, worst)

    const show = (written: string) => console.log(resultReport(written, panel, files))
    const options = { plan, price, replace: args.replace ?? false, screen: process.stderr }
    if (args.batch !== undefined) {
      if (!files || offline) throw new UsageError({ problem: '--batch goes with a model, and not with --judge' })
      const batch = { ...options, files, client: connect(process.env), now: () => new Date() }
      if (args.batch === 'submit') return console.log(submitted(await submitBatch(batch), plan.calls.length, args))
      if (args.batch === 'collect' && args.id !== undefined) return show(await collectBatch(args.id, batch))
      throw new UsageError({ problem: '--batch is not in its form', expected: '--batch submit, or --batch collect ID' })
    }
    if (args.id !== undefined) throw new UsageError({ problem: 'too many arguments', found: args.id })

    const { stop, abort, end } = onInterrupt(process.stderr)
    try {
      show(
        await measure({
          ...options,
          judge: () =>
            offline
              ? askOffline(offline, panel.cases)
              : askOver(connect(process.env), { abort, stop, wait: waitUnless }),
          files,
          resume: args.resume ?? false,
          concurrency,
          screen: offline ? { write: () => true } : process.stderr,
          stop,
        }),
      )
    } finally {
      end()
    }
  },
})

function resultReport(written: string, { facts }: PanelHere, files: OutputFiles | undefined): string {
  const judgements = parseJudgements(written, files?.judgements ?? 'what was measured')
  const ends = files
    ? `${judgements.rows.length} judgements are in ${files.judgements},\nthe raw replies in ${files.raw}`
    : 'Nothing was written; --out FILE writes it.'
  return `\n${scoreReport(scoreJudgements(judgements.rows, facts), judgements)}\n\n${ends}`
}

function submitted(
  batch: string,
  requests: number,
  { out, replace }: { out?: string | undefined; replace?: boolean | undefined },
): string {
  const to = `${out === undefined ? '' : ` --out ${out}`}${replace ? ' --replace' : ''}`
  return `Submitted ${requests} requests as batch ${batch}.\nCollect them with: npm run judge -- --batch collect ${batch}${to}`
}

function promptOf({ cases }: PanelHere, id: string): string {
  const judged = cases.find((one) => one.id === id)
  if (judged) return judgePrompt(judged.transcript, judged.question)
  throw new UsageError({
    problem: 'there is no such case on the panel that stands here',
    found: id,
    expected: cases.map((one) => one.id).join(', '),
    mend: 'a case of the published panel can be shown where the trace of its run is in the repository',
  })
}

function numberIn(option: string, written: string | undefined, from: number): number | undefined {
  if (written === undefined) return undefined
  const number = integer({ from }).parse(written)
  if (number !== undefined) return number
  throw new UsageError({ problem: `--${option} is no count`, found: written, expected: `a whole number from ${from}` })
}

process.exitCode = await runCommandLine(command, process.argv.slice(2))
