import { describe, expect, it } from 'vitest'
import { contextSentence, contextSizes, frameTitle, partsOf, peakOf, redactionSentence } from './view.ts'

it('says how many texts were taken out of a run, by kind', () => {
  expect(redactionSentence({ 'environment-value': 1234, github: 1 })).toBe(
    'Taken out before this run was written, each replaced by a mark: 1,234 of environment-value, 1 of github.',
  )
})

describe('the context at each frame', () => {
  it('says what each frame added, and which added most', () => {
    expect(contextSizes([209, 290, 1018, 1160]).map(contextSentence)).toEqual([
      '209 tokens in context',
      '290 tokens in context, 81 added',
      '1,018 tokens in context, 728 added, the most of any frame',
      '1,160 tokens in context, 142 added',
    ])
  })

  it('says so where the server reported none, and never reckons across the gap', () => {
    expect(contextSizes([209, null, 1018]).map(contextSentence)).toEqual([
      '209 tokens in context',
      'context size not reported',
      '1,018 tokens in context',
    ])
  })

  it('names only the first of two frames that added as much, and none where none added', () => {
    expect(contextSizes([1, 11, 21]).map(({ addedMost }) => addedMost)).toEqual([false, true, false])
    expect(contextSizes([21, 11, 1]).map(({ addedMost }) => addedMost)).toEqual([false, false, false])
  })

  it('may shrink', () => {
    expect(contextSizes([30, 10]).map(contextSentence)[1]).toBe('10 tokens in context, 20 fewer')
  })

  it('has its peak where it was largest, or none', () => {
    expect(peakOf([209, 4344, null, 3957])).toBe(4344)
    expect(peakOf([null, null])).toBeNull()
    expect(peakOf([0])).toBe(0)
  })
})

describe('a frame’s title', () => {
  const search = (count: number) => ({
    type: 'tool_result' as const,
    id: 'call_1',
    ok: true,
    result: {
      ok: true as const,
      pattern: 'x',
      filesSearched: 1,
      matches: Array.from({ length: count }, (_, index) => ({ file: 'a', line: index + 1, text: '' })),
      truncated: false,
    },
  })

  it('says what came back', () => {
    expect([0, 1, 40].map((count) => frameTitle(search(count), false))).toEqual([
      'Search result, no matches',
      'Search result, 1 match',
      'Search result, 40 matches',
    ])
    expect(frameTitle({ type: 'tool_result', id: 'c', ok: false, result: { ok: false, reason: 'no' } }, false)).toBe(
      'Refusal',
    )
  })

  it('calls the model’s last words its answer', () => {
    expect(frameTitle({ type: 'assistant', content: '' }, false)).toBe('Model')
    expect(frameTitle({ type: 'assistant', content: '' }, true)).toBe('Answer')
  })
})

describe('parts', () => {
  it('hold every frame once, in order, ten to a part', () => {
    const frames = Array.from({ length: 54 }, (_, index) => index)
    expect(partsOf(frames).map(({ length }) => length)).toEqual([10, 10, 10, 10, 10, 4])
    expect(partsOf(frames).flat()).toEqual(frames)
    expect(partsOf(frames.slice(0, 50))).toHaveLength(1)
  })
})
