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
    ['an option that it does not know', ['--otu', 'b.tsv'], 'there is no option --otu'],
    ['an option without its value', ['--out'], '--out wants a value'],
    ['an option in the place of a value', ['--out', '--quick'], '--out wants a value\n  found     --quick'],
    ['an empty value', ['--out='], '--out wants a value'],
    ['a flag with a value', ['--quick=yes'], '--quick takes no value'],
    ['a no to what is no flag', ['--no-out'], 'there is no option --no-out'],
    ['more arguments than it takes', ['a.json', 'b.json'], 'too many arguments'],
  ])('refuses %s, and does nothing', async (_, rawArgs, message) => {
    const { code, seen, errors } = await run(rawArgs)
    expect(code).toBe(2)
    expect(seen).toBeUndefined()
    expect(errors).toContain(message)
    expect(errors).toContain('--help')
  })

  it('takes a value that begins with a dash where it stands behind =', async () => {
    expect((await run(['--out=-x', '--no-quick'])).seen).toEqual({ file: undefined, out: '-x', quick: false })
  })

  it.each([
    ['an argument', ['--id', 'x'], 'QUESTION is missing'],
    ['an option', ['What?'], '--id is missing'],
  ])('says which of its own %s is missing, and points to --help', async (_, rawArgs, message) => {
    const errors: string[] = []
    const command = defineCommand({
      args: { question: { type: 'positional', required: true }, id: { type: 'string', required: true } },
    })
    const code = await runCommandLine(command, rawArgs, { log: () => {}, error: (text) => errors.push(text) })
    expect({ code, errors }).toEqual({ code: 2, errors: [expect.stringContaining(message)] })
    expect(errors.join()).toContain('--help')
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
