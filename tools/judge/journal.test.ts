import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Entry, journalLine, type Manifest, parseJournal } from './journal.ts'
import { beginJournal, continueJournal } from './journal-file.ts'
import { scratchFolder } from './testing/loopback.ts'

const manifest: Manifest = {
  type: 'manifest',
  version: 1,
  at: '2026-01-01T00:00:00.000Z',
  command: 'fixture',
  model: 'fixture-model',
  server: 'fixture.example',
  panel: 'sha256:fixture',
  prompt: 'sha256:fixture',
  parameters: 'none',
  requests: 'sha256:fixture',
  cases: 1,
  repeats: 9,
  seed: 1,
}
const reply = { text: 'x\n⇥', refusal: null, finish: 'stop', model: null, fingerprint: null, tokens: null }
const entry = (repeat: number): Entry => ({
  type: 'reply',
  case: 'fixture',
  repeat,
  at: manifest.at,
  seconds: 1,
  reply,
})
const file = () => join(scratchFolder(), 'judged.journal.jsonl')

describe('a journal', () => {
  it('holds what was appended, in that order, however much came at once', async () => {
    const path = file()
    const journal = await beginJournal(path, manifest)
    const entries = Array.from({ length: 200 }, (_, index) => entry(index + 1))
    await Promise.all(entries.map((one) => journal.append(one)))
    await journal.close()
    expect(parseJournal(readFileSync(path, 'utf8'), path)).toMatchObject({ manifest, entries })
    expect(readdirSync(dirname(path))).toEqual(['judged.journal.jsonl'])
  })

  it('has an entry in its file when the promise of it is kept', async () => {
    const path = file()
    const journal = await beginJournal(path, manifest)
    for (let repeat = 1; repeat <= 5; repeat++) {
      await journal.append(entry(repeat))
      expect(parseJournal(readFileSync(path, 'utf8'), path).entries).toHaveLength(repeat)
    }
    await journal.close()
  })

  it('is written by one run at a time', async () => {
    const path = file()
    const journal = await beginJournal(path, manifest)
    await expect(continueJournal(path, () => {})).rejects.toThrow('is being written by another process')
    await journal.close()
    const again = await continueJournal(path, () => {})
    await again.journal.close()
    await expect(beginJournal(path, manifest)).rejects.toThrow('was begun and not finished')
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it('goes on after its last whole line, where it was torn', async () => {
    const path = file()
    writeFileSync(path, journalLine(manifest) + journalLine(entry(1)) + journalLine(entry(2)).slice(0, 20))
    const { record, journal } = await continueJournal(path, () => {})
    expect(record.entries).toHaveLength(1)
    await journal.append(entry(2))
    await journal.close()
    expect(parseJournal(readFileSync(path, 'utf8'), path).entries).toEqual([entry(1), entry(2)])
  })

  const whole = journalLine(manifest) + journalLine(entry(1))

  it('leaves out a last line without its end', () => {
    for (let cut = 1; cut < journalLine(entry(1)).length; cut++) {
      const { entries, wholeBytes } = parseJournal(whole.slice(0, -cut), 'journal')
      expect([entries.length, wholeBytes]).toEqual([0, journalLine(manifest).length])
    }
  })

  it.each([
    ['is empty', '', 'it has no manifest'],
    ['ends in its manifest', journalLine(manifest).slice(0, -1), 'it has no manifest'],
    ['begins with another line', journalLine(entry(1)), 'journal:1  is no line of a journal'],
    ['holds a line that is no JSON', `${whole}{\n`, 'journal:3  is not JSON'],
    ['holds a line of another kind', `${whole}{"type":"note"}\n`, 'journal:3  is no line of a journal'],
    ['holds two manifests', whole + journalLine(manifest), 'journal:3  is no line of a journal'],
    ['holds a call twice', whole + journalLine(entry(1)), 'journal:3  judge call fixture#1 was answered before'],
  ])('is refused where it %s', (_, text, message) => {
    expect(() => parseJournal(text, 'journal')).toThrow(message)
  })
})
