import OpenAI from 'openai'
import { AgentError } from './agent-error.ts'
import { REPLY_TIME_LIMIT } from './config.ts'

/**
 * A client for the server that the environment names: `OPENAI_BASE_URL` for any OpenAI-compatible server,
 * `OPENAI_API_KEY` for one that wants a key. Its own retries are off, since `ask` retries and says so.
 * Raises an AgentError with exit code 2 where neither is set, or the base URL is none.
 */
export function connect(environment: Record<string, string | undefined>): OpenAI {
  const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey } = environment
  if (!baseURL && !apiKey) {
    throw new AgentError(
      'There is no model to ask: set OPENAI_API_KEY to a key of OpenAI, or OPENAI_BASE_URL to the address of another ' +
        'OpenAI-compatible server, such as http://127.0.0.1:11434/v1 for Ollama.',
      { exitCode: 2 },
    )
  }
  if (baseURL && !/^https?:$/.test(URL.parse(baseURL)?.protocol ?? '')) {
    throw new AgentError('OPENAI_BASE_URL is no http or https address.', { exitCode: 2 })
  }
  return new OpenAI({
    // Servers that want no key still get one, because the client sends no request without.
    apiKey: apiKey || 'none',
    baseURL: baseURL || undefined,
    maxRetries: 0,
    timeout: REPLY_TIME_LIMIT,
  })
}
