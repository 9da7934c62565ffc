import type { ReceivedRequest, Script, ScriptedReply } from '../../trace/testing/scripted-server.ts'
import { shuffled } from '../schedule.ts'

interface BatchServer {
  /** Answers one request of a batch as if it had come by itself. */
  answer(request: ReceivedRequest): ScriptedReply
  /** Makes the lines of the results into others: takes some away, turns some into failures. */
  change?(lines: ResultLine[]): ResultLine[]
  /** How often the batch is asked after until it is finished. */
  polls?: number
}

interface ResultLine {
  custom_id: string
  response: { status_code: number; body: unknown } | null
  error: { code: string; message: string } | null
}

/**
 * A test double of the files and batches endpoints. The results come in a shuffled order, and those that failed in a
 * file of their own, as the provider's do.
 */
export function batchScript({ answer, change = (lines) => lines, polls = 0 }: BatchServer): Script {
  const files = new Map<string, string>()
  const batches = new Map<string, Record<string, unknown>>()
  let asked = 0

  const routes: [RegExp, (request: ReceivedRequest, id: string) => ScriptedReply | Promise<ScriptedReply>][] = [
    [
      /^POST \/v1\/files$/,
      async ({ bytes, headers }) => {
        const type = headers['content-type'] ?? ''
        const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
        const file = form.get('file')
        if (!(file instanceof Blob) || form.get('purpose') !== 'batch') return { status: 400, body: {} }
        const id = `file-${files.size + 1}`
        files.set(id, await file.text())
        return { body: { id, object: 'file', purpose: 'batch' } }
      },
    ],
    [
      /^POST \/v1\/batches$/,
      ({ json }) => {
        const order = typeof json === 'object' && json !== null ? { ...json } : {}
        const input = 'input_file_id' in order ? files.get(String(order.input_file_id)) : undefined
        if (input === undefined) return { status: 400, body: { error: { message: 'no such file' } } }
        const lines = shuffled(change(input.trim().split('\n').map(resultOf)), 3)
        const ok = lines.filter(({ response, error }) => response?.status_code === 200 && !error)
        const others = lines.filter((line) => !ok.includes(line))
        const id = `batch_${batches.size + 1}`
        files.set(`output-${id}`, textOf(ok))
        files.set(`error-${id}`, textOf(others))
        batches.set(id, {
          ...order,
          id,
          object: 'batch',
          output_file_id: `output-${id}`,
          error_file_id: others.length > 0 ? `error-${id}` : null,
        })
        return { body: { ...batches.get(id), status: 'validating', output_file_id: null, error_file_id: null } }
      },
    ],
    [
      /^GET \/v1\/batches\/(.+)$/,
      (_, id) => {
        const batch = batches.get(id)
        if (!batch) return { status: 404, body: { error: { message: `no batch ${id}` } } }
        const finished = ++asked > polls
        const counts = { total: 8, completed: finished ? 8 : 3, failed: 0 }
        return { body: { ...batch, status: finished ? 'completed' : 'in_progress', request_counts: counts } }
      },
    ],
    [/^GET \/v1\/files\/(.+)\/content$/, (_, id) => ({ body: files.get(id) ?? '', status: files.has(id) ? 200 : 404 })],
  ]

  function resultOf(line: string): ResultLine {
    const { custom_id, method, url, body } = JSON.parse(line)
    const bytes = Buffer.from(JSON.stringify(body))
    const request = { index: 0, method, path: url, headers: {}, bytes, json: body }
    return { custom_id, response: { status_code: 200, body: answer(request).body }, error: null }
  }

  return (request) => {
    for (const [route, reply] of routes) {
      const found = route.exec(`${request.method} ${request.path}`)
      if (found) return reply(request, found[1] ?? '')
    }
    return answer(request)
  }
}

function textOf(lines: readonly ResultLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
