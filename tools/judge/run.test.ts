import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chatReply } from '../trace/testing/chat-reply.ts'
import type { ScriptedReply } from '../trace/testing/scripted-server.ts'
import { digestOf } from './digest.ts'
import { parseJournal } from './journal.ts'
import { parseJudgements } from './judgements.ts'
import { bytesOf } from './plan.ts'
import { callName } from './schedule.ts'
import { complaint, measuring } from './testing/loopback.ts'
import { panelHere } from './testing/panel.ts'
import { plantedJudges } from './testing/planted.ts'
import { answerOf, promptIn, scriptOf } from './testing/script.ts'

const { perfect } = plantedJudges
const { cases } = panelHere
const text = (file: string) => readFileSync(file, 'utf8')
const journalOf = (file: string) => parseJournal(text(file), file)

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
    [
      'two sentences of reason',
      answerOf({ verdict: 'grounded', citation: 'none', confidence: 1, reason: 'It was returned. It is quoted.' }),
      'expected one sentence, found 2; the second begins with "It is quoted."',
    ],
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
