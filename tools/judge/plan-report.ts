import { formatCount } from '../counted.ts'
import type { Rational } from '../figures/rational.ts'
import { UserError } from '../user-error.ts'
import type { Price } from './judgements.ts'
import { dollars } from './money.ts'
import { checkReplaceable, type OutputFiles } from './output.ts'
import { bytesOf, type Plan } from './plan.ts'

interface PlanReport {
  plan: Plan
  /** A judge that asks no model. */
  offline: boolean
  worst: Rational | undefined
  outputTokens: number | undefined
  attempts: number
  price: Price | undefined
  files: OutputFiles | undefined
  replace: boolean
  concurrency: number
}

/** What a run would do, for a terminal. */
export function planReport(report: PlanReport): string {
  const { plan, files, concurrency } = report
  const { manifest, calls } = plan
  const lines: [string, string][] = [
    ['panel', `${manifest.cases} cases by ${manifest.repeats} repeats: ${formatCount(calls.length)} calls`],
    ['', manifest.panel],
    [
      'judge',
      report.offline
        ? `${manifest.model}, which asks no model`
        : `${manifest.model} at ${manifest.server}, ${concurrency} calls at a time`,
    ],
    ['parameters', manifest.parameters],
    ['prompt', manifest.prompt],
    ['requests', `${formatCount(bytesOf(plan, calls))} bytes, in the order that seed ${manifest.seed} decides`],
    ['', manifest.requests],
    ...worstCase(report),
    ...writes(files, report),
  ]
  return `${lines.map(([name, value]) => `${name.padEnd(12)}${value}`).join('\n')}\n\nNo call was made.`
}

function worstCase({ offline, worst, outputTokens, attempts, price }: PlanReport): [string, string][] {
  const said = (sentence: string): [string, string] => ['worst case', sentence]
  if (offline) return [said('nothing is spent')]
  if (!price) return [said('unknown: no price is known (--price IN,OUT gives one)')]
  if (!worst || outputTokens === undefined) {
    return [said('unknown: the longest reply is not known (--max-output-tokens N sets it)')]
  }
  return [
    said(`${dollars(worst, 2)}: ${formatCount(outputTokens)} output tokens a reply, each sent ${attempts} times`),
    ['', '--max-output-tokens N lowers it; a reply that it cuts ends the run'],
    ['', '--max-usd N begins no run that could cost more'],
  ]
}

function writes(files: OutputFiles | undefined, { plan, replace }: PlanReport): [string, string][] {
  if (!files) return [['writes', 'nothing; --out FILE writes it']]
  const lines: [string, string][] = [['writes', `${files.judgements} and ${files.raw}`]]
  try {
    if (!replace) checkReplaceable(files.judgements, plan.manifest)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    lines.push(['', `refused: ${files.judgements} ${error.complaint.problem} (--replace)`])
  }
  return lines
}
