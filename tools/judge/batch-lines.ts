import * as z from 'zod'
import { UserError } from '../user-error.ts'
import type { Plan } from './plan.ts'
import { type Reply, readReply } from './reply.ts'
import { type Call, callName } from './schedule.ts'

/** What the provider takes in one batch, by its documentation. */
const most = { requests: 50_000, bytes: 200_000_000 }

/** The file of a batch: every request as one line, under the name of its call. */
export function batchFile({ calls, requestOf }: Pick<Plan, 'calls' | 'requestOf'>): string {
  const lines = calls.map((call) => {
    const request = { custom_id: callName(call), method: 'POST', url: '/v1/chat/completions', body: requestOf(call) }
    return `${JSON.stringify(request)}\n`
  })
  const text = lines.join('')
  if (lines.length > most.requests || Buffer.byteLength(text) > most.bytes) {
    throw new UserError({
      problem: 'the requests are too many for one batch',
      found: `${lines.length} requests, ${Buffer.byteLength(text)} bytes`,
      expected: `at most ${most.requests} requests and ${most.bytes} bytes`,
    })
  }
  return text
}

const resultLine = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.int(), body: z.json() }).nullish(),
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }).nullish(),
})

export interface BatchResults {
  replies: { call: Call; reply: Reply }[]
  /** Why a call brought no reply, by its name. A call that is in neither was given no line. */
  failed: Map<string, string>
}

/**
 * Reads the results of a batch, in whatever order. Raises where a line is none, names a call that was not submitted, or
 * names one a second time.
 */
export function readBatchResults(texts: readonly string[], calls: readonly Call[]): BatchResults {
  const waiting = new Map(calls.map((call) => [callName(call), call]))
  const results: BatchResults = { replies: [], failed: new Map() }
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    if (line.trim() === '') continue
    const { custom_id, response, error } = parseLine(line)
    const call = waiting.get(custom_id)
    if (!call) throw strange(line, `names ${custom_id}, which was not submitted or was named before`)
    waiting.delete(custom_id)
    if (response?.status_code === 200 && !error) {
      results.replies.push({ call, reply: readReply(JSON.stringify(response.body)) })
    } else {
      results.failed.set(custom_id, causeOf(response, error))
    }
  }
  return results
}

type Line = z.infer<typeof resultLine>

function causeOf(response: Line['response'], error: Line['error']): string {
  if (error) return [error.code, error.message].filter((part) => part).join(': ') || 'an error without a message'
  const message = z.object({ error: z.object({ message: z.string() }) }).safeParse(response?.body)
  return `status ${response?.status_code ?? 'unknown'}${message.success ? ` ${message.data.error.message}` : ''}`
}

function parseLine(line: string): Line {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw strange(line, 'is not JSON')
  }
  const parsed = resultLine.safeParse(json)
  if (parsed.success) return parsed.data
  throw strange(line, 'is no result of a request')
}

function strange(line: string, problem: string): UserError {
  return new UserError({ problem: `a line of the batch's results ${problem}`, found: line.slice(0, 200) })
}
