import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { lockJournal } from './lock.ts'
import { scratchFolder } from './testing/loopback.ts'

const journal = () => join(scratchFolder(), 'judged.journal.jsonl')

it('is taken by one process at a time, and let go of', () => {
  const file = journal()
  const release = lockJournal(file)
  expect(() => lockJournal(file)).toThrow(`is being written by another process (${process.pid})`)
  release()
  expect(existsSync(`${file}.lock`)).toBe(false)
  lockJournal(file)()
})

it('is not held by a process that has ended', () => {
  const file = journal()
  const { pid } = spawnSync(process.execPath, ['--eval', ''])
  writeFileSync(`${file}.lock`, String(pid))
  lockJournal(file)()
})

it('is not held by half of a process number', () => {
  const file = journal()
  writeFileSync(`${file}.lock`, '')
  lockJournal(file)()
})
