import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { questionOfId } from '../../../tools/eval/question.ts'
import { subtractFromTrace } from '../../../tools/eval/subtraction.ts'
import { type Frame, parseTrace } from '../../../tools/trace/schema.ts'
import { compare } from './compare.ts'

const file = new URL('../../content/posts/judging-a-moving-target/trace-retired-control.json', import.meta.url)
const run = parseTrace(readFileSync(file, 'utf8'), 'trace-retired-control.json')

/** A run that was never recorded, which makes these calls and finds one line with each. */
function runOf(id: string, ...patterns: string[]) {
  const frames = patterns.flatMap((pattern): Frame[] => [
    { type: 'tool_call', id: 'call', name: 'search_files', args: { pattern } },
    {
      type: 'tool_result',
      id: 'call',
      ok: true,
      result: {
        ok: true,
        pattern,
        filesSearched: 1,
        matches: [{ file: 'a.ts', line: 1, text: pattern }],
        truncated: false,
      },
    },
  ])
  return { id, frames }
}
const called = (left: ReturnType<typeof runOf>, right: ReturnType<typeof runOf>) =>
  compare(left, right).steps.map((step) =>
    [step.left, step.right].map((call) => call && Object(call.asked.args).pattern),
  )

describe('comparing a run with itself', () => {
  it('finds no divergence', () => {
    const { steps, divergence, answersAgree } = compare(run, run)
    expect([divergence, answersAgree]).toEqual([undefined, true])
    // FACTS: 5 tool calls, 77 observations.
    expect([steps.length, steps.reduce((sum, { shared }) => sum + shared, 0)]).toEqual([5, 77])
  })
})

describe('comparing a run with a case made from it', () => {
  it('names exactly the line that was taken out, where it was returned', () => {
    const without = { id: 'without-source', ...subtractFromTrace(run, questionOfId('binary-extensions'), 'source') }
    const { steps, divergence } = compare(run, without)
    expect(divergence).toBe(4)
    expect(steps.map(({ onlyLeft, onlyRight }) => [onlyLeft.length, onlyRight.length])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 0],
    ])
    expect(steps[4]?.onlyLeft[0]).toMatch(/^agent\/src\/tools\/fs\.ts:42 /)
  })
})

describe('comparing two runs', () => {
  it('aligns the calls that both made, and keeps the order of each', () => {
    expect(called(runOf('left', 'a', 'b', 'c'), runOf('right', 'a', 'x', 'c'))).toEqual([
      ['a', 'a'],
      ['b', undefined],
      [undefined, 'x'],
      ['c', 'c'],
    ])
  })

  it('finds the first call that only one of them made', () => {
    expect(compare(runOf('left', 'a', 'b'), runOf('right', 'a')).divergence).toBe(1)
    expect(compare(runOf('left'), runOf('right', 'a')).divergence).toBe(0)
  })

  it('counts a line that was returned twice here and once there', () => {
    const twice = structuredClone(runOf('left', 'a'))
    for (const frame of twice.frames) {
      if (frame.type === 'tool_result' && 'matches' in frame.result) frame.result.matches.push(...frame.result.matches)
    }
    const [step] = compare(twice, runOf('right', 'a')).steps
    expect([step?.shared, step?.onlyLeft, step?.onlyRight]).toEqual([1, ['a.ts:1  a'], []])
  })
})
