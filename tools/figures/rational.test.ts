import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rational } from './rational.ts'

const whole = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })
const above = fc.bigInt({ min: 1n, max: 10n ** 12n })
const fraction = fc.tuple(whole, above)
const of = ([numerator, denominator]: [bigint, bigint]) => Rational.of(numerator, denominator)
/** Two fractions are one number where their cross products are one number. */
const same = (one: Rational, numerator: bigint, denominator: bigint) =>
  one.numerator * denominator === numerator * one.denominator

describe('exact arithmetic, against cross products of whole numbers', () => {
  it('adds, takes away, multiplies, divides and compares', () => {
    fc.assert(
      fc.property(fraction, fraction, (one, other) => {
        const [a, b] = one
        const [c, d] = other
        expect(same(of(one).plus(of(other)), a * d + c * b, b * d)).toBe(true)
        expect(same(of(one).minus(of(other)), a * d - c * b, b * d)).toBe(true)
        expect(same(of(one).times(of(other)), a * c, b * d)).toBe(true)
        if (c !== 0n) expect(same(of(one).over(of(other)), a * d, b * c)).toBe(true)
        expect(of(one).compare(of(other))).toBe(a * d < c * b ? -1 : a * d > c * b ? 1 : 0)
        expect(of(one).equals(of(other))).toBe(a * d === c * b)
      }),
    )
  })

  it('keeps lowest terms and a denominator above zero, so that one number has one form', () => {
    fc.assert(
      fc.property(fraction, above, fc.boolean(), ([a, b], factor, negative) => {
        const by = negative ? -factor : factor
        expect(Rational.of(a * by, b * by)).toEqual(Rational.of(a, b))
        expect(Rational.of(a, b).denominator > 0n).toBe(true)
      }),
    )
    expect(Rational.of(0, -7)).toEqual(Rational.of(0))
  })

  it('has no fraction over zero, and no number that is not whole', () => {
    expect(() => Rational.of(1, 0)).toThrow(RangeError)
    expect(() => Rational.of(1).over(Rational.of(0))).toThrow(RangeError)
    expect(() => Rational.of(0.5)).toThrow(RangeError)
  })
})

describe('rounding', () => {
  it('goes to the nearest number, and half way between two away from zero', () => {
    fc.assert(
      fc.property(fraction, fc.integer({ min: 0, max: 8 }), (parts, decimals) => {
        const exact = of(parts)
        const rounded = exact.round(decimals)
        const step = Rational.of(1, 10n ** BigInt(decimals))
        const off = exact.minus(rounded).size().times(Rational.of(2))
        // No further off than half a step; where it is exactly half, on the far side from zero.
        expect(off.compare(step)).toBeLessThanOrEqual(0)
        if (off.equals(step)) expect(rounded.size().compare(exact.size())).toBe(1)
        expect(rounded.over(step).denominator).toBe(1n)
      }),
    )
  })

  const ties: [string, number, string][] = [
    ['0.5', 0, '1'],
    ['1.5', 0, '2'],
    ['2.5', 0, '3'],
    ['-0.5', 0, '-1'],
    ['-2.5', 0, '-3'],
    ['0.49999999999999999999', 0, '0'],
    ['-0.4', 0, '0'],
    ['0.125', 2, '0.13'],
    ['-0.125', 2, '-0.13'],
    // Binary floats get these wrong: (1.005).toFixed(2) is 1.00, (8.345).toFixed(2) is 8.35 by luck.
    ['1.005', 2, '1.01'],
    ['0.835', 2, '0.84'],
    ['0.9350', 2, '0.94'],
    ['0', 2, '0.00'],
    ['1', 2, '1.00'],
    ['-1', 0, '-1'],
    ['-0.001', 2, '0.00'],
    ['999.995', 2, '1000.00'],
    ['142893', 0, '142893'],
  ]
  it.each(ties)('%s to %i decimals is %s', (decimal, decimals, expected) => {
    expect(Rational.parse(decimal)?.toFixed(decimals)).toBe(expected)
  })
})

describe('decimals', () => {
  it('read back as they were written', () => {
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 12 }), (units, decimals) => {
        const exact = Rational.of(units, 10n ** BigInt(decimals))
        expect(Rational.parse(exact.toFixed(decimals))).toEqual(exact)
      }),
    )
  })

  it.each(['', '.', '1.', '.5', '1e3', '+1', '--1', '1,000', ' 1', '1 ', 'NaN', 'Infinity', '٣', '1.2.3', '−1'])(
    'refuse %j',
    (text) => {
      expect(Rational.parse(text)).toBeUndefined()
    },
  )
})
