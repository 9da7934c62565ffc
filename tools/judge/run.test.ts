import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chatReply } from '../trace/testing/chat-reply.ts'
import type { ScriptedReply } from '../trace/testing/scripted-server.ts'
import { UserError } from '../user-error.ts'
import { digestOf } from './digest.ts'
import { parseJournal } from './journal.ts'
import { parseJudgements } from './judgements.ts'
import { outputFiles } from './output.ts'
import { bytesOf } from './plan.ts'
import { callName } from './schedule.ts'
import { measuring, quick } from './testing/loopback.ts'
import { fixtureCases, panelHere } from './testing/panel.ts'
import { plantedJudges } from './testing/planted.ts'
import { answerOf, promptIn, scriptOf } from './testing/script.ts'

const { perfect } = plantedJudges
const { cases } = panelHere
const text = (file: string) => readFileSync(file, 'utf8')
const journalOf = (file: string) => parseJournal(text(file), file)
/** The message of the UserError that a promise is rejected with. */
const complaint = async (promise: Promise<unknown>) => {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(UserError)
  return String(error)
}

describe('a run', () => {
  it('makes every call once, at most so many at a time, and writes a complete file', async () => {
    const fourth = Promise.withResolvers<void>()
    const script = scriptOf(cases, perfect, async (reply, { index }) => {
      if (index === 3) fourth.resolve()
      if (index < 4) await fourth.promise
      return answerOf(reply)
    })
    const { run, server, files } = await measuring(script, { cases, repeats: 9 })
    const written = await run()
    expect(text(files.judgements)).toBe(written)
    expect(server.requests).toHaveLength(36)
    expect(server.mostAtOnce).toBe(4)
    const { rows, header } = parseJudgements(written, 'judged.tsv')
    expect(rows.map((row) => `${row.case}#${row.repeat}`)).toEqual(
      cases.flatMap(({ id }) => Array.from({ length: 9 }, (_, index) => `${id}#${index + 1}`)),
    )
    expect(rows.every((row) => row.kind === 'open' || row.verdict === row.known_answer)).toBe(true)
    expect(Object.fromEntries(header)).toMatchObject({
      'judge model': 'fixture-model-1',
      'model asked for': 'fixture-model',
      calls: '36',
      'input tokens': '3600',
      'output tokens': '360',
      retries: '0',
      price: 'unknown',
    })
  })

  it('sends exactly the bytes whose digest the plan prints, in that order', async () => {
    const { run, server, plan } = await measuring(scriptOf(cases, perfect), { cases, repeats: 3 })
    await run({ concurrency: 1 })
    const sent = server.requests.map(({ bytes }) => bytes.toString('utf8'))
    expect(digestOf(sent)).toBe(plan.manifest.requests)
    expect(sent.reduce((sum, body) => sum + Buffer.byteLength(body), 0)).toBe(bytesOf(plan, plan.calls))
  })

  it('sends a model and a prompt and nothing else, so that sampling is the default', async () => {
    const { run, server } = await measuring(scriptOf(cases, perfect), { cases, repeats: 1 })
    await run()
    for (const { json, path } of server.requests) {
      expect(path).toBe('/v1/chat/completions')
      expect(json).toEqual({ model: 'fixture-model', messages: [{ role: 'user', content: expect.any(String) }] })
    }
  })

  it('sends a limit of output tokens where one is set', async () => {
    const { run, server } = await measuring(scriptOf(cases, perfect), { cases, repeats: 1, maxOutputTokens: 500 })
    await run()
    expect(server.requests[0]?.json).toMatchObject({ max_completion_tokens: 500 })
  })

  it('sends the calls in an order that the seed decides, and not case by case', async () => {
    const order = async (seed: number) => {
      const { run, server } = await measuring(scriptOf(cases, perfect), { cases, repeats: 9, seed })
      await run({ concurrency: 1 })
      return server.requests.map(promptIn)
    }
    const [one, again, other] = await Promise.all([order(1), order(1), order(2)])
    expect(one).toEqual(again)
    expect(one).not.toEqual(other)
    expect(one).not.toEqual(one.toSorted())
    // In a fair shuffle of four cases by nine, a case follows itself 8 times of 35 on average; case by case it is 32.
    expect(one.filter((prompt, index) => prompt === one[index - 1]).length).toBeLessThan(20)
  })

  it('keeps the raw replies beside the file, and no journal when it is done', async () => {
    const { run, files } = await measuring(scriptOf(cases, perfect), { cases, repeats: 2 })
    await run()
    const { manifest, entries } = journalOf(files.raw)
    expect(manifest).toMatchObject({ cases: 4, repeats: 2, model: 'fixture-model' })
    expect(entries).toHaveLength(8)
    expect(entries[0]).toMatchObject({ type: 'reply', reply: { finish: 'stop', fingerprint: 'fp_fixture' } })
    expect(existsSync(files.journal)).toBe(false)
  })

  it('writes - for tokens that the server did not count, and no sum of them', async () => {
    const script = scriptOf(cases, perfect, (reply, { index }) =>
      chatReply({ content: JSON.stringify(reply), usage: index === 2 ? null : [100, 10] }),
    )
    const { run, shown } = await measuring(script, { cases, repeats: 2 })
    const { rows, header } = parseJudgements(await run({ concurrency: 1 }), 'judged.tsv')
    expect(rows.filter((row) => row.input_tokens === null && row.output_tokens === null)).toHaveLength(1)
    expect([header.get('input tokens'), header.get('output tokens')]).toEqual(['unknown', 'unknown'])
    expect(shown.at(-1)).toContain('tokens unknown')
  })

  it('reports a served model that changes, at the end and in the file', async () => {
    const script = scriptOf(cases, perfect, (reply, { index }) =>
      chatReply({ content: JSON.stringify(reply), model: index < 5 ? 'fixture-june' : 'fixture-july' }),
    )
    const { run, shown } = await measuring(script, { cases, repeats: 2 })
    const { header } = parseJudgements(await run({ concurrency: 1 }), 'judged.tsv')
    expect(header.get('judge model')).toBe('fixture-june, then fixture-july')
    expect(shown.join('')).toContain("The server's model changed during the run: fixture-june, then fixture-july.")
  })

  it('turns tabs and line ends in a reason into spaces, and says so', async () => {
    const script = scriptOf(cases, (judged) => ({ ...perfect(judged, 0), reason: 'One\tsentence\nover lines.' }))
    const { run } = await measuring(script, { cases, repeats: 2 })
    const { rows, header } = parseJudgements(await run(), 'judged.tsv')
    expect(rows[0]?.reason).toBe('One sentence over lines.')
    expect(header.get('reasons')).toBe('in 8 of them tabs, line ends and other control characters became spaces')
  })
})

