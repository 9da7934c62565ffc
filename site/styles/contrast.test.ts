import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, themedColours } from './contrast.ts'

const tokens = themedColours(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8'))

test('black on white is 21:1, and a colour on itself 1:1', () => {
  expect(contrast('#000', '#fff')).toBe(21)
  expect(contrast('#8c1d18', '#8c1d18')).toBe(1)
})

test('a grey that WCAG puts just above 4.5:1 on white', () => {
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

const inks = [
  'ink',
  'ink-soft',
  'accent',
  ...['grounded', 'from-copy', 'undecidable', 'unevidenced'].map((label) => `verdict-${label}`),
]

const pairs: [string, string][] = [
  ...inks.flatMap((ink): [string, string][] => [
    [ink, 'paper'],
    [ink, 'paper-raised'],
  ]),
  ['on-alarm', 'alarm'],
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test.each(pairs)('%s on %s is text of at least 7:1', (ink, paper) => {
    const [colour, ground] = [tokens.get(ink), tokens.get(paper)]
    if (!colour || !ground) throw new Error(`tokens.css does not declare --${ink} and --${paper} for both themes`)
    expect(contrast(colour[theme], ground[theme])).toBeGreaterThanOrEqual(7)
  })
})
