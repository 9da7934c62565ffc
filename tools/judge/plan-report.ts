import type { Rational } from '../figures/rational.ts'
import { UserError } from '../user-error.ts'
import type { Price } from './judgements.ts'
import { dollars } from './money.ts'
import { checkReplaceable, type OutputFiles } from './output.ts'
import { bytesOf, type Plan } from './plan.ts'

interface PlanReport {
  plan: Plan
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
    ['panel', `${manifest.cases} cases by ${manifest.repeats} repeats: ${grouped(calls.length)} calls`],
    ['', manifest.panel],
    ['judge', `${manifest.model} at ${manifest.server}, ${concurrency} calls at a time`],
    ['parameters', manifest.parameters],
    ['prompt', manifest.prompt],
    ['requests', `${grouped(bytesOf(plan, calls))} bytes, in the order that seed ${manifest.seed} decides`],
    ['', manifest.requests],
    ['worst case', worstSentence(report)],
    ...writes(files, report),
  ]
  return `${lines.map(([name, value]) => `${name.padEnd(12)}${value}`).join('\n')}\n\nNo call was made.`
}

function worstSentence({ worst, outputTokens, attempts, price }: PlanReport): string {
  if (!price) return 'unknown: the price is (--price)'
  if (!worst || outputTokens === undefined) return 'unknown: the longest reply is (--max-output-tokens)'
  return `${dollars(worst, 2)}: ${grouped(outputTokens)} output tokens a reply, each sent ${attempts} times`
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

const grouped = (count: number) => count.toLocaleString('en-US')
