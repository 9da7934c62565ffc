import { type Run, type RunOptions, runAgent } from '../../agent/src/run.ts'
import type { Known } from './leaks/known.ts'
import { outcomeOf } from './outcome.ts'
import { redactTrace } from './redact.ts'
import type { Commit } from './repository.ts'
import type { Trace } from './schema.ts'

/** What a run is recorded as. */
export interface Recording extends Commit {
  id: string
  question: string
  /** The facts that a full answer states. */
  facts: readonly string[]
  known: Known
}

/** Runs the agent and gives the trace of it, with nothing in it that must not be published. Raises as `runAgent` does. */
export async function record(recording: Recording, options: RunOptions): Promise<{ run: Run; trace: Trace }> {
  const run = await runAgent(recording.question, options)
  return { run, trace: await redactTrace(traceOf(run, recording), recording.known) }
}

function traceOf({ steps, tokens, ended, answer, model }: Run, recording: Recording): Trace {
  const { id, commit, dirty, question, facts } = recording
  return {
    version: 1,
    id,
    commit,
    ...(dirty && { dirty }),
    model,
    task: question,
    outcome: outcomeOf(answer, facts),
    ended,
    tokens,
    // Arguments came from JSON, as the schema asks; it is checked again when the trace is redacted.
    frames: steps as Trace['frames'],
  }
}
