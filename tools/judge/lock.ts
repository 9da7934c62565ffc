import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { systemErrorSentence } from '../system-error.ts'
import { UserError } from '../user-error.ts'

/**
 * Takes a journal for this process, and gives what lets go of it. Raises a UserError where another process that still
 * runs has it: two that went on with one run would ask every call twice. A process that was killed holds nothing.
 */
export function lockJournal(journal: string): () => void {
  const lock = `${journal}.lock`
  if (!taken(lock)) {
    const holder = holderOf(lock)
    if (holder !== undefined && runs(holder)) {
      throw new UserError({
        file: journal,
        problem: `is being written by another process (${holder})`,
        mend: `wait for it; where ${holder} is no npm run judge, delete ${lock}`,
      })
    }
    rmSync(lock, { force: true })
    if (!taken(lock)) throw new UserError({ file: journal, problem: 'is being written by another process' })
  }
  return () => rmSync(lock, { force: true })
}

/** Takes the lock, unless it is taken. */
function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    if (error.code === 'EEXIST') return false
    throw new UserError({
      file: lock,
      problem: 'cannot be written',
      found: systemErrorSentence(error.code),
      mend: 'check folder, rights and space',
    })
  }
}

function holderOf(lock: string): number | undefined {
  const written = Number(readFileSync(lock, 'utf8'))
  return Number.isInteger(written) && written > 0 ? written : undefined
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
