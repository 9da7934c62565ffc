import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { systemErrorSentence } from './system-error.ts'
import { UserError } from './user-error.ts'

/**
 * Writes a whole file or leaves the old one: the text goes to a file beside it, which takes its place by one rename.
 * Raises a UserError where that cannot be done (no such folder, no right to write, a full disk).
 */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}.partial`
  try {
    const handle = openSync(beside, 'wx')
    try {
      const bytes = Buffer.from(text)
      for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new UserError({
      file,
      problem: 'cannot be written',
      found: systemErrorSentence(error.code),
      mend: 'check folder and space',
    })
  }
}
