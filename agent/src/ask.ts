import { setTimeout as wait } from 'node:timers/promises'
import OpenAI from 'openai'
import { AgentError } from './agent-error.ts'
import { parseReply, type Reply } from './reply.ts'

/** How a request that brought no reply is sent again. */
export interface Patience {
  /** How often a request is sent at most. */
  attempts: number
  /** The first pause, in milliseconds; each further one is twice as long, unless the server names its own. */
  pause: number
  /** The longest pause. A server that asks for more ends the run. */
  longestPause: number
}

export const patience: Patience = { attempts: 5, pause: 1_000, longestPause: 60_000 }

export interface AskOptions {
  patience: Patience
  signal: AbortSignal | undefined
  /** Told before each further attempt. */
  onRetry(cause: string): void
}

/**
 * Asks the model once. Where no reply was seen (a connection lost, the time limit, 408, 429, 5xx) the request is sent
 * again; a reply that was seen never is. Raises an AgentError where the server does not answer, refuses the request or
 * answers with something else.
 */
export async function ask(
  client: OpenAI,
  request: OpenAI.ChatCompletionCreateParamsNonStreaming,
  { patience, signal, onRetry }: AskOptions,
): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    try {
      const body: unknown = await client.chat.completions.create(request, { signal })
      const reply = parseReply(body)
      if (reply) return reply
      throw new AgentError('The server answered with something that is no chat completion.')
    } catch (error) {
      signal?.throwIfAborted()
      if (error instanceof AgentError) throw error
      if (error instanceof SyntaxError) throw new AgentError('The server answered with JSON that does not parse.')
      const fault = faultOf(error)
      if (!fault.lost) throw new AgentError(`The server refused the request: ${fault.cause}.`, { cause: error })
      const pause = fault.pause ?? patience.pause * 2 ** (attempt - 1)
      if (attempt === patience.attempts || pause > patience.longestPause) {
        const asked =
          fault.pause === undefined ? '' : ` It asks for a pause of ${Math.ceil(fault.pause / 1000)} seconds.`
        throw new AgentError(
          `The server did not answer, asked ${attempt} ${attempt === 1 ? 'time' : 'times'}: ${fault.cause}.${asked}`,
          { cause: error },
        )
      }
      onRetry(fault.cause)
      await wait(pause, undefined, signal ? { signal } : {})
    }
  }
}

interface Fault {
  /** What happened, without the request in it. */
  cause: string
  /** No reply was seen, so the same request may be sent again. */
  lost: boolean
  /** The pause that the server asks for, in milliseconds. */
  pause?: number | undefined
}

function faultOf(error: unknown): Fault {
  if (error instanceof OpenAI.APIConnectionTimeoutError) return { cause: 'no reply within the time limit', lost: true }
  if (error instanceof OpenAI.APIConnectionError) return { cause: `no connection (${rootOf(error)})`, lost: true }
  if (error instanceof OpenAI.APIError) {
    const status: unknown = error.status
    const lost = typeof status === 'number' && (status === 408 || status === 429 || status >= 500)
    return { cause: `status ${error.message}`, lost, pause: pauseOf(error.headers) }
  }
  // The client passes on what fetch raised while the body was read.
  if (error instanceof TypeError && error.cause !== undefined) {
    return { cause: `the connection was cut in the middle of a reply (${rootOf(error)})`, lost: true }
  }
  throw error
}

/** The innermost cause of an error, as a name: `ECONNREFUSED`, `other side closed`. */
function rootOf(error: Error): string {
  const { cause } = error
  if (cause instanceof Error) return rootOf(cause)
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : error.message
}

/** The pause that `Retry-After` (RFC 9110, section 10.2.3) asks for, in milliseconds: seconds, or a date. */
function pauseOf(headers: Headers | undefined): number | undefined {
  const written = headers?.get('retry-after')
  if (!written) return undefined
  const pause = /^\d+$/.test(written) ? Number(written) * 1000 : Date.parse(written) - Date.now()
  return Number.isNaN(pause) ? undefined : Math.max(0, pause)
}