describe('a reply that does not parse', () => {
  const malformed = (reply: ScriptedReply, at = 0) =>
    scriptOf(cases, perfect, (said, { index }) => (index === at ? reply : answerOf(said)))

  it.each([
    ['prose', chatReply({ content: 'It came from the source.' }), 'is not one JSON object'],
    ['an empty reply', chatReply({ content: '' }), 'an empty reply'],
    ['no content', chatReply({ content: null }), 'an empty reply'],
    ['a refusal', chatReply({ content: null, finish: 'content_filter' }), '(finish reason: content_filter)'],
    ['a cut reply', chatReply({ content: '{"verdict": "gro', finish: 'length' }), 'was cut by the length limit'],
    ['no chat completion', { body: { object: 'list', data: [] } }, 'is no chat completion'],
    ['no JSON', { body: '<html>welcome</html>' }, 'is no chat completion'],
    ['two choices', { body: { choices: [{ message: {} }, { message: {} }] } }, 'is no chat completion'],
  ])('ends the run after exactly one request: %s', async (_, reply, message) => {
    const { run, server, files, plan } = await measuring(malformed(reply), { cases, repeats: 2 })
    const said = await complaint(run({ concurrency: 1 }))
    expect(said).toContain(message)
    expect(said).toContain(`judge call ${plan.calls[0] && callName(plan.calls[0])}`)
    expect(server.requests).toHaveLength(1)
    expect(existsSync(files.judgements)).toBe(false)
    expect(journalOf(files.journal).entries).toHaveLength(1)
  })

  it('is kept as it came, and not gone on past', async () => {
    const { run, server, files } = await measuring(malformed(chatReply({ content: 'GROUNDED' }), 3), {
      cases,
      repeats: 2,
    })
    await complaint(run({ concurrency: 1 }))
    expect(journalOf(files.journal).entries.at(-1)).toMatchObject({ reply: { text: 'GROUNDED' } })
    const said = await complaint(run({ resume: true }))
    expect(said).toContain('judged.journal.jsonl:5')
    expect(said).toContain('a run does not go on past a reply that does not parse')
    expect(server.requests).toHaveLength(4)
  })

  it('lets the calls in flight end and keeps their replies', async () => {
    const script = scriptOf(cases, perfect, (said, { index }) =>
      index === 0 ? chatReply({ content: 'prose' }) : { ...answerOf(said), delay: 60 },
    )
    const { run, server, files } = await measuring(script, { cases, repeats: 9 })
    await complaint(run())
    expect(server.requests).toHaveLength(4)
    expect(journalOf(files.journal).entries).toHaveLength(4)
  })
})

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
    const patience = { ...quick, timeLimit: 300 }
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
    const { run, server, files } = await measuring(faulty([answerOf(perfectReply()), ...down]), { cases, repeats: 1 })
    expect(await complaint(run({ concurrency: 1 }))).toContain('the server did not answer, asked 3 times')
    expect(server.requests).toHaveLength(4)
    const { entries } = journalOf(files.journal)
    expect(entries.map((entry) => (entry.type === 'retry' ? entry.pause : entry.type))).toEqual(['reply', 0.001, 0.002])
    await run({ resume: true })
    expect(server.requests).toHaveLength(7)
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
    const { run, server } = await measuring(faulty([{ status, body: { error: { message } } }]), { cases, repeats: 1 })
    const said = await complaint(run({ concurrency: 1 }))
    expect(said).toContain('the server rejects the request')
    expect(said).toContain(message)
    expect(server.requests).toHaveLength(1)
  })

  it('is said where there is no server at all', async () => {
    const { run, server } = await measuring([], { cases, repeats: 1 })
    await server.close()
    expect(await complaint(run())).toContain('no connection (ECONNREFUSED)')
  })
})

