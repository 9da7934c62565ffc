import { stripVTControlCharacters } from 'node:util'
import { defineCommand, renderUsage, runCommand } from 'citty'
import { AgentError } from './agent-error.ts'
import { MODEL_NAME, STEP_CAP } from './config.ts'
import { connect } from './connection.ts'
import { runAgent } from './run.ts'
import { endLine, stepLine } from './show.ts'
import { toolboxOf } from './tools/toolbox.ts'

const command = defineCommand({
  meta: {
    name: 'npm run agent --',
    description: `Answers a question about this repository, asking a model at most ${STEP_CAP} times.\nSteps go to standard error, the answer to standard output`,
  },
  args: {
    question: { type: 'positional', required: true, description: 'The question, in quotes' },
    model: { type: 'string', default: MODEL_NAME, description: 'The model to ask' },
  },
  async run({ args: { question, model, _: positionals, ...others } }) {
    if (positionals.length > 1) throw new AgentError('The question is one argument: put it in quotes.', { exitCode: 2 })
    const [unknown] = Object.keys(others)
    if (unknown) throw new AgentError(`There is no option --${unknown}; see --help.`, { exitCode: 2 })
    if (model === '') throw new AgentError('--model wants a value; see --help.', { exitCode: 2 })
    const client = connect(process.env)
    const run = await runAgent(question, {
      client,
      model,
      toolbox: toolboxOf(process.cwd()),
      onStep: (step) => console.error(stepLine(step)),
      onRetry: (cause) => console.error(`again     ${cause}`),
    })
    console.error(endLine(run))
    if (run.answer !== '') console.log(run.answer)
    return run.ended === 'step-cap' ? 1 : 0
  },
})

const rawArgs = process.argv.slice(2)
if (rawArgs.includes('--help') || rawArgs.includes('-h')) {
  const usage = await renderUsage(command)
  console.log(process.stdout.isTTY ? usage : stripVTControlCharacters(usage))
} else {
  try {
    const { result } = await runCommand(command, { rawArgs })
    process.exitCode = typeof result === 'number' ? result : 0
  } catch (error) {
    // citty's own class for a wrong command line is not exported, and the question is all that it can miss.
    const known =
      error instanceof Error && error.name === 'CLIError'
        ? new AgentError('There is no question: give one, in quotes; see --help.', { exitCode: 2 })
        : error
    if (!(known instanceof AgentError)) throw known
    console.error(known.message)
    process.exitCode = known.exitCode
  }
}
