import { Rational } from '../figures/rational.ts'
import { UsageError } from '../user-error.ts'
import type { Price } from './judgements.ts'

const million = Rational.of(1_000_000)

/** What tokens cost in US dollars. */
export function costOf({ input, output }: { input: number; output: number }, price: Price): Rational {
  const spent = (tokens: number, perMillion: Rational) => Rational.of(tokens).times(perMillion).over(million)
  return spent(input, price.input).plus(spent(output, price.output))
}

/** `$0.1297`; an unknown cost is `unknown`, never zero. */
export function dollars(amount: Rational | undefined, decimals = 4): string {
  return amount ? `$${amount.toFixed(decimals)}` : 'unknown'
}

/** A price as the header of a file of judgements has it. */
export function priceSentence(price: Price | undefined): string {
  if (!price) return 'unknown'
  return `$${shortest(price.input)} per million input tokens, $${shortest(price.output)} per million output tokens`
}

/** Reads `0.25,2`: US dollars per million input tokens, and per million output tokens. */
export function parsePrice(written: string): Price {
  const [input, output, ...more] = written.split(',').map((amount) => Rational.parse(amount))
  const known = input && output && more.length === 0 && input.numerator >= 0n && output.numerator >= 0n
  if (known) return { input, output }
  throw new UsageError({
    problem: '--price is not in its form',
    found: written,
    expected: 'US dollars per million input and output tokens, such as 0.25,2',
  })
}

/** A fraction that was read from a decimal, as the shortest decimal again. */
export function shortest(amount: Rational): string {
  let decimals = 0
  while (!amount.round(decimals).equals(amount)) decimals++
  return amount.toFixed(decimals)
}
