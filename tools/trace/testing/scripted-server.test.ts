import OpenAI from 'openai'
import { expect, it, onTestFinished } from 'vitest'
import { chatReply } from './chat-reply.ts'
import { type Script, startScriptedServer } from './scripted-server.ts'

async function serve(script: Script) {
  const server = await startScriptedServer(script)
  onTestFinished(server.close)
  return server
}

it('answers the openai SDK by its script and keeps what was asked', async () => {
  const server = await serve([chatReply({ content: 'hello', usage: [3, 2] })])
  const client = new OpenAI({ baseURL: server.baseURL, apiKey: 'fixture', maxRetries: 0 })
  const reply = await client.chat.completions.create({ model: 'm', messages: [{ role: 'user', content: 'hi' }] })
  expect(reply.choices[0]?.message.content).toBe('hello')
  expect(reply.usage?.total_tokens).toBe(5)
  expect(server.requests).toMatchObject([
    { index: 0, method: 'POST', path: '/v1/chat/completions', json: { model: 'm' } },
  ])
})

it('plays statuses and headers in order, and answers 418 past the end of the list', async () => {
  const server = await serve([{ status: 429, headers: { 'retry-after': '7' } }, { body: 'text' }])
  const first = await fetch(server.baseURL)
  const second = await fetch(server.baseURL)
  const third = await fetch(server.baseURL)
  expect([first.status, second.status, third.status]).toEqual([429, 200, 418])
  expect(first.headers.get('retry-after')).toBe('7')
  expect(await second.text()).toBe('text')
})

it('cuts a connection before the reply or inside its body', async () => {
  const server = await serve([{ cut: 'before-reply' }, { cut: 'in-body', body: 'half of this' }])
  await expect(fetch(server.baseURL)).rejects.toThrow()
  const second = await fetch(server.baseURL)
  expect(second.status).toBe(200)
  await expect(second.text()).rejects.toThrow()
})

it('routes by a function, takes multipart bodies, and counts what it answers at once', async () => {
  const server = await serve(async ({ path, bytes }) => ({ delay: 30, body: `${path} ${bytes.includes('line one')}` }))
  const form = new FormData()
  form.append('file', new Blob(['line one\n']), 'batch.jsonl')
  const replies = await Promise.all([
    fetch(`${server.baseURL}/files`, { method: 'POST', body: form }),
    fetch(`${server.baseURL}/batches`),
  ])
  expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(['/v1/files true', '/v1/batches false'])
  expect(server.mostAtOnce).toBe(2)
})

it('ends at once while replies are still being delayed', async () => {
  const server = await startScriptedServer([{ delay: 60_000 }])
  const asked = fetch(server.baseURL).catch(() => 'ended')
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
  await server.close()
  expect(await asked).toBe('ended')
})
