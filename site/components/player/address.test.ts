import { describe, expect, it } from 'vitest'
import { addressOf, positionOf } from './address.ts'

describe('an address', () => {
  it('counts frames and observations from 1', () => {
    expect(addressOf('retired-control', { frame: 8 })).toBe('retired-control/f9')
    expect(addressOf('retired-control', { frame: 10, observation: 2 })).toBe('retired-control/f11/o3')
  })

  it('is read back as the position it was made from', () => {
    for (const position of [{ frame: 0 }, { frame: 9999 }, { frame: 10, observation: 2 }]) {
      expect(positionOf(`#${addressOf('a-run', position)}`, 'a-run')).toEqual(position)
    }
  })

  it('may come percent-encoded', () => {
    expect(positionOf('#retired-control%2Ff9', 'retired-control')).toEqual({ frame: 8 })
  })

  it('names no position in another run, or where it is no address', () => {
    for (const fragment of [
      '',
      '#',
      '#a-run',
      '#a-run/f0',
      '#a-run/f',
      '#a-run/f1/',
      '#a-run/f1/o0',
      '#b/f1',
      '#b-a-run/f1',
      '#%E0%A4%A',
    ]) {
      expect(positionOf(fragment, 'a-run')).toBeUndefined()
    }
  })
})
