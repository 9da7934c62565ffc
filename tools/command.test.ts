import { defineCommand } from 'citty'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from './command.ts'
import { UserError } from './user-error.ts'

/** Runs a command that gives back its arguments, and keeps what it prints. */
async function run(rawArgs: string[], act: () => unknown = () => undefined) {
  const printed: string[] = []
  const errors: string[] = []
  let seen: unknown
  const command = defineCommand({
    meta: { name: 'fixture', description: 'A command of a test' },
    args: {
      file: { type: 'positional', required: false },
      out: { type: 'string' },
      quick: { type: 'boolean' },
    },
    run: ({ args: { file, out, quick } }) => {
      seen = { file, out, quick }
      return act()
    },
  })
  const terminal = { log: (text: string) => printed.push(text), error: (text: string) => errors.push(text) }
  const code = await runCommandLine(command, rawArgs, terminal)
  return { code, seen, printed: printed.join('\n'), errors: errors.join('\n') }
}

describe('a command line', () => {
  it('hands its arguments over and ends with 0', async () => {
    const { code, seen } = await run(['a.json', '--out', 'b.tsv', '--quick'])
    expect(code).toBe(0)
    expect(seen).toEqual({ file: 'a.json', out: 'b.tsv', quick: true })
  })

  it('ends with the number that the command gives', async () => {
    expect((await run([], () => 3)).code).toBe(3)
  })

  it.each([
    ['an option that it does not know', ['--otu', 'b.tsv'], "Unknown option '--otu'"],
    ['an option without its value', ['--out'], "Option '--out <value>' argument missing"],
    ['an option in the place of a value', ['--out', '--quick'], "Option '--out' argument is ambiguous"],
    ['more arguments than it takes', ['a.json', 'b.json'], 'too many arguments'],
  ])('refuses %s, and does nothing', async (_, rawArgs, message) => {
    const { code, seen, errors } = await run(rawArgs)
    expect(code).toBe(1)
    expect(seen).toBeUndefined()
    expect(errors).toContain(message)
  })

  it('prints the message of what a person can mend, without a stack', async () => {
    const { code, errors } = await run([], () => {
      throw new UserError({ file: 'fixture.tsv', problem: 'is empty' })
    })
    expect(code).toBe(1)
    expect(errors).toBe('fixture.tsv  is empty')
  })

  it('lets every other error through', async () => {
    await expect(
      run([], () => {
        throw new TypeError('a defect')
      }),
    ).rejects.toThrow('a defect')
  })

  it('prints its usage on --help and does nothing else', async () => {
    const { code, seen, printed } = await run(['--help'])
    expect(code).toBe(0)
    expect(seen).toBeUndefined()
    expect(printed).toContain('A command of a test')
  })
})
