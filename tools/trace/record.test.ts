import OpenAI from 'openai'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { AgentError } from '../../agent/src/agent-error.ts'
import type { RunOptions } from '../../agent/src/run.ts'
import { scratchProject } from '../../agent/src/testing/project.ts'
import { toolboxOf } from '../../agent/src/tools/toolbox.ts'
import { gradeTrace } from '../eval/grade.ts'
import { type Recording, record } from './record.ts'
import { chatReply } from './testing/chat-reply.ts'
import { type Script, startScriptedServer } from './testing/scripted-server.ts'

const project = scratchProject({
  'src/setting.ts': "export const NAME = 'the-name'\n",
  'notes.md': 'The name is the-name.\n',
})
afterAll(project.remove)

const question = 'Which file sets the name, and what is it?'
const list = { name: 'list_files', args: { directory: '.' } }
const search = { name: 'search_files', args: { pattern: 'the-name' } }
const answer = chatReply({ content: 'src/setting.ts sets it to the-name.', usage: [300, 20] })

/** Records a run of the real loop and tools against a server that plays a script. */
async function recordAgainst(script: Script, options: Partial<RunOptions> = {}, changes: Partial<Recording> = {}) {
  const server = await startScriptedServer(script)
  onTestFinished(server.close)
  const causes: string[] = []
  const recording = {
    id: 'fixture-run',
    question,
    facts: ['src/setting.ts', 'the-name'],
    commit: 'fixture',
    dirty: false,
    known: { environment: {}, home: '/home/fixture-person', user: 'fixture-person' },
    ...changes,
  }
  const recorded = record(recording, {
    client: new OpenAI({ baseURL: server.baseURL, apiKey: 'fixture', maxRetries: 0, timeout: 30_000 }),
    model: 'asked-model',
    toolbox: toolboxOf(project.root),
    patience: { attempts: 3, pause: 1, longestPause: 2_000 },
    onRetry: (cause) => causes.push(cause),
    ...options,
  })
  const trace = recorded.then((result) => result.trace)
  trace.catch(() => undefined)
  return { server, causes, trace }
}

/** The messages that a request put before the model. */
function messagesOf(request: { json: unknown } | undefined): OpenAI.ChatCompletionMessageParam[] {
  const asked = request?.json as OpenAI.ChatCompletionCreateParams | undefined
  return asked?.messages ?? []
}

