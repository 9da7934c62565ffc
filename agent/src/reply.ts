import * as z from 'zod'

/** The part of a Chat Completions reply that the loop reads, from whatever server it came. */
const replySchema = z.object({
  model: z.string().optional(),
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z
            .array(z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) }))
            .nullish(),
        }),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }).nullish(),
})

/** What a server answered. */
export interface Reply {
  /** The model that the server says it used; none where it says nothing. */
  model: string | undefined
  /** The model's words: its text, or its refusal. */
  text: string
  calls: { id: string; name: string; args: string }[]
  /** The server says that the text ends because a length limit was reached. */
  cut: boolean
  /** The server's own counts; none where it reports none. */
  usage: { prompt: number; completion: number } | undefined
}

/** Reads a reply. Undefined where it is no Chat Completions reply. */
export function parseReply(body: unknown): Reply | undefined {
  const parsed = replySchema.safeParse(body)
  const choice = parsed.data?.choices[0]
  if (!parsed.success || !choice) return undefined
  const { message, finish_reason } = choice
  const { model, usage } = parsed.data
  return {
    model,
    text: message.content || message.refusal || '',
    calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: args } }) => ({ id, name, args })),
    cut: finish_reason === 'length',
    usage: usage ? { prompt: usage.prompt_tokens, completion: usage.completion_tokens } : undefined,
  }
}
