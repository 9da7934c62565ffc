import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { fixtureRun, frames, search, source } from './testing/fixture-run.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const trace = 'site/content/posts/judging-a-moving-target/trace-retired-control.json'
const folder = mkdtempSync(join(tmpdir(), 'eval-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the command as `npm run eval` does. */
async function evaluate(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, ['tools/eval/cli.ts', ...args], { cwd: root })
  return run.then(
    (output) => ({ code: 0, ...output }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

describe('npm run eval', () => {
  it('grades the recorded runs and writes the same as a file', async () => {
    const out = join(folder, 'runs.tsv')
    const { code, stdout, stderr } = await evaluate('--tsv', out)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('retired-control')
    expect(stdout).toContain('the 10 cases of the published panel are what their evidence says')
    expect(
      readFileSync(out, 'utf8')
        .split('\n')
        .filter((row) => row.startsWith('retired-control')),
    ).toEqual([
      'retired-control\ttrace\tbinary-extensions\tsearch_files search_files list_files search_files search_files\t77\tsuccess\tsuccess\t-\tundecidable\t1\t2',
    ])
  })

  it('grades one trace by its own question', async () => {
    const { code, stdout } = await evaluate(trace)
    expect(code).toBe(0)
    expect(stdout).toContain('1 source line, 2 copies among 77 observations: undecidable')
  })

  it('grades any trace by the question that it is given', async () => {
    const other = file('trace-other.json', JSON.stringify(fixtureRun(frames(search(source)), { task: 'What is it?' })))
    const refused = await evaluate(other)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('asks a question that has no known answer')
    const { code, stdout } = await evaluate(other, '--question', 'model-name')
    expect(code).toBe(0)
    expect(stdout).toContain('model-name, which is not what the run was asked')
    expect(stdout).toContain('1 source line, no copies among 1 observation: grounded')
  })

  it.each([
    [1, 'a file that is not there', ['absent.json'], 'absent.json  cannot be read\n  found     no such file'],
    [1, 'a file that is no trace', ['package.json'], 'package.json  is no trace'],
    [2, 'a question that is not known', [trace, '--question', 'fixture'], 'model-name or binary-extensions'],
    [2, 'a question without a file', ['--question', 'model-name'], '--question goes with the FILE'],
    [2, 'an option that it does not know', ['--tvs', 'x'], 'there is no option --tvs'],
    [1, 'a folder that is not there', ['--tsv', join(folder, 'absent', 'x.tsv')], 'cannot be written'],
  ])('ends with %i and words, without a stack, on %s', async (expected, _, args, message) => {
    const { code, stderr } = await evaluate(...args)
    expect(code).toBe(expected)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
  })

  it('prints a report that fits a terminal of 80 columns', async () => {
    const { stdout } = await evaluate()
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  })
})
