import { findLeaks, type Leak, markOf } from './leaks/find.ts'
import type { Known } from './leaks/known.ts'
import { mapStrings, stringsOf } from './leaks/strings.ts'
import { type Trace, traceSchema } from './schema.ts'

/**
 * A trace with a mark in the place of everything that must not be published, and the marks counted by kind.
 * Raises where the trace would no longer be one, as where its id holds a secret.
 */
export async function redactTrace(trace: Trace, known: Known): Promise<Trace> {
  const { value, marks } = await redact(trace, known)
  const { tokens, frames, ...head } = traceSchema.parse(value)
  if (marks.size === 0) return { ...head, tokens, frames }
  return { ...head, redactions: Object.fromEntries([...marks].toSorted()), tokens, frames }
}

/** A JSON value with marks in it, and how many there are of each kind. */
export async function redact(value: unknown, known: Known): Promise<{ value: unknown; marks: Map<string, number> }> {
  const leaks = Map.groupBy(await findLeaks(stringsOf(value), known), ({ leaf }) => leaf)
  const marks = new Map<string, number>()
  for (const { kind } of [...leaks.values()].flat()) marks.set(kind, (marks.get(kind) ?? 0) + 1)
  let leaf = 0
  return { value: mapStrings(value, ({ text }) => marked(text, leaks.get(leaf++) ?? [])), marks }
}

function marked(text: string, leaks: readonly Leak[]): string {
  let last = 0
  let result = ''
  for (const { start, end, kind } of leaks) {
    result += text.slice(last, start) + markOf(kind)
    last = end
  }
  return result + text.slice(last)
}
