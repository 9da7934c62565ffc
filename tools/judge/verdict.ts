import * as z from 'zod'
import { type Label, labels } from '../eval/provenance.ts'
import { Rational } from '../figures/rational.ts'
import { UserError } from '../user-error.ts'
import { citation as citationColumn } from './judgements.ts'
import { sentencesIn } from './sentence.ts'

/** What a judge replied, read. */
export interface Verdict {
  verdict: Label
  /** `file:line`, or `none`. */
  citation: string
  /** From 0 to 100. */
  confidence: number
  /** The reply gives the confidence to more than hundredths. */
  rounded: boolean
  /** The judge's words as they came. */
  reason: string
}

const control = /\p{Cc}/u

const replySchema = z.strictObject({
  verdict: z.enum(labels),
  citation: z
    .string()
    .refine(
      (cited) => citationColumn.parse(cited) !== undefined && !control.test(cited) && cited.isWellFormed(),
      'expected file:line, or none',
    ),
  confidence: z.number().min(0).max(1),
  reason: z
    .string()
    .refine((words) => words.isWellFormed(), 'expected whole characters')
    .check(({ value, issues }) => {
      const [first, second, ...more] = sentencesIn(value)
      if (first !== undefined && second === undefined) return
      issues.push({ code: 'custom', input: value, message: `expected one sentence, ${foundSentences(second, more)}` })
    }),
})

/**
 * Reads a judge's reply: one JSON object with the four fields, and nothing else but white space around it.
 * Raises a UserError for everything else. A reply that does not parse is the instrument failing, and is never turned
 * into a verdict: least of all into the one that sounds most careful.
 */
export function parseVerdict(reply: string): Verdict {
  let json: unknown
  try {
    json = JSON.parse(reply)
  } catch (error) {
    throw malformed(reply, `is not one JSON object (${error instanceof Error ? error.message : error})`)
  }
  const parsed = replySchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw malformed(reply, issue ? described(issue) : 'has another form')
  }
  // JSON.parse keeps the last of two fields with one name. A reply that says two things says neither.
  if (pairsIn(reply) !== Object.keys(parsed.data).length) throw malformed(reply, 'has a field twice')
  const { verdict, citation, reason } = parsed.data
  const confidence = exactly(parsed.data.confidence).times(Rational.of(100))
  const hundredths = confidence.round(0)
  return {
    verdict,
    citation,
    confidence: Number(hundredths.numerator),
    rounded: !hundredths.equals(confidence),
    reason,
  }
}

/** What stands there in place of one sentence: none, or a second one and more. */
function foundSentences(second: string | undefined, more: readonly string[]): string {
  if (second === undefined) return 'found none'
  const begins = second.length > 40 ? `${second.slice(0, 39).toWellFormed().trimEnd()}…` : second
  return `found ${more.length + 2}; the second begins with ${JSON.stringify(begins)}`
}

/** The decimal that was written, as far as twelve decimals go. */
function exactly(number: number): Rational {
  return Rational.parse(number.toFixed(12)) ?? Rational.of(0)
}

/** How many `"name": value` stand in the text of a JSON object that holds strings and numbers only. */
function pairsIn(object: string): number {
  return object.match(/"(?:[^"\\]|\\.)*"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^\s,}]+)/g)?.length ?? 0
}

function described({ path, code, message }: z.core.$ZodIssue): string {
  const field = path.map(String).join('.')
  if (field === '') return code === 'unrecognized_keys' ? `has more than its four fields (${message})` : 'is no object'
  return `does not hold in "${field}" what it may (${message})`
}

function malformed(reply: string, problem: string): UserError {
  return new UserError({
    problem: `the reply ${problem}`,
    found: reply === '' ? 'an empty reply' : JSON.stringify(reply.length > 300 ? `${reply.slice(0, 299)}…` : reply),
    expected: `{"verdict": one of ${labels.join(', ')}, "citation": file:line or none, "confidence": 0 to 1, "reason": one sentence}`,
  })
}
