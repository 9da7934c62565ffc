import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { defineCommand } from 'citty'
import { AgentError } from '../../agent/src/agent-error.ts'
import { MODEL_NAME } from '../../agent/src/config.ts'
import { connect } from '../../agent/src/connection.ts'
import { endLine, stepLine } from '../../agent/src/show.ts'
import { toolboxOf } from '../../agent/src/tools/toolbox.ts'
import { runCommandLine } from '../command.ts'
import { UsageError, UserError } from '../user-error.ts'
import { writeWhole } from '../write-file.ts'
import { knownHere } from './known-here.ts'
import { type Recording, record } from './record.ts'
import { redact } from './redact.ts'
import { commitOf } from './repository.ts'
import { traceSchema } from './schema.ts'

const command = defineCommand({
  meta: { name: 'npm run record --', description: 'Run the agent on a question and write the trace of the run' },
  args: {
    question: { type: 'positional', required: true, description: 'The question, in quotes' },
    id: { type: 'string', required: true, valueHint: 'NAME', description: 'The id of the run' },
    expect: { type: 'string', required: true, valueHint: 'FACT,FACT', description: 'What a full answer states' },
    out: { type: 'string', required: true, valueHint: 'FILE', description: 'Where the trace is written' },
    model: { type: 'string', default: MODEL_NAME, description: 'The model to ask' },
    replace: { type: 'boolean', description: 'Write over a file that is there already' },
  },
  run: ({ args: { question, id, expect, out, model, replace } }) =>
    recordTo(out, { question, id, facts: factsOf(expect) }, { model, replace: replace === true }),
})

/** Records a run; gives the exit code. Everything that can be refused is refused before the model is asked. */
async function recordTo(
  out: string,
  { question, id, facts }: Pick<Recording, 'question' | 'id' | 'facts'>,
  { model, replace }: { model: string; replace: boolean },
): Promise<number> {
  const root = process.cwd()
  const known = knownHere()
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    await checkId(id, known)
    const client = connect(process.env)
    checkPlace(out, replace)
    const { run, trace } = await record(
      { question, id, facts, known, ...commitOf(root) },
      {
        client,
        model,
        toolbox: toolboxOf(root),
        signal: stopping.signal,
        onStep: (step) => console.error(stepLine(step)),
        onRetry: (cause) => console.error(`again     ${cause}`),
      },
    )
    stopping.signal.throwIfAborted()
    writeWhole(out, `${JSON.stringify(trace, null, 2)}\n`)
    console.error(endLine(run))
    const taken = Object.entries(trace.redactions ?? {}).map(([kind, count]) => `${count} × ${kind}`)
    console.log(`${out}: ${trace.outcome}, ${trace.frames.length} frames${trace.dirty ? ', of a dirty work tree' : ''}`)
    if (taken.length) console.log(`redacted: ${taken.join(', ')}`)
    return 0
  } catch (error) {
    if (stopping.signal.aborted) console.error('Stopped: nothing was written.')
    else if (error instanceof AgentError) console.error(error.message)
    else throw error
    return error instanceof AgentError ? error.exitCode : 130
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}

function factsOf(expect: string): string[] {
  const facts = expect.split(',').map((fact) => fact.trim())
  if (facts.includes('')) {
    throw new UsageError({ problem: '--expect holds an empty fact', found: expect, expected: 'fact,fact' })
  }
  return facts
}

async function checkId(id: string, known: Recording['known']): Promise<void> {
  const { success, error } = traceSchema.shape.id.safeParse(id)
  if (!success) throw new UsageError({ problem: '--id is no id', found: id, expected: error.issues[0]?.message })
  const { marks } = await redact(id, known)
  if (marks.size > 0) throw new UsageError({ problem: '--id holds something that must not be published' })
}

/** A recording costs time and money: that its file can be written is looked at first. */
function checkPlace(out: string, replace: boolean): void {
  const there = statSync(out, { throwIfNoEntry: false })
  if (there && (!there.isFile() || (there.size > 0 && !replace))) {
    throw new UserError({ file: out, problem: 'is there already', mend: 'choose another --out, or add --replace' })
  }
  try {
    accessSync(dirname(out), constants.W_OK)
  } catch {
    throw new UserError({ file: out, problem: 'cannot be written', mend: 'make its folder, or choose another --out' })
  }
}

process.exitCode = await runCommandLine(command, process.argv.slice(2))
