import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseTrace } from '../trace/schema.ts'
import { type Asked, type ComparedCase, comparedCases } from './compared-case.ts'
import { comparisonText, printedTexts } from './comparison-text.ts'
import { fixtureRun, frames, match, search } from './testing/fixture-run.ts'

const file = new URL('../../site/content/posts/judging-a-moving-target/trace-retired-control.json', import.meta.url)
const run = parseTrace(readFileSync(file, 'utf8'), 'trace-retired-control.json')
const other = fixtureRun(frames(search(match('a.ts', 'a'))), { task: 'A question that nobody knows the answer of' })
const cases = (asked: Asked) => comparedCases(asked, [run, other])
const of = run.id

describe('what is compared', () => {
  it('is a run with another one, each as it was recorded', () => {
    const [left, right] = cases({ of, with: other.id })
    expect([left.frames, right.frames]).toEqual([run.frames, other.frames])
  })

  it('is a run without a part of itself', () => {
    const [left, right] = cases({ of, without: 'every-match' })
    expect(left.frames).toEqual(run.frames)
    const found = right.frames.flatMap((frame) =>
      frame.type === 'tool_result' && 'matches' in frame.result ? frame.result.matches : [],
    )
    expect(found).toEqual([])
  })

  it.each<[string, Asked, string]>([
    ['a run that is not there', { of: 'retired', without: 'source' }, `there is no trace of the run retired`],
    ['another run that is not there', { of, with: 'retired' }, `one of ${of}, fixture-run`],
    ['neither', { of }, 'neither with what nor without what'],
    ['both', { of, with: other.id, without: 'source' }, 'both with what and without what'],
    ['a run with itself', { of, with: of }, 'compared with itself'],
    ['a subtraction that nobody made', { of, without: 'sources' }, 'one of all-but-source, source, every-match'],
    ['a word that every object has', { of, without: 'toString' }, 'no subtraction is called toString'],
    ['a subtraction of nothing', { of, without: 'nothing' }, 'no subtraction is called nothing'],
    ['a run of a question nobody knows', { of: other.id, without: 'source' }, 'which of its lines is the source'],
  ])('is refused: %s', (_, asked, message) => {
    expect(() => cases(asked)).toThrow(
      expect.objectContaining({ name: 'UserError', message: expect.stringContaining(message) }),
    )
  })
})

describe('what is said of it', () => {
  it('names a case made by subtraction so that nobody takes it for a recorded run', () => {
    const { what, heads, address } = comparisonText(...cases({ of, without: 'source' }))
    expect(what).toContain('The second is no recorded run')
    expect(heads.map(({ note }) => note)).toEqual(['as recorded', 'made by subtraction, not recorded'])
    expect(address).toBe('retired-control/without-source/divergence')
  })

  it('counts what both saw, and lists what only one was given', () => {
    const { divergence, rows } = comparisonText(...cases({ of, without: 'every-match' }))
    expect(divergence).toBe('They first part at call 1.')
    // FACTS: 77 observations, of which the five listed names stay.
    const lists = rows.flatMap(({ cells }) => cells.flatMap(({ lists }) => lists))
    expect(lists.flatMap(({ recorded }) => recorded)).toHaveLength(72)
    expect(rows.flatMap(({ cells }) => cells.map(({ says }) => says))).toContain('5 observations in both')
  })

  it('prints many calls that are alike as one row, up to the last two before the next divergence', () => {
    const calls = (id: string, ...patterns: string[]): ComparedCase => {
      const steps = patterns.map((pattern) => ({ ...search(match('a.ts', pattern)), args: { pattern } }))
      return { run: id, subtracts: 'nothing', frames: fixtureRun(frames(...steps)).frames }
    }
    const same = Array.from({ length: 1200 }, (_, index) => `same ${index}`)
    const text = comparisonText(calls('fixture-a', 'a', ...same, 'b'), calls('fixture-b', ...same, 'c'))
    expect(text.rows.map(({ call }) => call)).toEqual([
      '1',
      '2–1,199 / 1–1,198',
      '1,200 / 1,199',
      '1,201 / 1,200',
      '1,202',
      '1,201',
    ])
    expect(text.rows[1]?.cells.map(({ says }) => says)).toEqual(['1,198 calls alike, 1,198 observations in both'])
    expect(printedTexts(text)).toContain('1,198 calls alike, 1,198 observations in both')
  })
})
