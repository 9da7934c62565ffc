import { parseArgs } from 'node:util'
import { type ArgsDef, type CommandDef, renderUsage, runCommand } from 'citty'
import { UserError } from './user-error.ts'

/** Where a command writes. */
export interface Terminal {
  log(text: string): void
  error(text: string): void
}

/**
 * Runs a command line and gives its exit code. `--help` prints the usage; what a person can mend prints its message
 * and gives 1; everything else is thrown on. citty takes an option that it does not know for a flag and says nothing,
 * so the arguments are first read strictly by Node.
 */
export async function runCommandLine<Args extends ArgsDef>(
  command: CommandDef<Args>,
  rawArgs: readonly string[],
  terminal: Terminal = console,
): Promise<number> {
  try {
    if (rawArgs.includes('--help') || rawArgs.includes('-h')) {
      terminal.log(await renderUsage(command))
      return 0
    }
    const args = typeof command.args === 'function' ? await command.args() : await command.args
    checkArguments(args ?? {}, rawArgs)
    const { result } = await runCommand(command, { rawArgs: [...rawArgs] })
    return typeof result === 'number' ? result : 0
  } catch (error) {
    if (!(error instanceof UserError) && !(error instanceof Error && error.name === 'CLIError')) throw error
    terminal.error(error.message)
    return 1
  }
}

function checkArguments(args: ArgsDef, rawArgs: readonly string[]): void {
  const named = Object.entries(args).filter(([, { type }]) => type !== 'positional')
  const positionals = Object.keys(args).length - named.length
  const options = Object.fromEntries(
    named.map(([name, { type }]) => [name, { type: type === 'boolean' ? ('boolean' as const) : ('string' as const) }]),
  )
  const mend = 'run it with --help to see what it takes'
  try {
    const found = parseArgs({ args: [...rawArgs], options, allowPositionals: true, allowNegative: true }).positionals
    if (found.length <= positionals) return
    throw new UserError({ problem: 'too many arguments', found: found.slice(positionals).join(' '), mend })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
    throw new UserError({ problem: error.message, mend })
  }
}
