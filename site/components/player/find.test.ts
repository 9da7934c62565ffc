import { describe, expect, it } from 'vitest'
import { findIn, firstFrom, placeOf } from './find.ts'

const all = () => true

describe('finding a text', () => {
  const texts = ['one avif', '', 'avif, avif', 'none']

  it('counts it in every frame, and in all', () => {
    const finds = findIn(texts, 'AVIF', all)
    expect([[...finds.counts], finds.total]).toEqual([[1, 0, 2, 0], 3])
  })

  it('numbers the finds through the run', () => {
    const finds = findIn(texts, 'avif', all)
    expect([0, 1, 2, 3].map((find) => placeOf(finds, find))).toEqual([
      { frame: 0, nth: 0 },
      { frame: 2, nth: 0 },
      { frame: 2, nth: 1 },
      undefined,
    ])
  })

  it('begins at the reader’s frame, and else at the first', () => {
    const finds = findIn(texts, 'avif', all)
    expect([0, 1, 2, 3].map((frame) => firstFrom(finds, frame))).toEqual([0, 1, 1, 0])
  })

  it('looks only among the frames it is told to', () => {
    expect(findIn(texts, 'avif', (frame) => frame === 2).total).toBe(2)
  })

  it('takes each of those frames for a find where there is no text', () => {
    expect([...findIn(texts, '', (frame) => frame > 1).counts]).toEqual([0, 0, 1, 1])
  })
})
