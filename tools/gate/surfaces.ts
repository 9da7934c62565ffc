import { type Place, UserError } from '../user-error.ts'
import { unbound } from './check.ts'
import { elsewhere, findLoose, literalAt } from './words.ts'

/** What may stand in a built page without being bound: it was checked where it comes from. */
export interface Allowed {
  /** Titles and summaries as a reader sees them, whose numbers were checked in their source. */
  texts: readonly string[]
  literals: readonly string[]
  /** The days on which posts were published. */
  days: readonly Date[]
}

/** A text without the titles and summaries that occur in it. Its length stays the same. */
export function withoutTexts(text: string, { texts }: Allowed): string {
  return texts.reduce((rest, known) => rest.replaceAll(known, elsewhere.repeat(known.length)), text)
}

/** The disagreements of a text that can hold no element: an attribute, a title, a string of JSON-LD or of a feed. */
export function checkText(text: string, at: Place, where: string, allowed: Allowed): UserError[] {
  const rest = withoutTexts(text, allowed)
  return findLoose(rest)
    .filter(
      ({ start, text: { length } }) => !allowed.literals.some((literal) => literalAt(rest, start, length, literal)),
    )
    .map((loose) => {
      const { problem } = unbound(loose, at).complaint
      const mend = 'a number here must come from the title or summary of a page, where it is bound'
      return new UserError({ ...at, problem: `${problem}, in ${where}`, found: text, mend })
    })
}

/** A day as pages write it: 23 September 2026. */
export function writtenDay(day: Date): string {
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

/** True where a text is one of the published days, in a form that machines read. */
export function isDay(text: string, { days }: Allowed): boolean {
  return days.some((day) => [day.toISOString(), day.toISOString().slice(0, 10), day.toUTCString()].includes(text))
}
