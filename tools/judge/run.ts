import { UserError } from '../user-error.ts'
import type { Ask } from './ask.ts'
import type { Entry, ReplyEntry } from './journal.ts'
import type { Journal } from './journal-file.ts'
import { type Reply, readReply, verdictOf } from './reply.ts'
import type { JudgeRequest } from './request.ts'
import type { Call } from './schedule.ts'

export interface RunOptions {
  /** The calls to make, in the order of sending. */
  calls: readonly Call[]
  requestOf(call: Call): JudgeRequest
  ask: Ask
  journal: Journal
  concurrency: number
  /** No call is begun after it; those in flight are waited for, since they are paid for. */
  stop: AbortSignal
  now(): Date
  onEntry(entry: Entry): void
}

/**
 * Makes judge calls, several at a time, and gives their replies. Every reply is in the journal, on the disk, before it
 * is read. Raises where a reply does not parse, where the server rejects a request or does not answer, and where the
 * journal cannot be written; no call is begun after that, and those in flight still reach the journal.
 * A run that is stopped gives the replies that it has.
 */
export async function runCalls(options: RunOptions): Promise<ReplyEntry[]> {
  const { calls, concurrency, stop } = options
  const replies: ReplyEntry[] = []
  const failures: unknown[] = []
  const waiting = calls.values()

  async function work(): Promise<void> {
    // Workers share the iterator: each takes the next call that none has.
    for (const call of waiting) {
      try {
        replies.push(await makeCall(call, options))
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0 || stop.aborted) return
    }
  }

  if (!stop.aborted) await Promise.all(Array.from({ length: concurrency }, work))
  if (failures.length > 0) throw worst(failures)
  return replies
}

async function makeCall(call: Call, { requestOf, ask, journal, now, onEntry }: RunOptions): Promise<ReplyEntry> {
  const record = async (entry: Entry) => {
    await journal.append(entry)
    onEntry(entry)
  }
  let sent = now()
  const body = await ask(requestOf(call), async ({ cause, pause }) => {
    const fault = { ...call, at: now().toISOString(), cause }
    if (pause === undefined) return record({ type: 'unanswered', ...fault })
    await record({ type: 'retry', ...fault, pause: pause / 1000 })
    sent = new Date(now().getTime() + pause)
  })
  const entry = replyEntry(call, readReply(body), sent, now())
  await record(entry)
  verdictOf(call, entry.reply)
  return entry
}

function replyEntry({ case: name, repeat }: Call, reply: Reply, sent: Date, at: Date): ReplyEntry {
  const seconds = Math.max(0, at.getTime() - sent.getTime()) / 1000
  return { type: 'reply', case: name, repeat, at: at.toISOString(), seconds, reply }
}

/** A defect goes before what a person can mend; otherwise the first counts. */
function worst(failures: readonly unknown[]): unknown {
  return failures.find((failure) => !(failure instanceof UserError)) ?? failures[0]
}
