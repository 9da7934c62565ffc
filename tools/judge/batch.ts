import { rmSync } from 'node:fs'
import OpenAI, { toFile } from 'openai'
import { UserError } from '../user-error.ts'
import { batchFile, readBatchResults } from './batch-lines.ts'
import type { Entry, JournalRecord } from './journal.ts'
import { beginJournal } from './journal-file.ts'
import { finish, type MeasureOptions, reopenJournal } from './measure.ts'
import { checkReplaceable, type OutputFiles } from './output.ts'
import { printable } from './progress.ts'
import { verdictOf } from './reply.ts'
import { repliesOf } from './result.ts'
import { callName } from './schedule.ts'

interface BatchOptions extends Pick<MeasureOptions, 'plan' | 'price' | 'screen' | 'replace'> {
  client: OpenAI
  files: OutputFiles
  now(): Date
}

/** Submits every request of a plan as one batch, and gives its id. Nothing is sent twice: a fault is said, not retried. */
export async function submitBatch({ client, plan, files, replace, now }: BatchOptions): Promise<string> {
  if (!replace) checkReplaceable(files.judgements, plan.manifest)
  const lines = batchFile(plan)
  const journal = await beginJournal(files.journal, plan.manifest)
  try {
    const batch = await said(async () => {
      const file = await client.files.create({
        file: await toFile(Buffer.from(lines), 'judge.jsonl'),
        purpose: 'batch',
      })
      return client.batches.create({
        input_file_id: file.id,
        endpoint: '/v1/chat/completions',
        completion_window: '24h',
        metadata: { requests: plan.manifest.requests },
      })
    }).catch((error: unknown) => {
      rmSync(files.journal)
      throw error
    })
    await journal.append({ type: 'submitted', at: now().toISOString(), batch: batch.id })
    return batch.id
  } finally {
    await journal.close()
  }
}

/**
 * Gathers the results of a batch into the journal that its submission began, and gives the file of judgements. Raises
 * where the batch is not finished, is another's, or leaves calls without a reply; what it brought is kept.
 */
export async function collectBatch(id: string, options: BatchOptions): Promise<string> {
  const { client, plan, files, now } = options
  const { record, journal } = await reopenJournal(options)
  try {
    const batch = await said(() => client.batches.retrieve(id))
    checkSame(batch, plan, record)
    checkFinished(batch)
    const results = readBatchResults(
      await Promise.all(resultFiles(batch).map((file) => contentOf(client, file))),
      plan.calls,
    )
    const answered = repliesOf(record)
    const fresh = results.replies.filter(({ call }) => !answered.has(callName(call)))
    const at = now().toISOString()
    const entries: Entry[] = [
      ...fresh.map(({ call, reply }): Entry => ({ type: 'reply', ...call, at, seconds: null, reply })),
      { type: 'collected', at, batch: id },
    ]
    await Promise.all(entries.map((entry) => journal.append(entry)))
    for (const { call, reply } of fresh) verdictOf(call, reply)
    const whole = { manifest: record.manifest, entries: [...record.entries, ...entries] }
    const replies = repliesOf(whole)
    const left = plan.calls.map(callName).filter((name) => !replies.has(name))
    if (left.length > 0) {
      const why = (cause: string | undefined) => (cause === undefined ? 'is missing' : `failed (${printable(cause)})`)
      throw new UserError({
        problem: `batch ${id} left ${left.length} of ${plan.calls.length} calls without a reply`,
        found: left.map((name) => `${name} ${why(results.failed.get(name))}`).join(', '),
        mend: `the others are kept in ${files.journal}; --resume asks these, one request each`,
      })
    }
    return finish(whole, options)
  } finally {
    await journal.close()
  }
}

/** A server that keeps no metadata is taken at its word for the batch that this run submitted. */
function checkSame(
  { id, metadata }: OpenAI.Batch,
  { manifest }: MeasureOptions['plan'],
  record: Pick<JournalRecord, 'entries'>,
): void {
  const submitted = record.entries.some((entry) => entry.type === 'submitted' && entry.batch === id)
  const { requests } = metadata ?? {}
  if (requests === undefined ? submitted : requests === manifest.requests) return
  throw new UserError({ problem: `batch ${id} holds other requests than this run`, mend: 'check the id' })
}

function checkFinished({ id, status, request_counts, errors }: OpenAI.Batch): void {
  if (status === 'completed' || status === 'expired' || status === 'cancelled') return
  const done = request_counts ? `, ${request_counts.completed} of ${request_counts.total} requests done` : ''
  const causes = errors?.data?.map(({ message }) => message).join('; ')
  throw new UserError({
    problem: status === 'failed' ? `batch ${id} failed as a whole` : `batch ${id} is not finished`,
    found: printable(causes || `${status}${done}`),
    mend: status === 'failed' ? 'move the journal away to begin a new run' : 'collect it later',
  })
}

function resultFiles({ output_file_id, error_file_id }: OpenAI.Batch): string[] {
  return [output_file_id, error_file_id].filter((file) => typeof file === 'string')
}

async function contentOf(client: OpenAI, file: string): Promise<string> {
  return said(async () => (await client.files.content(file)).text())
}

/** Says what a server answers in place of what was asked of it. */
async function said<Value>(action: () => Promise<Value>): Promise<Value> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof OpenAI.APIError) && !(error instanceof TypeError)) throw error
    throw new UserError({
      problem: 'the server did not do what a batch needs',
      found: printable(error.message),
      mend: 'try again later; a server without files and batches takes npm run judge without --batch',
    })
  }
}
