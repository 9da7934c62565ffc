import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** What the server does with one request. Without a status it is 200; an object as body is sent as JSON. */
export interface ScriptedReply {
  status?: number
  headers?: Record<string, string>
  /** A string or bytes are sent as they are; anything else is sent as JSON. */
  body?: unknown
  /** Milliseconds between the whole request and the first byte of the reply. */
  delay?: number
  /** Milliseconds between the two halves of the body. */
  stall?: number
  /** Where the connection is destroyed: before any byte of the reply, or after the first half of its body. */
  cut?: 'before-reply' | 'in-body'
}

/** A request as it arrived. */
export interface ReceivedRequest {
  /** Its place in order of arrival, from 0. */
  index: number
  method: string
  /** The path with its query, such as `/v1/chat/completions`. */
  path: string
  headers: IncomingMessage['headers']
  /** The exact bytes of its body. */
  bytes: Buffer
  /** The body parsed as JSON, or undefined where it is none. */
  json: unknown
}

/** Replies in order of arrival, or a function that answers each request by what it asks (routes, batches, files). */
export type Script = readonly ScriptedReply[] | ((request: ReceivedRequest) => ScriptedReply | Promise<ScriptedReply>)

/** A test double: an HTTP server on 127.0.0.1 that plays an OpenAI-compatible server by a script. */
export interface ScriptedServer {
  /** For `OPENAI_BASE_URL`: it ends in `/v1`. */
  readonly baseURL: string
  /** Every request so far, in order of arrival. */
  readonly requests: readonly ReceivedRequest[]
  /** The most requests that were being answered at once. */
  readonly mostAtOnce: number
  /** Ends every connection and stops listening. */
  close(): Promise<void>
}

/**
 * Starts a scripted server on a free port. A request past the end of a list of replies is answered with status 418,
 * which no client retries, so that a test which asks too often fails by name.
 *
 * @example
 * const server = await startScriptedServer([{ status: 429 }, chatReply({ content: 'agent/src/config.ts' })])
 * onTestFinished(server.close)
 */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = []
  const ending = new AbortController()
  let open = 0
  let mostAtOnce = 0

  const server = createServer((incoming, response) => {
    open++
    mostAtOnce = Math.max(mostAtOnce, open)
    response.once('close', () => open--)
    answer(incoming, response).catch((error: unknown) => {
      if (!ending.signal.aborted) response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes = await buffer(incoming)
    const { method = '', url: path = '', headers } = incoming
    const request = { index: requests.length, method, path, headers, bytes, json: jsonOf(bytes.toString()) }
    requests.push(request)
    const reply =
      typeof script === 'function'
        ? await script(request)
        : (script[request.index] ?? { status: 418, body: { error: { message: 'the script has no reply left' } } })
    await send(reply, response, ending.signal)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    baseURL: `http://127.0.0.1:${port}/v1`,
    requests,
    get mostAtOnce() {
      return mostAtOnce
    },
    async close() {
      ending.abort()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function send(reply: ScriptedReply, response: ServerResponse, signal: AbortSignal): Promise<void> {
  const { status = 200, body = '', delay = 0, stall = 0, cut } = reply
  if (delay > 0) await wait(delay, undefined, { signal })
  if (cut === 'before-reply') {
    response.socket?.destroy()
    return
  }
  const asIs = typeof body === 'string' || body instanceof Uint8Array
  const bytes = Buffer.from(asIs ? body : JSON.stringify(body))
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
    'content-length': bytes.length,
    ...reply.headers,
  })
  if (cut === undefined && stall === 0) {
    response.end(bytes)
    return
  }
  const half = Math.floor(bytes.length / 2)
  await new Promise((resolve) => response.write(bytes.subarray(0, half), resolve))
  if (stall > 0) await wait(stall, undefined, { signal })
  if (cut === 'in-body') response.socket?.destroy()
  else response.end(bytes.subarray(half))
}