describe('a recorded run', () => {
  it('holds the question, each call with its result, the answer, and the size of the context at each', async () => {
    const { server, trace } = await recordAgainst([
      chatReply({ calls: [list], usage: [100, 7] }),
      chatReply({ calls: [search], usage: [150, 9] }),
      answer,
    ])
    expect(await trace).toEqual({
      version: 1,
      id: 'fixture-run',
      commit: 'fixture',
      model: 'fixture-model-1',
      task: question,
      outcome: 'success',
      ended: 'answered',
      tokens: [100, 107, 150, 159, 300, 320],
      frames: [
        { type: 'user', content: question },
        { type: 'tool_call', id: 'call_1', ...list },
        {
          type: 'tool_result',
          id: 'call_1',
          ok: true,
          result: { ok: true, directory: '.', files: ['notes.md', 'src/setting.ts'], truncated: false },
        },
        { type: 'tool_call', id: 'call_2', ...search },
        {
          type: 'tool_result',
          id: 'call_2',
          ok: true,
          result: {
            ok: true,
            pattern: 'the-name',
            filesSearched: 2,
            matches: [
              { file: 'notes.md', line: 1, text: 'The name is the-name.' },
              { file: 'src/setting.ts', line: 1, text: "export const NAME = 'the-name'" },
            ],
            truncated: false,
          },
        },
        { type: 'assistant', content: 'src/setting.ts sets it to the-name.' },
      ],
    })
    expect(server.requests.map(({ path }) => path)).toEqual(Array(3).fill('/v1/chat/completions'))
  })

  it('is graded by the grader as it is', async () => {
    const { trace } = await recordAgainst([chatReply({ calls: [search] }), answer])
    const known = { id: 'fixture', text: question, sourceFile: 'src/setting.ts', answer: 'the-name' }
    expect(gradeTrace(await trace, known)).toMatchObject({
      sightings: { source: 1, copies: 1 },
      provenance: 'undecidable',
      outcome: 'success',
    })
  })

  it('runs all calls of one reply, in order, and numbers them through the run', async () => {
    const { server, trace } = await recordAgainst([
      chatReply({
        calls: [
          { ...search, id: 'x' },
          { ...list, id: 'y' },
        ],
        usage: [100, 7],
      }),
      chatReply({ calls: [{ ...list, id: 'x' }], usage: [200, 5] }),
      answer,
    ])
    const { frames, tokens } = await trace
    expect(frames.map((frame) => ('id' in frame ? `${frame.type} ${frame.id}` : frame.type))).toEqual([
      'user',
      'tool_call call_1',
      'tool_call call_2',
      'tool_result call_1',
      'tool_result call_2',
      'tool_call call_3',
      'tool_result call_3',
      'assistant',
    ])
    expect(tokens).toEqual([100, 107, 107, 200, 200, 205, 300, 320])
    // The server gets its own ids back, each with the result of that call.
    const answers = messagesOf(server.requests[1]).filter((message) => message.role === 'tool')
    expect(answers.map(({ tool_call_id }) => tool_call_id)).toEqual(['x', 'y'])
    expect(JSON.parse(String(answers[0]?.content))).toMatchObject({ pattern: 'the-name' })
    expect(JSON.parse(String(answers[1]?.content))).toMatchObject({ directory: '.' })
  })

  it('answers an unknown tool and arguments that do not parse, records them as they were, and goes on', async () => {
    const { server, trace } = await recordAgainst([
      chatReply({
        calls: [
          { name: 'open_file', args: { path: 'a' } },
          { name: 'search_files', args: '{"pattern": "x' },
          { name: 'search_files', args: '["x"]' },
          { name: 'list_files', args: '' },
          { name: 'list_files', args: '{"__proto__": 1, "directory": "."}' },
          { name: 'list_files', args: { directory: '../..' } },
        ],
      }),
      answer,
    ])
    const { frames, outcome } = await trace
    expect(outcome).toBe('success')
    expect(frames.flatMap((frame) => (frame.type === 'tool_call' ? [frame.args] : []))).toEqual([
      { path: 'a' },
      '{"pattern": "x',
      '["x"]',
      '',
      '{"__proto__": 1, "directory": "."}',
      { directory: '../..' },
    ])
    const results = frames.flatMap((frame) => (frame.type === 'tool_result' ? [frame] : []))
    expect(results.map(({ ok }) => ok)).toEqual(Array(6).fill(false))
    expect(results[0]?.result).toEqual({ ok: false, reason: expect.stringContaining('no tool "open_file"') })
    const told = messagesOf(server.requests[1]).filter((message) => message.role === 'tool')
    expect(told.map(({ content }) => JSON.parse(String(content)))).toEqual(results.map(({ result }) => result))
  })

  it('ends at the step cap, says so, and has not run the last calls', async () => {
    const { server, trace } = await recordAgainst([chatReply({ calls: [list] }), chatReply({ calls: [search] })], {
      stepCap: 2,
    })
    const { ended, outcome, frames, tokens } = await trace
    expect({ ended, outcome }).toEqual({ ended: 'step-cap', outcome: 'failure' })
    expect(server.requests).toHaveLength(2)
    expect(frames.at(-1)).toMatchObject({
      type: 'tool_result',
      ok: false,
      result: { reason: expect.stringContaining('step cap') },
    })
    expect(tokens).toEqual([100, 110, 100, 110, null])
  })

  it('says that an answer was cut by the length limit', async () => {
    const { trace } = await recordAgainst([chatReply({ content: 'It is in src/setting', finish: 'length' })])
    expect(await trace).toMatchObject({ ended: 'cut', outcome: 'failure' })
  })

  it('keeps what the model says beside its calls', async () => {
    const { trace } = await recordAgainst([chatReply({ content: 'Let me look.', calls: [list] }), answer])
    expect((await trace).frames[1]).toEqual({ type: 'assistant', content: 'Let me look.' })
  })

  it('is partial where the answer states some of the facts', async () => {
    const { trace } = await recordAgainst([chatReply({ content: 'It is the-name.' })])
    expect((await trace).outcome).toBe('partial')
  })

  it('has no size where the server reports none, and never an estimate', async () => {
    const { trace } = await recordAgainst([
      chatReply({ calls: [list], usage: [100, 7] }),
      chatReply({ calls: [search], usage: null }),
      answer,
    ])
    expect((await trace).tokens).toEqual([100, 107, null, null, 300, 320])
  })

  it('says that the work tree was dirty, and nothing of it where it was clean', async () => {
    expect(await (await recordAgainst([answer], {}, { dirty: true })).trace).toMatchObject({ dirty: true })
    expect(await (await recordAgainst([answer])).trace).not.toHaveProperty('dirty')
  })

  it('holds no secret, and counts the marks', async () => {
    const secret = 'correct horse 7 battery'
    const environment = { FIXTURE_PASSWORD: secret }
    const { trace } = await recordAgainst(
      [chatReply({ calls: [{ name: 'search_files', args: { pattern: secret } }] }), chatReply({ content: secret })],
      {},
      { known: { environment, home: '', user: '' }, facts: [secret] },
    )
    const recorded = await trace
    expect(JSON.stringify(recorded)).not.toContain(secret)
    expect(recorded.outcome).toBe('success')
    // In the argument, in the pattern that the result repeats, and in the answer.
    expect(recorded.redactions).toEqual({ 'environment-value': 3 })
  })
})

