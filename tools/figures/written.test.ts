import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  confidence,
  confidenceDifference,
  count,
  type Format,
  groupThousands,
  meanConfidence,
  money,
  percent,
  percentagePoints,
  share,
  tokens,
  writeFigure,
} from './format.ts'
import { Rational } from './rational.ts'
import { disagreement, parseWritten, writeLike } from './written.ts'

const exactly = (decimal: string): Rational => {
  const value = Rational.parse(decimal)
  if (!value) throw new Error(`${decimal} is no decimal`)
  return value
}
/** The reason for which a written number is refused; `agrees` where it is not. */
function verdict(text: string, value: Rational, format: Format): string {
  const written = parseWritten(text)
  if (!written) return 'no number'
  return disagreement(written, value, format)?.reason ?? 'agrees'
}

// From FACTS: 36 open calls whose confidences add up to 33.42; 53 of 54; the tokens; the cost, exactly.
const openMean = Rational.of(3342, 3600)
const correct = Rational.of(53)
const part = Rational.of(53, 54)
const cost = exactly('0.12965125')

const cases: [string, string, string | RegExp, Format, Rational][] = [
  ['a count', '53', 'agrees', count, correct],
  ['a count', 'fifty-three', 'agrees', count, correct],
  ['a count', 'Fifty-Three', 'agrees', count, correct],
  ['a count', ' 53\n', 'agrees', count, correct],
  ['a count', '53 times', 'agrees', count, correct],
  ['a count', '53×', 'agrees', count, correct],
  ['a count', '54', /disagrees/, count, correct],
  ['a count', '53.0', /more decimals/, count, correct],
  ['a count', '+53', /has a sign/, count, correct],
  ['a count', '−53', /has a sign/, count, correct],
  ['a count', '53 %', /written with "%"/, count, correct],
  ['a count', '$53', /written with "\$"/, count, correct],
  ['a count', '53 cents', /written with "cents"/, count, correct],
  ['a count', '053', 'no number', count, correct],
  ['a count', '53.', 'no number', count, correct],
  ['a count', '5 3', 'no number', count, correct],
  ['a count', '53 of 54', 'no number', count, correct],
  ['a count', '5.3e1', 'no number', count, correct],
  ['a count', '0x35', 'no number', count, correct],
  ['a count', '٥٣', 'no number', count, correct],
  ['a count', '５３', 'no number', count, correct],
  ['a count', '5\u200b3', 'no number', count, correct],
  ['a count', '- 53', 'no number', count, correct],
  ['a count of nine', 'nine times', 'agrees', count, Rational.of(9)],
  ['a count of nine', 'nine', 'agrees', count, Rational.of(9)],
  ['a count of two', 'twice', 'agrees', count, Rational.of(2)],
  ['a count of two', 'once', /disagrees/, count, Rational.of(2)],
  ['a count of one', 'one', 'agrees', count, Rational.of(1)],
  ['a count of one', 'once', 'agrees', count, Rational.of(1)],
  ['a count of one', '1 time', 'agrees', count, Rational.of(1)],
  ['a count of none', '0', 'agrees', count, Rational.of(0)],
  ['a count of none', 'zero', 'agrees', count, Rational.of(0)],
  ['a count of none', 'no', 'agrees', count, Rational.of(0)],
  ['a count of none', 'None', 'agrees', count, Rational.of(0)],
  ['a count of none', '-0', /has a sign/, count, Rational.of(0)],
  ['tokens', '142,893', 'agrees', tokens, Rational.of(142_893)],
  ['tokens', '142893', 'agrees', tokens, Rational.of(142_893)],
  ['tokens', '142.893', /more decimals/, tokens, Rational.of(142_893)],
  ['tokens', '142,983', /disagrees/, tokens, Rational.of(142_893)],
  ['tokens', '1,42,893', 'no number', tokens, Rational.of(142_893)],
  ['tokens', '142,8930', 'no number', tokens, Rational.of(142_893)],
  ['tokens', '0,142,893', 'no number', tokens, Rational.of(142_893)],
  ['tokens', '142 893', 'no number', tokens, Rational.of(142_893)],
  ['tokens', 'twice', /written with "times"/, tokens, Rational.of(2)],
  ['a mean', '0.9', 'agrees', meanConfidence, openMean],
  ['a mean', '0.93', 'agrees', meanConfidence, openMean],
  ['a mean', '0.928', 'agrees', meanConfidence, openMean],
  ['a mean', '0.9283', 'agrees', meanConfidence, openMean],
  ['a mean', '0.92', /disagrees/, meanConfidence, openMean],
  ['a mean', '0.9284', /disagrees/, meanConfidence, openMean],
  ['a mean', '0.9280', /disagrees/, meanConfidence, openMean],
  ['a mean', '0.92833', /more decimals/, meanConfidence, openMean],
  ['a mean', '.93', 'no number', meanConfidence, openMean],
  ['a mean', '93 %', /written with "%"/, meanConfidence, openMean],
  ['a mean', '1', /rounded to 1/, meanConfidence, openMean],
  ['a mean', 'one', /rounded to 1/, meanConfidence, openMean],
  ['a mean that is one', '1', 'agrees', meanConfidence, Rational.of(1)],
  ['a mean that is one', '1.00', 'agrees', meanConfidence, Rational.of(1)],
  ['a mean near one', '1.00', /rounded to 1/, meanConfidence, exactly('0.9996')],
  ['a mean near one', '1.0000', 'agrees', meanConfidence, exactly('0.99996')],
  ['a mean near none', '0.00', /rounded to 0/, meanConfidence, exactly('0.004')],
  ['a mean on a tie', '0.84', 'agrees', meanConfidence, exactly('0.835')],
  ['a mean on a tie', '0.83', /disagrees/, meanConfidence, exactly('0.835')],
  ['a confidence', '0.65', 'agrees', confidence, exactly('0.65')],
  ['a confidence', '0.7', 'agrees', confidence, exactly('0.65')],
  ['a confidence', '0.6', /disagrees/, confidence, exactly('0.65')],
  ['a confidence', '0.650', /more decimals/, confidence, exactly('0.65')],
  ['a share', '98 %', 'agrees', share(54), part],
  ['a share', '98%', 'agrees', share(54), part],
  ['a share', '98\u00a0%', 'agrees', share(54), part],
  ['a share', '98 percent', 'agrees', share(54), part],
  ['a share', 'ninety-eight percent', 'agrees', share(54), part],
  ['a share', '98.1 %', 'agrees', share(54), part],
  ['a share', '98.15 %', /more decimals/, share(54), part],
  ['a share', '0.98', 'agrees', share(54), part],
  ['a share', '0.981', 'agrees', share(54), part],
  ['a share', '98', /disagrees/, share(54), part],
  ['a share', '99 %', /disagrees/, share(54), part],
  ['a share', '98 points', /written with "points"/, share(54), part],
  ['a share', '1', /rounded to 1/, share(54), part],
  ['a share of all', '100 %', 'agrees', share(36), Rational.of(1)],
  ['a share of all', '1', 'agrees', share(36), Rational.of(1)],
  ['a share of nearly all', '100 %', /rounded to 100/, share(500), Rational.of(499, 500)],
  ['a share of nearly all', '99.8 %', 'agrees', share(500), Rational.of(499, 500)],
  ['a percentage', '98 %', 'agrees', percent(54), part],
  ['a percentage', '0.98', /has no unit/, percent(54), part],
  ['percentage points', '−1.9 points', 'agrees', percentagePoints(54), exactly('-0.0185')],
  ['percentage points', '-1.9 percentage points', 'agrees', percentagePoints(54), exactly('-0.0185')],
  ['percentage points', '1.9 points', /disagrees/, percentagePoints(54), exactly('-0.0185')],
  ['percentage points', '+1.9 points', 'agrees', percentagePoints(54), exactly('0.0185')],
  ['percentage points', '1.9 points', 'agrees', percentagePoints(54), exactly('0.0185')],
  ['percentage points', '+1.9 %', /written with "%"/, percentagePoints(54), exactly('0.0185')],
  ['percentage points', '1 point', 'agrees', percentagePoints(54), exactly('0.01')],
  ['percentage points', '+0 points', /the figure is zero/, percentagePoints(54), Rational.of(0)],
  ['a difference', '0.0017', 'agrees', confidenceDifference, exactly('0.00166')],
  ['a difference', '+0.0017', 'agrees', confidenceDifference, exactly('0.00166')],
  ['a difference', '−0.0017', /disagrees/, confidenceDifference, exactly('0.00166')],
  ['a difference', '0.00', /rounded to 0/, confidenceDifference, exactly('0.00166')],
  ['a difference below zero', '−0.0017', 'agrees', confidenceDifference, exactly('-0.00166')],
  ['a difference below zero', '0.0017', /disagrees/, confidenceDifference, exactly('-0.00166')],
  ['a difference on a tie below zero', '−0.13', 'agrees', confidenceDifference, exactly('-0.125')],
  ['money', '$0.13', 'agrees', money, cost],
  ['money', '$0.1297', 'agrees', money, cost],
  ['money', 'thirteen cents', 'agrees', money, cost],
  ['money', 'Thirteen cents', 'agrees', money, cost],
  ['money', '13 cents', 'agrees', money, cost],
  ['money', '12.97 cents', 'agrees', money, cost],
  ['money', '$0.12', /disagrees/, money, cost],
  ['money', '$0.12965', /more decimals/, money, cost],
  ['money', '0.13', /has no unit/, money, cost],
  ['money', '13', /has no unit/, money, cost],
  ['money', '$13', /disagrees/, money, cost],
  ['money', '$0', /rounded to 0/, money, cost],
  ['money', 'thirteen', /has no unit/, money, cost],
  ['money', 'twelve cents', /disagrees/, money, cost],
  ['money', '-$0.13', /has a sign/, money, cost],
  ['money', '$2', 'agrees', money, Rational.of(2)],
  ['money', '$2.00', 'agrees', money, Rational.of(2)],
  ['money', 'one cent', 'agrees', money, exactly('0.01')],
]

