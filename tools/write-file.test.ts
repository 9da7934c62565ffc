import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UserError } from './user-error.ts'
import { writeWhole } from './write-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-file-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('writes a new file, and replaces an old one', () => {
  const file = join(folder, 'out.tsv')
  for (const text of ['first\n', 'größer ×2\n']) {
    writeWhole(file, text)
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
  expect(readdirSync(folder)).toEqual(['out.tsv'])
})

it('says that a file cannot be written, and leaves nothing beside it', () => {
  const taken = join(folder, 'taken')
  mkdirSync(join(taken, 'by-a-folder'), { recursive: true })
  expect(() => writeWhole(taken, 'text')).toThrow(UserError)
  expect(() => writeWhole(join(folder, 'absent', 'out.tsv'), 'text')).toThrow('cannot be written')
  expect(readdirSync(folder)).toEqual(['taken'])
})
