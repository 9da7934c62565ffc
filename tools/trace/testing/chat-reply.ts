import type { ScriptedReply } from './scripted-server.ts'

interface ChatReply extends Omit<ScriptedReply, 'body'> {
  /** The model's text; null where it only calls tools. */
  content?: string | null
  /** Tool calls in order. Arguments given as a string are sent as they are, so that they need not parse. */
  calls?: readonly { id?: string; name: string; args: string | object }[]
  finish?: string
  /** The model that the server says it used. */
  model?: string
  /** Prompt and completion tokens; null for a reply that has no usage block. */
  usage?: readonly [prompt: number, completion: number] | null
  fingerprint?: string
}

/** A scripted reply in the form of a Chat Completions response. What is not given is plausible and fixed. */
export function chatReply({
  content = null,
  calls,
  finish = calls ? 'tool_calls' : 'stop',
  model = 'fixture-model-1',
  usage = [100, 10],
  fingerprint = 'fp_fixture',
  ...rest
}: ChatReply): ScriptedReply {
  const toolCalls = calls?.map(({ id, name, args }, index) => ({
    id: id ?? `call_${index + 1}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }))
  return {
    ...rest,
    body: {
      id: 'chatcmpl-fixture',
      object: 'chat.completion',
      created: 0,
      model,
      system_fingerprint: fingerprint,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content, refusal: null, ...(toolCalls && { tool_calls: toolCalls }) },
          finish_reason: finish,
          logprobs: null,
        },
      ],
      ...(usage && {
        usage: { prompt_tokens: usage[0], completion_tokens: usage[1], total_tokens: usage[0] + usage[1] },
      }),
    },
  }
}
