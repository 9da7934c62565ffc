import { describe, expect, it } from 'vitest'
import { type RailFrame, railOf } from './rail.ts'

const frame = (kind: RailFrame['kind'], more: Partial<RailFrame> = {}): RailFrame => ({
  kind,
  added: 0,
  source: false,
  copy: false,
  ...more,
})
const bars = (path: string) => path.split('M').length - 1

describe('the rail', () => {
  it('draws a bar for each frame, by its kind', () => {
    const rail = railOf([frame('user'), frame('tool_call'), frame('tool_result', { added: 4 }), frame('assistant')])
    expect(rail).toEqual({
      words: 'M0 24v-18M3 24v-18',
      calls: 'M1 24v-4',
      // The result that added most is the tallest a result can be.
      results: 'M2 24v-16',
      source: '',
      copies: '',
    })
  })

  it('marks the results that hold the source and the copies', () => {
    const rail = railOf([
      frame('user'),
      frame('tool_result', { source: true, copy: true }),
      frame('tool_result', { copy: true }),
    ])
    expect([rail.source, rail.copies]).toEqual(['M1 4h0', 'M1 4h0M2 4h0'])
  })

  it('stays small however long the run, and loses no kind and no mark', () => {
    const frames = Array.from({ length: 10_000 }, (_, index) => frame(index % 2 ? 'tool_call' : 'tool_result'))
    frames[777] = frame('tool_result', { source: true })
    const rail = railOf(frames)
    expect([bars(rail.calls), bars(rail.results), bars(rail.source)]).toEqual([589, 589, 1])
  })
})
