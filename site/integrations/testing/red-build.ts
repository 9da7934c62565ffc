import { cpSync } from 'node:fs'
import { expect, inject, type TestContext } from 'vitest'
import { type Ended, type ScratchCopy, scratchCopy, takeSnapshot } from '../../testing/scratch-copy.ts'

export const measured = 'site/content/posts/judging-a-moving-target'
export const post = `${measured}/index.mdx`
export const table = 'judgements.tsv'
export const trace = `${measured}/trace-retired-control.json`

const snapshot = takeSnapshot()

/**
 * A scratch copy, removed after the test, in which a complete site of an earlier build stands as `dist`: a build that
 * fails must not leave it there.
 */
export function copyWithOlderSite({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): ScratchCopy {
  const copy = scratchCopy(snapshot)
  onTestFinished(copy.remove)
  cpSync(inject('builtSite'), copy.path('dist'), { recursive: true })
  return copy
}

/** Changes one cell of the table of judgements, which is found by its case and repeat. */
export function changeCell(copy: ScratchCopy, name: string, repeat: number, column: string, to: string): void {
  const lines = copy.read(table).split('\n')
  const names = lines.find((line) => line.startsWith('case\t'))?.split('\t') ?? []
  const [index] = rowsOf(copy, name, repeat)
  const row = lines[index ?? -1] ?? ''
  const cells = row.split('\t')
  cells[names.indexOf(column)] = to
  copy.replace(table, row, cells.join('\t'))
}

/** Which lines of the table, from 0, hold a case's repeat. */
export function rowsOf(copy: ScratchCopy, name: string, repeat: number): number[] {
  const begins = new RegExp(`^${name}\t[^\t]+\t[^\t]+\t${repeat}\t`)
  return copy
    .read(table)
    .split('\n')
    .flatMap((line, index) => (begins.test(line) ? [index] : []))
}

/** On which lines of a file, from 1, a text begins. */
export function linesWith(copy: ScratchCopy, file: string, text: string): number[] {
  return copy
    .read(file)
    .split('\n')
    .flatMap((line, index) => Array<number>(line.split(text).length - 1).fill(index + 1))
}

/** The entries of a report: each begins at the start of a line, with its place. */
export function entries(output: string): string[] {
  const [, after = ''] = output.split(/^The .*: \d+ disagreements?\n\n/m)
  return after.split('\n\nNothing was published')[0]?.split('\n\n') ?? []
}

/** What holds of every build that a disagreement ended. */
export function expectRed({ code, output }: Ended, copy: ScratchCopy): void {
  expect(code, output).toBe(1)
  expect(output).not.toMatch(/^\s+at\s/m)
  expect(output).toContain('Nothing was published: there is no dist/.')
  expect(copy.has('dist')).toBe(false)
}

/** A text as a regular expression has it. */
export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The report names every place of the post that binds a figure or a sentence to one of these ids. */
export function expectBroken({ output }: Ended, copy: ScratchCopy, ids: readonly string[]): void {
  for (const id of ids) {
    const reported = [...output.matchAll(new RegExp(`^${post}:(\\d+):\\d+  (\\S+)`, 'gm'))]
    const named = reported.filter(([, , of]) => of === id).map(([, line]) => Number(line))
    expect(named, `lines on which ${id} is named`).toEqual(linesWith(copy, post, `of="${id}"`))
    expect(named.length).toBeGreaterThan(0)
  }
}
