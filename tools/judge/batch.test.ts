import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chatReply } from '../trace/testing/chat-reply.ts'
import { collectBatch, submitBatch } from './batch.ts'
import { connect } from './connection.ts'
import { parseJournal } from './journal.ts'
import { parseJudgements } from './judgements.ts'
import { judgePrompt } from './prompt.ts'
import { bodyOf } from './request.ts'
import { batchScript } from './testing/batch-server.ts'
import { measuring } from './testing/loopback.ts'
import { panelHere } from './testing/panel.ts'
import { plantedJudges } from './testing/planted.ts'
import { answerOf, promptIn, scriptOf } from './testing/script.ts'

const { cases } = panelHere

type Server = Parameters<typeof batchScript>[0]

const answer: Server['answer'] = (request) => {
  const judged = cases.find(({ transcript, question }) => judgePrompt(transcript, question) === promptIn(request))
  if (!judged) throw new Error('no case has this prompt')
  return answerOf(plantedJudges.perfect(judged, 0))
}

/** A batch of eight calls against a server that plays the provider. */
async function batching(server: Partial<Server> = {}, seed = 1) {
  const made = await measuring(batchScript({ answer, ...server }), { cases, repeats: 2, seed })
  const options = {
    plan: made.plan,
    files: made.files,
    client: connect({ OPENAI_BASE_URL: made.server.baseURL }),
    price: undefined,
    screen: { write: () => true },
    replace: false,
    now: () => new Date(),
  }
  return {
    ...made,
    client: options.client,
    submit: () => submitBatch(options),
    collect: (id: string, client = options.client) => collectBatch(id, { ...options, client }),
  }
}

describe('a batch', () => {
  it('makes, in whatever order its results come, the rows that single calls make', async () => {
    const { submit, collect, files } = await batching()
    const written = await collect(await submit())
    expect(readFileSync(files.judgements, 'utf8')).toBe(written)
    const single = await measuring(scriptOf(cases, plantedJudges.perfect), { cases, repeats: 2 })
    const rows = (text: string) => parseJudgements(text, 'judged.tsv').rows.map(({ at: _, ...row }) => row)
    expect(rows(written)).toEqual(rows(await single.run()))
    expect(existsSync(files.journal)).toBe(false)
    expect(existsSync(files.raw)).toBe(true)
  })

  it('submits the very requests that single calls send', async () => {
    const { submit, server, plan } = await batching()
    await submit()
    const uploaded = server.requests[0]?.bytes.toString('utf8') ?? ''
    for (const call of plan.calls) {
      const name = `"custom_id":"${call.case}#${call.repeat}"`
      expect(uploaded).toContain(
        `{${name},"method":"POST","url":"/v1/chat/completions","body":${bodyOf(plan.requestOf(call))}}`,
      )
    }
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/files', '/v1/batches'])
  })

  it('is said to be unfinished until it is finished, and then collected', async () => {
    const { submit, collect, files } = await batching({ polls: 1 })
    const id = await submit()
    await expect(collect(id)).rejects.toThrow(
      'batch batch_1 is not finished\n  found     in_progress, 3 of 8 requests done',
    )
    expect(existsSync(files.judgements)).toBe(false)
    await collect(id)
    expect(existsSync(files.judgements)).toBe(true)
  })

  it('names what failed and what is missing, keeps the rest, and lets single calls complete it', async () => {
    const change: Server['change'] = ([first, second, third, ...rest]) => {
      if (!first || !second || !third) throw new Error('fixture')
      const expired = { code: 'batch_expired', message: 'too late' }
      const refused = { status_code: 400, body: { error: { message: 'too long' } } }
      return [{ ...first, response: null, error: expired }, { ...second, response: refused }, ...rest]
    }
    const { submit, collect, plan, files, server, run } = await batching({ change })
    const names = plan.calls.map((call) => `${call.case}#${call.repeat}`)
    const id = await submit()
    await expect(collect(id)).rejects.toThrow(
      `batch batch_1 left 3 of 8 calls without a reply\n  found     ${names[0]} failed (batch_expired: too late), ${names[1]} failed (status 400 too long), ${names[2]} is missing`,
    )
    expect(existsSync(files.judgements)).toBe(false)
    const before = server.requests.length
    await run({ resume: true })
    expect(server.requests.slice(before).map(({ path }) => path)).toEqual(Array(3).fill('/v1/chat/completions'))
    expect(parseJudgements(readFileSync(files.judgements, 'utf8'), 'judged.tsv').rows).toHaveLength(8)
  })

  it('ends where a reply does not parse, with every reply kept', async () => {
    const change: Server['change'] = ([first, ...rest]) => {
      if (!first) throw new Error('fixture')
      return [{ ...first, response: { status_code: 200, body: chatReply({ content: 'prose' }).body } }, ...rest]
    }
    const { submit, collect, files } = await batching({ change })
    await expect(submit().then(collect)).rejects.toThrow('is not one JSON object')
    const { entries } = parseJournal(readFileSync(files.journal, 'utf8'), files.journal)
    expect(entries.filter(({ type }) => type === 'reply')).toHaveLength(8)
  })

  it.each([
    ['that was not submitted', (id: string) => id.replace('#', '#9')],
    ['a second time', () => 'retired-control#1'],
  ])('is refused where a line names a call %s', async (_, rename) => {
    const change: Server['change'] = (lines) => lines.map((line) => ({ ...line, custom_id: rename(line.custom_id) }))
    const { submit, collect } = await batching({ change })
    await expect(submit().then(collect)).rejects.toThrow('which was not submitted or was named before')
  })

  it('is not asked again call by call before it is collected', async () => {
    const { submit, run, server } = await batching()
    await submit()
    const before = server.requests.length
    await expect(run({ resume: true })).rejects.toThrow('batch batch_1 was submitted and is not collected')
    expect(server.requests).toHaveLength(before)
  })

  it('is not collected into a run that it was not submitted for, even under the same id', async () => {
    const { submit, client } = await batching()
    const other = await batching({}, 2)
    expect(await submit()).toBe(await other.submit())
    await expect(other.collect('batch_1', client)).rejects.toThrow('batch batch_1 holds other requests than this run')
    await expect(other.collect('batch_2')).rejects.toThrow('no batch batch_2')
  })

  it('leaves no journal where the server has no files endpoint', async () => {
    const { submit, files } = await batching()
    const deaf = await measuring(() => ({ status: 404, body: { error: { message: 'not found' } } }), {
      cases,
      repeats: 2,
    })
    const client = connect({ OPENAI_BASE_URL: deaf.server.baseURL })
    const options = {
      plan: deaf.plan,
      files: deaf.files,
      client,
      price: undefined,
      replace: false,
      now: () => new Date(),
    }
    const screen = { write: () => true }
    await expect(submitBatch({ ...options, screen })).rejects.toThrow('the server did not do what a batch needs')
    expect(existsSync(deaf.files.journal)).toBe(false)
    await submit()
    expect(existsSync(files.journal)).toBe(true)
  })
})
