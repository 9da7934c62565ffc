/**
 * What ends a run before its answer: no model to ask, a server that does not answer, a reply that is none.
 * Commands print its message and no stack, and end with its exit code.
 */
export class AgentError extends Error {
  readonly exitCode: number

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'AgentError'
    this.exitCode = exitCode
  }
}
