import { Rational } from '../figures/rational.ts'
import { UsageError, UserError } from '../user-error.ts'
import { digestOf } from './digest.ts'
import type { Manifest } from './journal.ts'
import type { Price } from './judgements.ts'
import { costOf, dollars } from './money.ts'
import type { PanelCase } from './panel.ts'
import { promptTemplate } from './prompt.ts'
import { bodyOf, type JudgeRequest, type Parameters, parametersSentence, requestFor } from './request.ts'
import { allCalls, type Call, shuffled } from './schedule.ts'

/** How often each case is put to the judge. Fixed here, before the first call. */
export const REPEATS = 9

export interface PlanParts {
  cases: readonly PanelCase[]
  /** The digest of the panel that the cases are. */
  panel: string
  repeats: number
  seed: number
  parameters: Parameters
  /** The host of the server's address. */
  server: string
  command: string
  at: Date
}

/** Everything about a run that is fixed before its first call. */
export interface Plan {
  manifest: Manifest
  cases: readonly PanelCase[]
  /** The calls in the order of sending. */
  calls: Call[]
  requestOf(call: Call): JudgeRequest
}

/** The requests of calls as they are sent, one by one: those of a large panel are not held at once. */
function* bodiesOf(requestOf: Plan['requestOf'], calls: readonly Call[]): Generator<string> {
  for (const call of calls) yield bodyOf(requestOf(call))
}

/** How many bytes the requests of calls have. */
export function bytesOf({ requestOf }: Pick<Plan, 'requestOf'>, calls: readonly Call[]): number {
  return calls.reduce((sum, call) => sum + Buffer.byteLength(bodyOf(requestOf(call))), 0)
}

export function makePlan(parts: PlanParts): Plan {
  const { cases, repeats, seed, parameters } = parts
  const requests = new Map(cases.map((judged) => [judged.id, requestFor(judged, parameters)]))
  const requestOf = (call: Call) => {
    const request = requests.get(call.case)
    if (!request) throw new RangeError(`there is no case ${call.case}`)
    return request
  }
  const calls = shuffled(allCalls(cases, repeats), seed)
  const manifest: Manifest = {
    type: 'manifest',
    version: 1,
    at: parts.at.toISOString(),
    command: parts.command,
    model: parameters.model,
    server: parts.server,
    panel: parts.panel,
    prompt: digestOf([promptTemplate]),
    parameters: parametersSentence(parameters),
    requests: digestOf(bodiesOf(requestOf, calls)),
    cases: cases.length,
    repeats,
    seed,
  }
  return { manifest, cases, calls, requestOf }
}

export interface WorstCase {
  price: Price | undefined
  /** The most tokens that a reply may have. */
  outputTokens: number | undefined
  /** How often a request is sent at most. A request that brought no reply may still be charged. */
  attempts: number
}

/**
 * The most that calls can cost, in US dollars: a token has at least one byte of the request, every reply is as long as
 * it may be, and every request is sent as often as it may be. Unknown where the price or the longest reply is.
 */
export function worstCost(
  plan: Pick<Plan, 'requestOf'>,
  calls: readonly Call[],
  { price, outputTokens, attempts }: WorstCase,
): Rational | undefined {
  if (!price || outputTokens === undefined) return undefined
  return costOf({ input: bytesOf(plan, calls), output: outputTokens * calls.length }, price).times(
    Rational.of(attempts),
  )
}

/** Reads a budget in US dollars. */
export function parseBudget(written: string): Rational {
  const most = Rational.parse(written)
  if (most && most.numerator >= 0n) return most
  throw new UsageError({ problem: '--max-usd is no amount', found: written, expected: 'US dollars, such as 2.50' })
}

/** Raises where a run could cost more than its budget, or where nobody can say. Such a run is not begun. */
export function checkBudget(most: Rational, worst: Rational | undefined): void {
  if (!worst) {
    throw new UsageError({
      problem: 'the budget cannot be held: what the run may cost at most is unknown',
      mend: 'give --price and --max-output-tokens',
    })
  }
  if (worst.compare(most) > 0) {
    throw new UserError({
      problem: 'the run could cost more than its budget, so it is not begun',
      found: `${dollars(worst, 2)} in the worst case`,
      expected: `at most ${dollars(most, 2)}`,
      mend: '--max-output-tokens sets a limit to each reply; a reply that is cut by it ends the run',
    })
  }
}
