import OpenAI from 'openai'
import { UserError } from '../user-error.ts'
import { printable } from './progress.ts'
import type { JudgeRequest } from './request.ts'

/** How a request that brought no reply is sent again. */
export interface Patience {
  /** How often a request is sent at most. */
  attempts: number
  /** The first pause, in milliseconds; each further one is twice as long, unless the server names its own. */
  pause: number
  /** The longest pause, in milliseconds. A server that asks for more ends the run. */
  longestPause: number
  /** How long a whole reply may take, in milliseconds. */
  timeLimit: number
}

export const patience: Patience = { attempts: 5, pause: 1_000, longestPause: 300_000, timeLimit: 300_000 }

/** A call that was left without its reply. Whether and how the run can be gone on with, the run knows. */
export class Unanswered extends UserError {}

/** A fault of the transport: no reply was seen. */
export interface Fault {
  cause: string
  /** Milliseconds until the request is sent again; none where it is not, and the run ends. */
  pause: number | undefined
}

/** Asks a judge once, and gives the body of its reply as it came. Told of each fault before anything follows from it. */
export type Ask = (request: JudgeRequest, onFault: (fault: Fault) => Promise<void>) => Promise<string>

interface Waiting {
  patience?: Patience
  /** Ends requests at once. */
  abort: AbortSignal
  /** Ends pauses: what is not in flight is not waited for. */
  stop: AbortSignal
  /** Waits; rejects where the signal is aborted before. */
  wait(milliseconds: number, stop: AbortSignal): Promise<void>
}

/**
 * Asks a judge over HTTP. Where no reply was seen (a connection lost, a body cut short, the time limit, 408, 429, 5xx)
 * the request is sent again, after the pause that `Retry-After` asks for or a growing one. A reply that was seen is
 * never asked for again, and a request that the server rejects is sent as it is or not at all.
 */
export function askOver(client: OpenAI, { patience: patient = patience, abort, stop, wait }: Waiting): Ask {
  return async (request, onFault) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await bodyWithin(client, request, patient.timeLimit, abort)
      } catch (error) {
        abort.throwIfAborted()
        const fault = faultOf(error)
        const pause = fault.pause ?? patient.pause * 2 ** (attempt - 1)
        if (attempt === patient.attempts || pause > patient.longestPause) {
          await onFault({ cause: fault.cause, pause: undefined })
          const asks =
            fault.pause === undefined ? '' : `, and it asks for a pause of ${Math.ceil(fault.pause / 1000)} s`
          throw new Unanswered({
            problem: `the server did not answer, asked ${attempt === 1 ? 'once' : `${attempt} times`}`,
            found: `${fault.cause}${asks}`,
          })
        }
        await onFault({ cause: fault.cause, pause })
        await wait(pause, stop).catch(() => {
          throw new Unanswered({ problem: 'stopped before a request was sent again', found: fault.cause })
        })
      }
    }
  }
}

/** One request. The client's own time limit ends with the headers of a reply; this one holds for all of its body. */
async function bodyWithin(
  client: OpenAI,
  request: JudgeRequest,
  timeLimit: number,
  abort: AbortSignal,
): Promise<string> {
  const ending = new AbortController()
  const onAbort = () => ending.abort()
  const timer = setTimeout(() => ending.abort(new TimeLimit()), timeLimit)
  abort.addEventListener('abort', onAbort, { once: true })
  try {
    const response = await client.chat.completions.create(request, { signal: ending.signal }).asResponse()
    return await response.text().catch((cause: unknown) => {
      throw new CutBody('the body of a reply ended early', { cause })
    })
  } catch (error) {
    throw ending.signal.reason instanceof TimeLimit ? ending.signal.reason : error
  } finally {
    clearTimeout(timer)
    abort.removeEventListener('abort', onAbort)
  }
}

class TimeLimit extends Error {}
class CutBody extends Error {}

/** Reads what went wrong as a fault of the transport. Raises where it is none: the server rejects the request. */
function faultOf(error: unknown): { cause: string; pause?: number | undefined } {
  if (error instanceof TimeLimit) return { cause: 'no whole reply within the time limit' }
  if (error instanceof OpenAI.APIConnectionError) return { cause: `no connection (${rootOf(error)})` }
  if (error instanceof OpenAI.APIError) {
    const status: unknown = error.status
    if (typeof status === 'number' && (status === 408 || status === 429 || status >= 500)) {
      return { cause: `status ${error.message}`, pause: retryAfter(error.headers) }
    }
    throw new Unanswered({
      problem: 'the server rejects the request',
      found: printable(error.message),
      expected: 'a server that takes it as it is: no parameter is dropped in silence',
      mend: status === 401 || status === 403 ? 'check OPENAI_API_KEY' : 'choose another model or parameter',
    })
  }
  if (error instanceof CutBody) return { cause: `the connection was cut in the middle of a reply (${rootOf(error)})` }
  throw error
}

/** The innermost cause of an error, as a name: `ECONNREFUSED`, `other side closed`. */
function rootOf(error: Error): string {
  if (error.cause instanceof Error) return rootOf(error.cause)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** What `Retry-After` asks for (RFC 9110, section 10.2.3: seconds, or a date), in milliseconds. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const written = headers?.get('retry-after')
  if (!written) return undefined
  const pause = /^\d+(\.\d+)?$/.test(written) ? Number(written) * 1000 : Date.parse(written) - Date.now()
  return Number.isNaN(pause) ? undefined : Math.max(0, pause)
}
