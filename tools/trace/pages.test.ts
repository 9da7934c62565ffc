import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { framePages, isLarge } from './pages.ts'
import type { Trace } from './schema.ts'

const words = (length: number) => ({ type: 'assistant' as const, content: 'x'.repeat(length) })
const fixture = (frames: Trace['frames']): Trace => ({
  id: 'fixture-pages',
  commit: 'fixture',
  model: 'fixture',
  task: 'fixture',
  outcome: 'success',
  tokens: frames.map(() => null),
  frames,
})

describe('the pages of a run', () => {
  it('hold every frame once and in order, however long the frames are', () => {
    const lengths = fc.array(fc.oneof(fc.nat(100), fc.nat(400_000)), { minLength: 1, maxLength: 800 })
    fc.assert(
      fc.property(lengths, (list) => {
        const pages = framePages({ frames: list.map(words) })
        expect(pages.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index))).toEqual(
          list.map((_, index) => index),
        )
        for (const { from, to } of pages) {
          const characters = list.slice(from, to).reduce((sum, length) => sum + length, 0)
          expect(to - from === 1 || (to - from <= 250 && characters <= 250_000)).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('put a frame that is too long for a page on one of its own', () => {
    expect(framePages({ frames: [words(1), words(5_000_000), words(1)] })).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ])
  })
})

it('a run is large from more than 500 frames or a million characters on', () => {
  const frames = (count: number) => Array.from({ length: count }, () => words(1))
  expect(isLarge(fixture(frames(500)))).toBe(false)
  expect(isLarge(fixture(frames(501)))).toBe(true)
  expect(isLarge(fixture([words(999_000)]))).toBe(false)
  expect(isLarge(fixture([words(1_000_000)]))).toBe(true)
})
