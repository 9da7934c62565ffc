import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Frame, parseTrace } from '../trace/schema.ts'
import { compare } from './comparison.ts'
import { questionOfId } from './question.ts'
import { subtractFromTrace } from './subtraction.ts'

const file = new URL('../../site/content/posts/judging-a-moving-target/trace-retired-control.json', import.meta.url)
const run = parseTrace(readFileSync(file, 'utf8'), 'trace-retired-control.json')

/** A run that was never recorded, which makes these calls and finds one line with each. */
function runOf(...patterns: string[]) {
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
  return { frames }
}
const called = (left: ReturnType<typeof runOf>, right: ReturnType<typeof runOf>) =>
  compare(left, right).steps.map((step) =>
    [step.left, step.right].map((call) => call && Object(call.asked.args).pattern),
  )

/** By trying every choice, as the definition of a longest common sequence has it. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  if (a[0] === b[0]) return 1 + longestCommon(a.slice(1), b.slice(1))
  return Math.max(longestCommon(a.slice(1), b), longestCommon(a, b.slice(1)))
}

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
    const without = subtractFromTrace(run, questionOfId('binary-extensions'), 'source')
    const { steps, divergence } = compare(run, without)
    expect(divergence).toBe(4)
    expect(steps.map((step) => [step.onlyLeft.observations.length, step.onlyRight.observations.length])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [1, 0],
    ])
    expect(steps[4]?.onlyLeft.observations[0]).toMatch(/^agent\/src\/tools\/fs\.ts:42 /)
  })
})

describe('comparing two runs', () => {
  it('aligns the calls that both made, and keeps the order of each', () => {
    expect(called(runOf('a', 'b', 'c'), runOf('a', 'x', 'c'))).toEqual([
      ['a', 'a'],
      ['b', undefined],
      [undefined, 'x'],
      ['c', 'c'],
    ])
  })

  it('finds the first call that only one of them made', () => {
    expect(compare(runOf('a', 'b'), runOf('a')).divergence).toBe(1)
    expect(compare(runOf(), runOf('a')).divergence).toBe(0)
  })

  it('counts a line that was returned twice here and once there', () => {
    const twice = structuredClone(runOf('a'))
    for (const frame of twice.frames) {
      if (frame.type === 'tool_result' && 'matches' in frame.result) frame.result.matches.push(...frame.result.matches)
    }
    const [step] = compare(twice, runOf('a')).steps
    expect([step?.shared, step?.onlyLeft.observations, step?.onlyRight.observations]).toEqual([1, ['a.ts:1  a'], []])
  })

  it('names a field of a result that is another one', () => {
    const cut = structuredClone(runOf('a'))
    for (const frame of cut.frames) {
      if (frame.type === 'tool_result' && 'matches' in frame.result) frame.result.truncated = true
    }
    const { steps, divergence } = compare(cut, runOf('a'))
    expect(divergence).toBe(0)
    expect([steps[0]?.onlyLeft.fields, steps[0]?.onlyRight.fields]).toEqual([['truncated: true'], ['truncated: false']])
  })

  it('says of the answers whether they agree, and nothing where there is none', () => {
    const answered = (content: string) => ({ frames: [{ type: 'assistant' as const, content }] })
    expect(compare(answered('a'), answered('a')).answersAgree).toBe(true)
    expect(compare(answered('a'), answered('b')).answersAgree).toBe(false)
    expect(compare(answered('a'), runOf('a')).answersAgree).toBe(false)
    expect(compare(runOf('a'), runOf('a')).answersAgree).toBe(undefined)
  })

  it('loses no call, keeps the order of both, and pairs as many as can be', () => {
    const patterns = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 7 })
    fc.assert(
      fc.property(patterns, patterns, (left, right) => {
        const rows = called(runOf(...left), runOf(...right))
        expect(rows.flatMap(([pattern]) => pattern ?? [])).toEqual(left)
        expect(rows.flatMap(([, pattern]) => pattern ?? [])).toEqual(right)
        const pairs = rows.filter(([a, b]) => a !== undefined && b !== undefined)
        for (const [a, b] of pairs) expect(a).toBe(b)
        expect(pairs).toHaveLength(longestCommon(left, right))
      }),
    )
  })
})
