import { formatTable } from '../tsv/table.ts'
import { type JournalRecord, journalLine, type ReplyEntry } from './journal.ts'
import { type Judgement, judgementColumns, type Price } from './judgements.ts'
import { priceSentence } from './money.ts'
import type { PanelCase } from './panel.ts'
import { verdictOf } from './reply.ts'
import { allCalls, callName } from './schedule.ts'

type Measured = Pick<JournalRecord, 'manifest' | 'entries'>

/** The replies of a journal by the name of their call. */
export function repliesOf({ entries }: Pick<JournalRecord, 'entries'>): Map<string, ReplyEntry> {
  return new Map(entries.flatMap((entry) => (entry.type === 'reply' ? [[callName(entry), entry]] : [])))
}

/**
 * The models, or the fingerprints of them, that the server named, in the order of its replies. More than one where it
 * changed during the run.
 */
export function served(replies: Iterable<ReplyEntry>, what: 'model' | 'fingerprint'): string[] {
  const inTime = [...replies].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  return [...new Set(inTime.map(({ reply }) => reply[what] || 'not named'))]
}

/**
 * The file of judgements that a journal makes, in the order of the panel. It is a function of the journal alone, so a
 * run that was resumed makes the file of one that was not. Raises where a call has no reply or a reply does not parse.
 */
export function judgementsFile(measured: Measured, cases: readonly PanelCase[], price: Price | undefined): string {
  const { manifest, entries } = measured
  const replies = repliesOf(measured)
  const calls = allCalls(cases, manifest.repeats)
  const changes = { reasons: 0, confidences: 0 }
  const rows = calls.map((call): Omit<Judgement, 'at'> => {
    const entry = replies.get(callName(call))
    const judged = cases.find(({ id }) => id === call.case)
    if (!entry || !judged) throw new Error(`judge call ${callName(call)} has no reply`)
    const { verdict, citation, confidence, rounded, reason } = verdictOf(call, entry.reply)
    const oneLine = onOneLine(reason)
    if (oneLine !== reason) changes.reasons++
    if (rounded) changes.confidences++
    return {
      case: call.case,
      kind: judged.kind,
      known_answer: judged.knownAnswer,
      repeat: call.repeat,
      verdict,
      citation,
      confidence,
      input_tokens: entry.reply.tokens?.input ?? null,
      output_tokens: entry.reply.tokens?.output ?? null,
      reason: oneLine,
    }
  })
  const times = [...replies.values()].map(({ at }) => at).toSorted()
  const header: [string, string][] = [
    [
      'what',
      `judgements of this repository's own panel, one row per judge call, ${cases.length} cases by ${manifest.repeats} repeats`,
    ],
    ['command', manifest.command],
    ['judge model', served(replies.values(), 'model').join(', then ')],
    ['fingerprints', served(replies.values(), 'fingerprint').join(', ')],
    ['model asked for', manifest.model],
    ['server', manifest.server],
    ['parameters', manifest.parameters],
    ['panel digest', manifest.panel],
    ['prompt digest', manifest.prompt],
    ['requests digest', manifest.requests],
    ['repeats', String(manifest.repeats)],
    ['calls', String(calls.length)],
    ['seed', String(manifest.seed)],
    ['started', manifest.at],
    ['finished', times.at(-1) ?? manifest.at],
    ['input tokens', total(rows.map((row) => row.input_tokens))],
    ['output tokens', total(rows.map((row) => row.output_tokens))],
    ['price', priceSentence(price)],
    // Every call has its reply, so what was left unanswered was sent again by the run that went on.
    ['retries', String(entries.filter(({ type }) => type === 'retry' || type === 'unanswered').length)],
  ]
  if (changes.reasons > 0) {
    header.push(['reasons', `in ${changes.reasons} of them tabs, line ends and other control characters became spaces`])
  }
  if (changes.confidences > 0) {
    header.push(['confidences', `${changes.confidences} of them came with more decimals and are rounded to hundredths`])
  }
  return formatTable(judgementColumns, new Map(header.map(([key, value]) => [key, onOneLine(value)])), rows)
}

/** The raw replies, one JSON object a line: the manifest, and then everything that happened, in its order. */
export function rawFile({ manifest, entries }: Measured): string {
  return [manifest, ...entries].map(journalLine).join('')
}

function onOneLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}

function total(counts: readonly (number | null)[]): string {
  const known = counts.filter((count) => count !== null)
  return known.length < counts.length ? 'unknown' : String(known.reduce((sum, count) => sum + count, 0))
}
