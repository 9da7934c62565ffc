import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '../user-error.ts'
import { type Ask, Unanswered } from './ask.ts'
import { checkManifest, type Entry, type JournalRecord, openBatches } from './journal.ts'
import { beginJournal, continueJournal, forgetfulJournal, type Journal, Unwritten } from './journal-file.ts'
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
  } catch (error) {
    if (!(error instanceof Unanswered || error instanceof Unwritten)) throw error
    throw withHint(error, goingOn(entries, options))
  } finally {
    progress.end()
    await journal.close()
    // A run that brought nothing leaves nothing, so that the next one can begin.
    if (files && isEmpty(entries)) rmSync(files.journal)
  }
  const whole = { manifest: record.manifest, entries }
  const replied = repliesOf(whole).size
  if (replied < plan.calls.length) {
    const problem = `stopped: ${replied} of ${plan.calls.length} calls are answered`
    throw new UserError({ problem, mend: goingOn(entries, options) })
  }
  return finish(whole, options)
}

/** Makes the file of judgements when every call has its reply, writes it where files are given, and gives it. */
export function finish(
  whole: Pick<JournalRecord, 'manifest' | 'entries'>,
  options: Pick<MeasureOptions, 'plan' | 'files' | 'price' | 'screen' | 'replace'>,
): string {
  const { plan, files, price, screen } = options
  const models = served(repliesOf(whole).values(), 'model')
  if (models.length > 1)
    screen.write(`The server's model changed during the run: ${printable(models.join(', then '))}.\n`)
  const judgements = judgementsFile(whole, plan.cases, price)
  try {
    if (files) writeResult(files, { judgements, raw: rawFile(whole) })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw withHint(error, goingOn(whole.entries, options))
  }
  return judgements
}

type Opened = { record: Pick<JournalRecord, 'manifest' | 'entries'>; journal: Journal }

async function openJournal({ plan, files, resume, replace }: MeasureOptions): Promise<Opened> {
  const fresh = { manifest: plan.manifest, entries: [] }
  if (!files) return { record: fresh, journal: forgetfulJournal() }
  if (!resume && !replace) checkReplaceable(files.judgements, plan.manifest)
  if (!resume) return { record: fresh, journal: await beginJournal(files.journal, plan.manifest) }
  const opened = await reopenJournal({ plan, files, replace })
  const [batch] = openBatches(opened.record)
  if (batch === undefined) return opened
  await opened.journal.close()
  throw new UserError({
    file: files.journal,
    problem: `batch ${batch} was submitted and is not collected: asking its calls again would pay for them twice`,
    mend: `--batch collect ${batch}`,
  })
}

/**
 * Opens the journal of a run that was begun. Raises where it was begun under another manifest, cannot go on, or would
 * write over what it may not replace.
 */
export async function reopenJournal({
  plan,
  files,
  replace,
}: Pick<MeasureOptions, 'plan' | 'replace'> & { files: OutputFiles }): Promise<Opened> {
  return continueJournal(files.journal, (record) => {
    checkManifest(record.manifest, plan.manifest, files.journal)
    if (!replace) checkReplaceable(files.judgements, record.manifest)
    checkReadable(record, files.journal, (entry) => verdictOf(entry, entry.reply))
  })
}

/** A journal without a reply or a batch holds nothing to go on with. */
const isEmpty = (entries: readonly Entry[]) => entries.every(({ type }) => type === 'retry' || type === 'unanswered')

/** What a run that ended early leaves, and how to go on: what was answered is kept, and a run of nothing is not. */
function goingOn(
  entries: Entry[],
  { plan, files, replace }: Pick<MeasureOptions, 'plan' | 'files' | 'replace'>,
): string | undefined {
  if (!files) return undefined
  if (isEmpty(entries)) return 'no call was answered, so nothing is kept: run it again, without --resume'
  const again = replace ? '--resume --replace' : '--resume'
  return `${repliesOf({ entries }).size} of ${plan.calls.length} calls are answered and kept in ${files.journal}: ${again} goes on`
}

function withHint({ complaint }: UserError, hint: string | undefined): UserError {
  const mend = [complaint.mend, hint].filter((part) => part !== undefined).join('; ')
  return new UserError({ ...complaint, mend: mend || undefined })
}

/** A pause, which a signal ends at once. */
export async function waitUnless(milliseconds: number, stop: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal: stop })
}
