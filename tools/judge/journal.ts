import * as z from 'zod'
import { UserError } from '../user-error.ts'
import { replySchema } from './reply.ts'
import { callName } from './schedule.ts'

/** What a measurement is. A journal begins with it, and is only gone on with under the same one. */
const manifestSchema = z.strictObject({
  type: z.literal('manifest'),
  version: z.literal(1),
  at: z.iso.datetime(),
  /** The command line as it was given. It holds no key: keys come from the environment. */
  command: z.string(),
  /** The model asked for. */
  model: z.string(),
  /** The host of the server's address. */
  server: z.string(),
  panel: z.string(),
  prompt: z.string(),
  /** What is sent beside model and prompt. */
  parameters: z.string(),
  /** The digest of every request's bytes, in the order of sending: prompt, model and parameters. */
  requests: z.string(),
  cases: z.int().min(1),
  repeats: z.int().min(1),
  seed: z.int().min(0),
})

const call = { case: z.string(), repeat: z.int().min(1) }

const replyEntry = z.strictObject({
  type: z.literal('reply'),
  ...call,
  at: z.iso.datetime(),
  /** From the last request to the whole reply; none for a reply that was gathered from a batch. */
  seconds: z.number().min(0).nullable(),
  reply: replySchema,
})

/** A request that brought no reply and was sent again. */
const retryEntry = z.strictObject({
  type: z.literal('retry'),
  ...call,
  at: z.iso.datetime(),
  cause: z.string(),
  /** Seconds until it was sent again. */
  pause: z.number().min(0),
})

/** A request that brought no reply and ended its run. A run that goes on sends it again. */
const unansweredEntry = z.strictObject({
  type: z.literal('unanswered'),
  ...call,
  at: z.iso.datetime(),
  cause: z.string(),
})

/** A batch that was submitted with every request, or whose results were all gathered. */
const batchEntry = z.strictObject({
  type: z.enum(['submitted', 'collected']),
  at: z.iso.datetime(),
  batch: z.string(),
})

const entrySchema = z.discriminatedUnion('type', [replyEntry, retryEntry, unansweredEntry, batchEntry])

export type Manifest = z.infer<typeof manifestSchema>
export type Entry = z.infer<typeof entrySchema>
export type ReplyEntry = z.infer<typeof replyEntry>

/** What a journal holds. */
export interface JournalRecord {
  manifest: Manifest
  entries: Entry[]
  /** How many bytes of the file are whole lines. What follows was being written when the run ended. */
  wholeBytes: number
}

/** A line of the journal for an entry. */
export function journalLine(entry: Manifest | Entry): string {
  return `${JSON.stringify(entry)}\n`
}

/**
 * Reads a journal. A last line without its end was never answered for, and is left out; any other line that is not in
 * its form, and a call that was answered twice, raise a UserError.
 */
export function parseJournal(text: string, file: string): JournalRecord {
  const end = text.lastIndexOf('\n') + 1
  const lines = text.slice(0, end).split('\n').slice(0, -1)
  const [first, ...rest] = lines
  if (first === undefined) {
    throw new UserError({ file, problem: 'is no journal: it has no manifest', mend: 'delete it and begin anew' })
  }
  const manifest = parseLine(manifestSchema, first, file, 1)
  const entries = rest.map((line, index) => parseLine(entrySchema, line, file, index + 2))
  const answered = new Set<string>()
  entries.forEach((entry, index) => {
    if (entry.type !== 'reply') return
    const name = callName(entry)
    if (answered.has(name)) {
      throw new UserError({ file, line: index + 2, problem: `judge call ${name} was answered before` })
    }
    answered.add(name)
  })
  return { manifest, entries, wholeBytes: new TextEncoder().encode(text.slice(0, end)).length }
}

function parseLine<Value>(schema: z.ZodType<Value>, text: string, file: string, line: number): Value {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new UserError({ file, line, problem: 'is not JSON', found: text.slice(0, 100) })
  }
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new UserError({
    file,
    line,
    problem: 'is no line of a journal',
    found: z.prettifyError(parsed.error).replaceAll('\n', ' '),
    mend: 'a journal is written by npm run judge and by nothing else',
  })
}

/** The batches that were submitted and not gathered. */
export function openBatches({ entries }: Pick<JournalRecord, 'entries'>): string[] {
  const named = (type: Entry['type']) =>
    entries.flatMap((entry) => (entry.type === type && 'batch' in entry ? [entry.batch] : []))
  const collected = new Set(named('collected'))
  return named('submitted').filter((batch) => !collected.has(batch))
}

/** Raises where a journal was begun under another manifest than the one that is wanted now. */
export function checkManifest(begun: Manifest, wanted: Manifest, file: string): void {
  const fixed = ['model', 'server', 'panel', 'prompt', 'parameters', 'requests', 'cases', 'repeats', 'seed'] as const
  const other = fixed.filter((key) => begun[key] !== wanted[key])
  if (other.length === 0) return
  throw new UserError({
    file,
    line: 1,
    problem: `was begun with different ${other.join(', ')}`,
    found: other.map((key) => `${key} ${begun[key]}`).join(', '),
    expected: other.map((key) => `${key} ${wanted[key]}`).join(', '),
    mend: 'a run is gone on with as it was begun; move the journal away to begin a new one',
  })
}
