import type OpenAI from 'openai'
import type { PanelCase } from './panel.ts'
import { judgePrompt } from './prompt.ts'

/** What is sent with a prompt. No sampling parameter is among it: a judge is asked with its server's defaults. */
export interface Parameters {
  model: string
  /** The most tokens that a reply may have, where the experimenter sets it. A reply that is cut ends the run. */
  maxOutputTokens?: number | undefined
}

export type JudgeRequest = OpenAI.ChatCompletionCreateParamsNonStreaming

/** The one request of a judge call: the prompt as a user's message. Its bytes are its JSON text. */
export function requestFor({ transcript, question }: PanelCase, { model, maxOutputTokens }: Parameters): JudgeRequest {
  return {
    model,
    messages: [{ role: 'user', content: judgePrompt(transcript, question) }],
    ...(maxOutputTokens !== undefined && { max_completion_tokens: maxOutputTokens }),
  }
}

/** What is sent beside model and prompt, in words. */
export function parametersSentence({ maxOutputTokens }: Parameters): string {
  return `${maxOutputTokens === undefined ? '' : `max_completion_tokens ${maxOutputTokens}; otherwise `}the server's defaults`
}

/** The exact text of a request's body, as the client sends it. */
export function bodyOf(request: JudgeRequest): string {
  return JSON.stringify(request)
}
