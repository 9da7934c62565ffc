import { describe, expect, it } from 'vitest'
import { UserError } from '../user-error.ts'
import { observe } from './observe.ts'
import { questionOfId } from './question.ts'
import { copy, fixtureRun, frames, listing, refused, search, source } from './testing/fixture-run.ts'

const question = questionOfId('model-name')
const [call, result] = frames(search(source))

describe('the observations of a run', () => {
  it('stand in the order of the results, with the call they came from and their place in the trace', () => {
    const run = fixtureRun(frames(listing('a.ts', 'b.ts'), refused('not a directory'), search(copy, source)))
    expect(observe(run, question)).toEqual([
      { frame: 2, index: 0, call: 1, tool: 'list_files', file: 'a.ts', line: null, text: null, carries: 'no' },
      { frame: 2, index: 1, call: 1, tool: 'list_files', file: 'b.ts', line: null, text: null, carries: 'no' },
      { frame: 6, index: 0, call: 3, tool: 'search_files', ...copy, carries: 'copy' },
      { frame: 6, index: 1, call: 3, tool: 'search_files', ...source, carries: 'source' },
    ])
  })

  it.each([
    [
      'a tool that the grader does not know',
      frames({ ...search(source), name: 'open_file' }),
      'is no result that open_file gives',
    ],
    [
      "a search with a listing's result",
      frames({ ...listing('a.ts'), name: 'search_files' }),
      'is no result that search_files gives',
    ],
    [
      "a listing with a search's result",
      frames({ ...search(source), name: 'list_files' }),
      'is no result that list_files gives',
    ],
    ['a result that no call asked for', [result], 'is the result of no tool call'],
    ['a second result of one call', [call, result, result], 'is the result of no tool call'],
    ['a result before its call', [result, call], 'is the result of no tool call'],
    ['a call without a result', [call], 'is a tool call without a result'],
    ['a frame that says ok of a refusal', frames({ ...refused('no'), ok: true }), 'disagree on ok'],
    ['a frame that says the opposite', frames({ ...search(source), ok: false }), 'disagree on ok'],
  ])('are refused with %s', (_, between, message) => {
    const run = fixtureRun(between)
    expect(() => observe(run, question)).toThrow(UserError)
    expect(() => observe(run, question)).toThrow(message)
  })

  // A shape that the schema does not know never gets as far as the grader.
  it.each([
    ['empty', {}],
    ['no object', 'nothing found'],
    ['none', null],
    ['content instead of matches', { ok: true, path: 'a.ts', content: 'text' }],
    [
      'matches without text',
      { ok: true, pattern: 'x', filesSearched: 1, matches: [{ file: 'a.ts', line: 1 }], truncated: false },
    ],
    ['matches without truncated', { ok: true, pattern: 'x', filesSearched: 1, matches: [] }],
    ['a field more', { ok: true, directory: '.', files: [], truncated: false, note: 'more' }],
    [
      'a line that is no number',
      { ok: true, pattern: 'x', filesSearched: 1, matches: [{ ...source, line: '1' }], truncated: false },
    ],
    ['a refusal without a reason', { ok: false }],
  ])('are refused where a result is of an unknown shape: %s', (_, shape) => {
    expect(() => fixtureRun(frames({ ...search(), result: shape }))).toThrow(UserError)
  })
})
