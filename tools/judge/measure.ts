import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '../user-error.ts'
import type { Ask } from './ask.ts'
import { checkManifest, type Entry, type JournalRecord, openBatches } from './journal.ts'
import { beginJournal, continueJournal, forgetfulJournal, type Journal } from './journal-file.ts'
import type { Price } from './judgements.ts'
import { checkReadable, checkReplaceable, type OutputFiles, writeResult } from './output.ts'
import type { Plan } from './plan.ts'
import { printable, type Screen, showProgress } from './progress.ts'
import { verdictOf } from './reply.ts'
import { judgementsFile, rawFile, repliesOf, served } from './result.ts'
import { runCalls } from './run.ts'
import { callName } from './schedule.ts'

export interface MeasureOptions {
  plan: Plan
  /** Makes what asks the judge, once it is known that a call is left to make. */
  judge(): Ask
  /** Where the result goes; none for a judge whose result is only shown. */
  files: OutputFiles | undefined
  resume: boolean
  replace: boolean
  concurrency: number
  price: Price | undefined
  screen: Screen
  stop: AbortSignal
  now?(): Date
}

/**
 * Makes every call of a plan that is not answered yet, and gives the file of judgements that the replies make. Where
 * files are given, each reply is kept in a journal first, and the result appears when it is complete.
 */
export async function measure(options: MeasureOptions): Promise<string> {
  const { plan, files, price, screen, now = () => new Date() } = options
  if (files && !options.replace) checkReplaceable(files.judgements, plan.manifest)
  const { record, journal } = await openJournal(options)
  const answered = repliesOf(record)
  const calls = plan.calls.filter((call) => !answered.has(callName(call)))
  const progress = showProgress({ screen, calls: plan.calls.length, answered: record.entries, price, now })
  const entries: Entry[] = [...record.entries]
  try {
    if (calls.length > 0) {
      await runCalls({
        calls,
        requestOf: plan.requestOf,
        ask: options.judge(),
        journal,
        concurrency: options.concurrency,
        stop: options.stop,
        now,
        onEntry(entry) {
          entries.push(entry)
          progress.entry(entry)
        },
      })
    }
  } finally {
    progress.end()
    await journal.close()
    // A run that brought nothing leaves nothing, so that the next one can begin.
    if (files && entries.every(({ type }) => type === 'retry')) rmSync(files.journal)
  }
  const whole = { manifest: record.manifest, entries }
  const replied = repliesOf(whole).size
  if (replied < plan.calls.length) throw stopped(replied, plan.calls.length, files)
  return finish(whole, options)
}

/** Makes the file of judgements when every call has its reply, writes it where files are given, and gives it. */
export function finish(
  whole: Pick<JournalRecord, 'manifest' | 'entries'>,
  { plan, files, price, screen }: Pick<MeasureOptions, 'plan' | 'files' | 'price' | 'screen'>,
): string {
  const models = served(repliesOf(whole).values(), 'model')
  if (models.length > 1)
    screen.write(`The server's model changed during the run: ${printable(models.join(', then '))}.\n`)
  const judgements = judgementsFile(whole, plan.cases, price)
  if (files) writeResult(files, { judgements, raw: rawFile(whole) })
  return judgements
}

type Opened = { record: Pick<JournalRecord, 'manifest' | 'entries'>; journal: Journal }

async function openJournal({ plan, files, resume }: MeasureOptions): Promise<Opened> {
  const fresh = { manifest: plan.manifest, entries: [] }
  if (!files) return { record: fresh, journal: forgetfulJournal() }
  if (!resume) return { record: fresh, journal: await beginJournal(files.journal, plan.manifest) }
  const opened = await reopenJournal(plan, files)
  const [batch] = openBatches(opened.record)
  if (batch === undefined) return opened
  await opened.journal.close()
  throw new UserError({
    file: files.journal,
    problem: `batch ${batch} was submitted and is not collected: asking its calls again would pay for them twice`,
    mend: `--batch collect ${batch}`,
  })
}

/** Opens the journal of a run that was begun. Raises where it was begun under another manifest, or cannot go on. */
export async function reopenJournal(plan: Plan, files: OutputFiles): Promise<Opened> {
  return continueJournal(files.journal, (record) => {
    checkManifest(record.manifest, plan.manifest, files.journal)
    checkReadable(record, files.journal, (entry) => verdictOf(entry, entry.reply))
  })
}

function stopped(answered: number, calls: number, files: OutputFiles | undefined): UserError {
  return new UserError({
    problem: `stopped: ${answered} of ${calls} calls are answered${files ? ` and kept in ${files.journal}` : ''}`,
    mend: files && '--resume goes on and asks nothing again that was answered',
  })
}

/** A pause, which a signal ends at once. */
export async function waitUnless(milliseconds: number, stop: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal: stop })
}
