import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../figures/testing/published.ts'

// A scratch copy of what the command reads: its own code, the data and the pages.
const scratch = mkdtempSync(join(tmpdir(), 'figures-'))
const post = 'site/content/posts/judging-a-moving-target/index.mdx'
const read = (file: string) => readFileSync(join(scratch, file), 'utf8')
const change = (file: string, from: string | RegExp, to: string) => {
  expect(read(file)).not.toBe(read(file).replace(from, to))
  writeFileSync(join(scratch, file), read(file).replace(from, to))
}
beforeEach(() => {
  for (const path of ['package.json', 'judgements.tsv', 'tools', 'site/content', 'site/gate.json']) {
    rmSync(join(scratch, path), { recursive: true, force: true })
    cpSync(join(root, path), join(scratch, path), { recursive: true })
  }
  rmSync(join(scratch, 'node_modules'), { force: true })
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
})
afterAll(() => rmSync(scratch, { recursive: true }))

/** Runs the command as `npm run figures` does. */
async function figures(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, ['tools/gate/cli.ts', ...args], { cwd: scratch })
  return run.then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

describe('npm run figures', () => {
  it('lists each figure with its value and the lines that quote it, and what was checked', async () => {
    const { code, stdout, stderr } = await figures()
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [line = ''] = stdout.split('\n').filter((text) => text.startsWith('controls.correct '))
    const quoted = read(post)
      .split('\n')
      .flatMap((text, index) => (text.includes('of="controls.correct"') ? [index + 1] : []))
    expect(line.split(/ {2,}/)).toEqual([
      'controls.correct',
      '53',
      `judging-a-moving-target/index.mdx:${quoted.join(', ')}`,
      'control calls that gave the known answer',
    ])
    expect(stdout).toMatch(
      /The sources agree: 1 post, \d+ pages?, 90 rows, \d+ figures, \d+ numbers, \d+ claims, \d+ literals\.\n$/,
    )
  })

  it('ends with 1 and the report where something disagrees, without a stack', async () => {
    change(post, '>53<', '>52<')
    const { code, stdout, stderr } = await figures()
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^The sources do not agree: 1 disagreement\n\n.*index\.mdx:\d+:\d+ {2}controls\.correct disagrees/,
    )
    expect(stderr).not.toContain('    at ')
    expect(stdout).not.toContain('The sources agree')
  })

  it('-- --write puts a wrong number right, byte for byte as it was, and then has nothing to write', async () => {
    const before = read(post)
    change(post, /(of="controls\.correct">)53</g, '$152<')
    const { code, stdout } = await figures('--write')
    expect({ code, after: read(post) }).toEqual({ code: 0, after: before })
    expect(stdout).toMatch(/index\.mdx:\d+ {2}controls\.correct: 52 → 53\n/)
    expect(await figures('--write')).toEqual({
      code: 0,
      stdout: 'Each bound number agrees: nothing was written.\n',
      stderr: '',
    })
  })

  it('-- --write writes nothing where a claim no longer holds', async () => {
    change('judgements.tsv', /^(loop-demo\topen\t-\t3\t)grounded/m, '$1undecidable')
    const before = read(post)
    const { code, stdout, stderr } = await figures('--write')
    expect({ code, stdout, after: read(post) }).toEqual({ code: 1, stdout: '', after: before })
    expect(stderr).toMatch(/^Nothing was written, since numbers alone would not mend it: \d+ disagreements/)
    expect(stderr).toContain('open.only-grounded does not hold')
  })
})
