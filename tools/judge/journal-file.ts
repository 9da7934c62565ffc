import { existsSync } from 'node:fs'
import { type FileHandle, link, open, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { read } from '../eval/read.ts'
import { systemErrorSentence } from '../system-error.ts'
import { UserError } from '../user-error.ts'
import { type Entry, type JournalRecord, journalLine, type Manifest, parseJournal } from './journal.ts'
import { lockJournal } from './lock.ts'

/** Where a run writes down what happened. */
export interface Journal {
  /** Resolves when the entry is on the disk. */
  append(entry: Entry): Promise<void>
  close(): Promise<void>
}

/**
 * Begins a journal. It appears with its whole manifest, so that one which can be read can be gone on with. Raises a
 * UserError where one stands there already, or where it cannot be written.
 */
export async function beginJournal(file: string, manifest: Manifest): Promise<Journal> {
  const release = lockJournal(file)
  const beside = `${file}.${process.pid}.partial`
  try {
    await attempt(file, async () => {
      await writeFile(beside, journalLine(manifest), { flush: true })
      await link(beside, file)
      await syncFolder(dirname(file))
    })
    return journalTo(file, await attempt(file, () => open(file, 'a')), release)
  } catch (error) {
    release()
    throw error
  } finally {
    await rm(beside, { force: true })
  }
}

/** Reads a journal and goes on with it, after its last whole line, where `check` does not raise. */
export async function continueJournal(
  file: string,
  check: (record: JournalRecord) => void,
): Promise<{ record: JournalRecord; journal: Journal }> {
  const release = lockJournal(file)
  try {
    const record = parseJournal(journalText(file), file)
    check(record)
    await attempt(file, async () => {
      const handle = await open(file, 'r+')
      await handle.truncate(record.wholeBytes)
      await handle.sync()
      await handle.close()
    })
    return { record, journal: journalTo(file, await attempt(file, () => open(file, 'a')), release) }
  } catch (error) {
    release()
    throw error
  }
}

function journalText(file: string): string {
  if (existsSync(file)) return read(process.cwd(), file)
  throw new UserError({
    file,
    problem: 'is not there: no run to this file was begun, or it is finished',
    mend: 'begin one without --resume, or with --batch submit',
  })
}

/** A journal that is kept nowhere, for judges whose calls cost nothing. */
export function forgetfulJournal(): Journal {
  return { append: async () => {}, close: async () => {} }
}

/**
 * Entries that arrive while the disk is busy are written and synced together. After a line could not be written none
 * is: the file may end in the middle of it.
 */
function journalTo(file: string, handle: FileHandle, release: () => void): Journal {
  let waiting: string[] = []
  /** The write that takes what is waiting; none where nothing waits. */
  let next: Promise<void> | undefined
  /** The write that is under way, or was the last. */
  let last: Promise<void> = Promise.resolve()

  function writeWaiting(): Promise<void> {
    const lines = waiting.join('')
    waiting = []
    next = undefined
    last = attempt(file, async () => {
      await handle.appendFile(lines)
      await handle.datasync()
    })
    return last
  }

  return {
    append(entry) {
      waiting.push(journalLine(entry))
      next ??= last.then(writeWaiting)
      return next
    },
    async close() {
      await last.catch(() => {})
      await handle.close()
      release()
    },
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Something could not be written. */
export class Unwritten extends UserError {}

async function attempt<Value>(file: string, action: () => Promise<Value>): Promise<Value> {
  try {
    return await action()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const exists = error.code === 'EEXIST'
    throw new Unwritten({
      file,
      problem: exists ? 'is the journal of a run that was begun and not finished' : 'cannot be written',
      found: exists ? undefined : systemErrorSentence(error.code),
      mend: exists ? '--resume goes on with it; to begin a new run, move it away' : 'check folder, rights and space',
    })
  }
}
