import type { Outcome } from './schema.ts'

/** The recorder's own grade of an answer: how many of the expected facts it holds, letter for letter. */
export function outcomeOf(answer: string, facts: readonly string[]): Outcome {
  const stated = facts.filter((fact) => answer.includes(fact)).length
  if (stated === facts.length) return 'success'
  return stated > 0 ? 'partial' : 'failure'
}
