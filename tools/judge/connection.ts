import OpenAI from 'openai'
import { UsageError } from '../user-error.ts'

type Environment = Record<string, string | undefined>

/** The address of the server that the environment names; none for OpenAI's own. */
function addressIn({ OPENAI_BASE_URL: written }: Environment): URL | undefined {
  if (!written) return undefined
  const address = URL.parse(written)
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new UsageError({ problem: 'OPENAI_BASE_URL is no http or https address' })
  }
  if (address.username || address.password) {
    throw new UsageError({ problem: 'OPENAI_BASE_URL holds a user or password', mend: 'put the key in OPENAI_API_KEY' })
  }
  return address
}

/** The host of the server that would be asked. A key, a user and a path are no part of it. */
export function serverHost(environment: Environment): string {
  return addressIn(environment)?.host ?? 'api.openai.com'
}

/**
 * A client for the server that the environment names. Its own retries are off, since the run counts and logs each one,
 * and so is its time limit, which ends with the headers of a reply. Raises where there is neither a key nor an address.
 */
export function connect(environment: Environment): OpenAI {
  const { OPENAI_API_KEY: apiKey } = environment
  const address = addressIn(environment)
  if (!address && !apiKey) {
    throw new UsageError({
      problem: 'there is no model to ask',
      expected: 'OPENAI_API_KEY, or the address of another OpenAI-compatible server in OPENAI_BASE_URL',
      mend: 'without either, --judge rule and --judge always:grounded run offline, and --dry-run prints the plan',
    })
  }
  return new OpenAI({
    // Servers that want no key still get one, because the client sends no request without.
    apiKey: apiKey || 'none',
    baseURL: address?.href,
    maxRetries: 0,
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
  })
}
