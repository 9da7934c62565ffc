import { parseArgs, stripVTControlCharacters } from 'node:util'
import { type ArgsDef, type CommandDef, renderUsage, runCommand } from 'citty'
import { UsageError, UserError } from './user-error.ts'

/** Where a command writes. */
export interface Terminal {
  log(text: string): void
  error(text: string): void
}

/**
 * Runs a command line and gives its exit code. `--help` prints the usage; what a person can mend prints its message
 * and gives 1, or 2 where the command line itself is wrong; everything else is thrown on. citty takes an option that
 * it does not know for a flag and says nothing, so the arguments are checked here first.
 */
export async function runCommandLine<Args extends ArgsDef>(
  command: CommandDef<Args>,
  rawArgs: readonly string[],
  terminal: Terminal = console,
): Promise<number> {
  try {
    if (rawArgs.includes('--help') || rawArgs.includes('-h')) {
      const usage = await renderUsage(command)
      terminal.log(process.stdout.isTTY ? usage : stripVTControlCharacters(usage))
      return 0
    }
    const args = typeof command.args === 'function' ? await command.args() : await command.args
    checkArguments(args ?? {}, rawArgs)
    const { result } = await runCommand(command, { rawArgs: [...rawArgs] })
    return typeof result === 'number' ? result : 0
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    terminal.error(error.message)
    return error instanceof UsageError ? 2 : 1
  }
}

function checkArguments(args: ArgsDef, rawArgs: readonly string[]): void {
  const refused = (problem: string, found?: string) =>
    new UsageError({ problem, found, mend: 'run it with --help to see what it takes' })
  const defined = Object.entries(args)
  const positionals = defined.filter(([, { type }]) => type === 'positional')
  const options = new Map(
    defined.flatMap(([name, { type }]) =>
      type === 'positional' ? [] : [[name, { type: type === 'boolean' ? ('boolean' as const) : ('string' as const) }]],
    ),
  )
  // Node's own refusals name its API and not the command, so it reads and does not judge.
  const { tokens } = parseArgs({
    args: [...rawArgs],
    options: Object.fromEntries(options),
    strict: false,
    allowNegative: true,
    tokens: true,
  })
  const given = new Set<string>()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const option = options.get(name)
    if (!option || (option.type === 'string' && rawName === `--no-${name}`)) {
      throw refused(`there is no option ${rawName}`)
    }
    if (option.type === 'boolean' && value !== undefined) throw refused(`${rawName} takes no value`, value)
    if (option.type === 'string' && (value === undefined || value === '')) throw refused(`${rawName} wants a value`)
    // `--out=-x` is meant; `--out --quick` is a value forgotten.
    if (option.type === 'string' && !inlineValue && /^-./.test(value ?? '')) {
      throw refused(`${rawName} wants a value`, value)
    }
    given.add(name)
  }
  const found = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  if (found.length > positionals.length) {
    throw refused('too many arguments', found.slice(positionals.length).join(' '))
  }
  for (const [index, [name, { required, default: standard }]] of positionals.entries()) {
    if (required !== false && standard === undefined && found[index] === undefined) {
      throw refused(`${name.toUpperCase()} is missing`)
    }
  }
  for (const [name] of options) {
    if (args[name]?.required && !given.has(name)) throw refused(`--${name} is missing`)
  }
}