describe('a written number agrees with a figure at the precision that is written', () => {
  it.each(cases)('%s: %s, %s', (_, text, expected, format, value) => {
    if (typeof expected === 'string') expect(verdict(text, value, format)).toBe(expected)
    else expect(verdict(text, value, format)).toMatch(expected)
  })

  const formats: [string, Format][] = [
    ['count', count],
    ['tokens', tokens],
    ['confidence', confidence],
    ['mean confidence', meanConfidence],
    ['difference', confidenceDifference],
    ['share', share(54)],
    ['percent', percent(7)],
    ['points', percentagePoints(1000)],
    ['money', money],
  ]
  it.each(formats)('what is written for a figure agrees with it: %s', (_, format) => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 7n }),
        (a, b) => {
          const exact = Rational.of(format.signed || a > 0n ? a : -a, b)
          const value = format.decimals === 0 ? exact.round(0) : exact
          expect([value, verdict(writeFigure(value, format), value, format)]).toEqual([value, 'agrees'])
        },
      ),
    )
  })

  it.each(formats)('a number one step away does not: %s', (_, format) => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10_000_000 }), (units) => {
        const step = Rational.of(1, 10n ** BigInt(format.decimals))
        const value = step.times(Rational.of(units))
        const off = writeFigure(value.plus(step), format)
        expect(verdict(off, value, format)).toMatch(/disagrees/)
      }),
    )
  })
})

