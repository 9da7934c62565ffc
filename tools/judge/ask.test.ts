import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ScriptedReply } from '../trace/testing/scripted-server.ts'
import { parseJournal } from './journal.ts'
import { parseJudgements } from './judgements.ts'
import { complaint, measuring, quick } from './testing/loopback.ts'
import { panelHere } from './testing/panel.ts'
import { plantedJudges } from './testing/planted.ts'
import { answerOf, scriptOf } from './testing/script.ts'

const { perfect } = plantedJudges
const { cases } = panelHere
const text = (file: string) => readFileSync(file, 'utf8')
const journalOf = (file: string) => parseJournal(text(file), file)

describe('a fault of the transport', () => {
  const faulty = (faults: readonly ScriptedReply[]) =>
    scriptOf(cases, perfect, (said, { index }) => faults[index] ?? answerOf(said))

  it.each<[string, ScriptedReply, string]>([
    ['408', { status: 408, body: { error: { message: 'slow' } } }, 'status 408'],
    ['429', { status: 429, body: { error: { message: 'too many' } } }, 'status 429'],
    ['500', { status: 500 }, 'status 500'],
    ['503', { status: 503 }, 'status 503'],
    ['a connection that is cut', { cut: 'before-reply' }, 'no connection'],
    ['a body that is cut', { cut: 'in-body', body: { choices: [] } }, 'cut in the middle of a reply'],
    ['a body that never ends', { ...answerOf(perfectReply()), stall: 60_000 }, 'within the time limit'],
  ])('is retried, logged with its cause and counted: %s', async (_, fault, cause) => {
    const patience = { ...quick, timeLimit: 'stall' in fault ? 2_000 : 60_000 }
    const { run, server, shown, files } = await measuring(faulty([fault]), { cases, repeats: 1, patience })
    const { header } = parseJudgements(await run({ concurrency: 1 }), 'judged.tsv')
    expect(server.requests).toHaveLength(5)
    expect(header.get('retries')).toBe('1')
    expect(shown.join('')).toContain(cause)
    expect(journalOf(files.raw).entries[0]).toMatchObject({ type: 'retry', cause: expect.stringContaining(cause) })
  })

  it('waits as long as Retry-After asks', async () => {
    const asks = { status: 429, headers: { 'retry-after': '1' } }
    const { run, files } = await measuring(faulty([asks]), { cases, repeats: 1 })
    await run({ concurrency: 1 })
    const [retry, reply] = journalOf(files.raw).entries
    expect(retry).toMatchObject({ type: 'retry', pause: 1 })
    expect(Date.parse(reply?.at ?? '') - Date.parse(retry?.at ?? '')).toBeGreaterThanOrEqual(990)
  })

  it('doubles its pause, and ends the run after so many attempts, with what was answered kept', async () => {
    const down = [1, 2, 3].map(() => ({ status: 503 }))
    const script = faulty([answerOf(perfectReply()), ...down])
    const { run, server, files, shown } = await measuring(script, { cases, repeats: 1 })
    const said = await complaint(run({ concurrency: 1 }))
    expect(said).toContain('the server did not answer, asked 3 times')
    expect(said).toContain(`1 of 4 calls are answered and kept in ${files.journal}: --resume goes on`)
    expect(server.requests).toHaveLength(4)
    const { entries } = journalOf(files.journal)
    expect(entries.map((entry) => (entry.type === 'retry' ? entry.pause : entry.type))).toEqual([
      ...['reply', 0.001, 0.002, 'unanswered'],
    ])
    expect(entries.at(-1)).toMatchObject({ cause: expect.stringContaining('status 503') })
    expect(shown.join('')).toMatch(/^not sent again: judge call .+#1, status 503/m)
    const { header } = parseJudgements(await run({ resume: true }), 'judged.tsv')
    expect(server.requests).toHaveLength(7)
    expect(header.get('retries')).toBe('3')
  })

  it('is not waited for where the run is stopped in its pause', async () => {
    const stop = new AbortController()
    const { run, server } = await measuring(faulty([{ status: 429, headers: { 'retry-after': '2' } }]), {
      cases,
      repeats: 1,
    })
    const screen = { write: (text: string) => text.startsWith('again in 2 s') && stop.abort() }
    expect(await complaint(run({ concurrency: 1, stop: stop.signal, screen }))).toContain(
      'stopped before a request was sent again',
    )
    expect(server.requests).toHaveLength(1)
  })

  it('does not wait longer than it may', async () => {
    const { run, server } = await measuring(faulty([{ status: 429, headers: { 'retry-after': '86400' } }]), {
      cases,
      repeats: 1,
    })
    expect(await complaint(run({ concurrency: 1 }))).toContain('it asks for a pause of 86400 s')
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    [400, "Unsupported parameter: 'max_completion_tokens'"],
    [401, 'no such key'],
    [404, 'no such model'],
    [422, 'no such field'],
  ])('is not what a rejected request is: status %i ends the run, and nothing is dropped', async (status, message) => {
    const rejected = { status, body: { error: { message } } }
    const { run, server, files } = await measuring(faulty([rejected]), { cases, repeats: 1 })
    const said = await complaint(run({ concurrency: 1 }))
    expect(said).toContain('the server rejects the request')
    expect(said).toContain(message)
    expect(server.requests).toHaveLength(1)
    expect(readdirSync(dirname(files.journal))).toEqual([])
    await run()
  })

  it('keeps what was answered before a request is rejected, and says how to go on', async () => {
    const rejected = { status: 403, body: { error: { message: 'no more for this key' } } }
    const { run, server, files } = await measuring(faulty([answerOf(perfectReply()), rejected]), { cases, repeats: 1 })
    const said = await complaint(run({ concurrency: 1 }))
    expect(said).toContain(
      `check OPENAI_API_KEY; 1 of 4 calls are answered and kept in ${files.journal}: --resume goes on`,
    )
    await run({ resume: true })
    expect(server.requests).toHaveLength(5)
  })

  it('is said where there is no server at all', async () => {
    const { run, server, files } = await measuring([], { cases, repeats: 1 })
    await server.close()
    const said = await complaint(run())
    expect(said).toContain('no connection (ECONNREFUSED)')
    expect(said).toContain('no call was answered, so nothing is kept: run it again, without --resume')
    expect(readdirSync(dirname(files.journal))).toEqual([])
  })
})

function perfectReply() {
  return { verdict: 'unevidenced' as const, citation: 'none', confidence: 0.9, reason: 'A fixture.' }
}
