import * as z from 'zod'
import { UserError } from '../user-error.ts'
import { type Call, callName } from './schedule.ts'
import { parseVerdict, type Verdict } from './verdict.ts'

/** A server's reply to a judge call: what it says, and nothing read into it yet. */
export const replySchema = z.strictObject({
  /** The model's text as it came; empty where there was none. */
  text: z.string(),
  refusal: z.string().nullable(),
  finish: z.string().nullable(),
  /** The model and its fingerprint, as the server names them. */
  model: z.string().nullable(),
  fingerprint: z.string().nullable(),
  /** The server's own counts; none where it reports none. */
  tokens: z.strictObject({ input: z.int().min(0), output: z.int().min(0) }).nullable(),
  /** The whole body, where it is no chat completion. */
  unread: z.string().optional(),
})

export type Reply = z.infer<typeof replySchema>

const chatCompletion = z.object({
  model: z.string().nullish(),
  system_fingerprint: z.string().nullish(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .length(1),
  usage: z
    .object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) })
    .nullish()
    .catch(null),
})

/** Reads the body of a server's reply. A body that is no chat completion is kept whole, and refused later. */
export function readReply(body: string): Reply {
  const parsed = chatCompletion.safeParse(jsonOf(body))
  const choice = parsed.data?.choices[0]
  if (!parsed.success || !choice) {
    return { text: '', refusal: null, finish: null, model: null, fingerprint: null, tokens: null, unread: body }
  }
  const { model, system_fingerprint, usage } = parsed.data
  return {
    text: choice.message.content ?? '',
    refusal: choice.message.refusal ?? null,
    finish: choice.finish_reason ?? null,
    model: model ?? null,
    fingerprint: system_fingerprint ?? null,
    tokens: usage ? { input: usage.prompt_tokens, output: usage.completion_tokens } : null,
  }
}

/**
 * The verdict that a reply gives. Raises a UserError that names the call where it gives none; why it may not have, such
 * as a length limit, is said as the server said it.
 */
export function verdictOf(call: Call, reply: Reply): Verdict {
  const of = `judge call ${callName(call)}`
  if (reply.unread !== undefined) {
    const found = reply.unread.length > 300 ? `${reply.unread.slice(0, 299)}…` : reply.unread
    throw new UserError({ problem: `${of}: the server's reply is no chat completion`, found: JSON.stringify(found) })
  }
  try {
    return parseVerdict(reply.text)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { complaint } = error
    if (reply.refusal !== null) {
      throw new UserError({ ...complaint, problem: `${of}: the model refused`, found: JSON.stringify(reply.refusal) })
    }
    const cut = reply.finish === 'length' ? 'the reply was cut by the length limit: ' : ''
    const finish = reply.finish === 'stop' || reply.finish === null ? '' : ` (finish reason: ${reply.finish})`
    throw new UserError({ ...complaint, problem: `${of}: ${cut}${complaint.problem}${finish}` })
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