describe('a server that fails', () => {
  it('is asked again after 429, by its own Retry-After, and the reply then counts', async () => {
    const { server, causes, trace } = await recordAgainst([
      { status: 429, headers: { 'retry-after': '0' }, body: { error: { message: 'slow down' } } },
      { status: 503 },
      answer,
    ])
    expect((await trace).outcome).toBe('success')
    expect(causes).toEqual([expect.stringContaining('429'), expect.stringContaining('503')])
    expect(server.requests[1]?.bytes).toEqual(server.requests[0]?.bytes)
  })

  it.each([
    ['500 for ever', { status: 500, body: { error: { message: 'broken' } } }, '500'],
    ['a connection cut before the reply', { cut: 'before-reply' as const }, 'no connection'],
    ['a connection cut in the middle', { ...answer, cut: 'in-body' as const }, 'in the middle of a reply'],
  ])('is given up after the last attempt: %s', async (_, reply, cause) => {
    const { server, trace } = await recordAgainst(() => reply)
    const error: unknown = await trace.catch((raised: unknown) => raised)
    expect(error).toBeInstanceOf(AgentError)
    expect(String(error)).toContain('asked 3 times')
    expect(String(error)).toContain(cause)
    expect(server.requests).toHaveLength(3)
  })

  it.each([
    ['before the reply', { ...answer, cut: 'before-reply' as const }],
    ['in the middle', { ...answer, cut: 'in-body' as const }],
  ])('is asked again where the connection was cut %s', async (_, cut) => {
    const { server, trace } = await recordAgainst([cut, answer])
    expect((await trace).outcome).toBe('success')
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    ['no byte of the reply comes', { ...answer, delay: 60_000 }],
    ['the reply stalls in the middle', { ...answer, stall: 60_000 }],
  ])('is given up past the time limit where %s', async (_, reply) => {
    const server = await startScriptedServer(() => reply)
    onTestFinished(server.close)
    const client = new OpenAI({ baseURL: server.baseURL, apiKey: 'fixture', maxRetries: 0, timeout: 100 })
    const { trace } = await recordAgainst([], { client, patience: { attempts: 2, pause: 1, longestPause: 1 } })
    await expect(trace).rejects.toThrow('asked 2 times: no reply within the time limit')
    expect(server.requests).toHaveLength(2)
  })

  it('is not waited for where it asks for a longer pause than we have', async () => {
    const { server, trace } = await recordAgainst([{ status: 429, headers: { 'retry-after': '3600' } }])
    await expect(trace).rejects.toThrow('It asks for a pause of 3600 seconds.')
    expect(server.requests).toHaveLength(1)
  })

  it('is not asked again where it refuses the request', async () => {
    const { server, trace } = await recordAgainst([{ status: 401, body: { error: { message: 'no such key' } } }])
    await expect(trace).rejects.toThrow(/refused the request: status 401 no such key/)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<p>Hello</p>' }],
    ['an object without choices', { body: { ok: true } }],
    ['no choice', { body: { choices: [] } }],
    ['nothing', { body: '' }],
    ['JSON that does not parse', { headers: { 'content-type': 'application/json' }, body: '{"choices": [' }],
  ])('is not asked again where it answers with something else: %s', async (_, reply) => {
    const { server, trace } = await recordAgainst([reply])
    await expect(trace).rejects.toThrow(/no chat completion|JSON that does not parse/)
    expect(server.requests).toHaveLength(1)
  })
})