describe('a figure in the manner of a written number', () => {
  const manners: [string, Format, Rational, string][] = [
    ['fifty-three', count, Rational.of(54), 'fifty-four'],
    ['53', count, Rational.of(1054), '1,054'],
    ['142893', tokens, Rational.of(142_894), '142894'],
    ['142,893', tokens, Rational.of(142_894), '142,894'],
    ['nine times', count, Rational.of(8), 'eight times'],
    ['nine times', count, Rational.of(2), 'twice'],
    ['twice', count, Rational.of(3), 'three times'],
    ['twice', count, Rational.of(1), 'once'],
    ['9×', count, Rational.of(8), '8×'],
    ['9 times', count, Rational.of(8), '8 times'],
    ['none', count, Rational.of(3), 'three'],
    ['0.93', meanConfidence, exactly('0.9216'), '0.92'],
    ['0.930', meanConfidence, exactly('0.9216'), '0.922'],
    ['98 %', share(54), Rational.of(52, 54), '96 %'],
    ['98%', share(54), Rational.of(52, 54), '96%'],
    ['98.1 percent', share(54), Rational.of(52, 54), '96.3 percent'],
    ['0.98', share(54), Rational.of(52, 54), '0.96'],
    ['+1.9 percentage points', percentagePoints(54), exactly('-0.02'), '−2.0 percentage points'],
    ['-1.9 points', percentagePoints(54), exactly('-0.02'), '-2.0 points'],
    ['+2 points', percentagePoints(54), exactly('0.01'), '+1 point'],
    ['$0.13', money, exactly('0.14512'), '$0.15'],
    ['thirteen cents', money, exactly('0.14512'), 'fifteen cents'],
    ['thirteen cents', money, exactly('0.01'), 'one cent'],
    ['twelve', meanConfidence, exactly('0.93'), 'one'],
  ]
  it.each(manners)('%s', (text, format, value, expected) => {
    const written = parseWritten(text)
    expect(written && writeLike(written, value, format)).toBe(expected)
  })
})

describe('separators', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['142893', '142,893'],
    ['-1234567', '-1,234,567'],
    ['1234.56789', '1,234.56789'],
  ])('of %s', (digits, expected) => {
    expect(groupThousands(digits)).toBe(expected)
  })
})