describe('a run that was interrupted', () => {
  it('goes on and asks nothing again that was answered', async () => {
    const stop = new AbortController()
    const script = scriptOf(cases, perfect, (said, { index }) => {
      if (index === 5) stop.abort()
      return answerOf(said)
    })
    const { run, server, files } = await measuring(script, { cases, repeats: 9 })
    expect(await complaint(run({ stop: stop.signal }))).toMatch(/stopped: [6-9] of 36 calls are answered/)
    expect(existsSync(files.judgements)).toBe(false)
    const { rows } = parseJudgements(await run({ resume: true }), 'judged.tsv')
    expect(rows).toHaveLength(36)
    expect(server.requests).toHaveLength(36)
  })

  it('is not begun anew by mistake', async () => {
    const { run, files } = await measuring(scriptOf(cases, perfect), { cases, repeats: 1 })
    writeFileSync(files.journal, 'a journal')
    expect(await complaint(run())).toContain('is the journal of a run that was begun and not finished')
    expect(text(files.journal)).toBe('a journal')
  })

  it('is not gone on with where none was begun', async () => {
    const { run } = await measuring(scriptOf(cases, perfect), { cases, repeats: 1 })
    expect(await complaint(run({ resume: true }))).toContain('no run to this file was begun')
  })

  it.each([
    ['model', { model: 'fixture-other' }, 'another model, requests'],
    ['repeats', { repeats: 3 }, 'another requests, repeats'],
    ['seed', { seed: 2 }, 'another requests, seed'],
    ['parameters', { maxOutputTokens: 7 }, 'another requests'],
    ['cases', { cases: cases.slice(1) }, 'another requests, cases'],
  ])('is not gone on with under another manifest: %s', async (_, change, message) => {
    const stop = new AbortController()
    const script = scriptOf(cases, perfect, (said) => {
      stop.abort()
      return answerOf(said)
    })
    const begun = await measuring(script, { cases, repeats: 2 })
    await complaint(begun.run({ stop: stop.signal }))
    const other = await measuring([], { cases, repeats: 2, ...change })
    const plan = { ...other.plan, manifest: { ...other.plan.manifest, server: begun.plan.manifest.server } }
    const said = await complaint(other.run({ plan, files: begun.files, resume: true }))
    expect(said).toContain(`was begun with ${message}`)
    expect(other.server.requests).toHaveLength(0)
  })

  it('gives the same file wherever its journal was torn, and loses no whole line', async () => {
    const few = fixtureCases(3)
    const { run, files, server } = await measuring(scriptOf(few, perfect), { cases: few, repeats: 2 })
    const whole = await run({ concurrency: 1 })
    const raw = readFileSync(files.raw)
    const manifestEnd = raw.indexOf('\n') + 1
    const masked = (file: string) => file.replace(/^# finished: .*$/m, '')
    for (let end = manifestEnd; end <= raw.length; end += 97) {
      const torn = outputFiles(files.judgements.replace('judged', `torn-${end}`))
      writeFileSync(torn.journal, raw.subarray(0, end))
      const before = server.requests.length
      expect(masked(await run({ resume: true, files: torn }))).toBe(masked(whole))
      const kept = raw.subarray(0, end).toString().split('\n').length - 2
      expect(server.requests.length - before).toBe(6 - kept)
    }
  })
})

function perfectReply() {
  return { verdict: 'unevidenced' as const, citation: 'none', confidence: 0.9, reason: 'A fixture.' }
}
