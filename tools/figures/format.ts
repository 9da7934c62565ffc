import { Rational } from './rational.ts'

/** What may stand beside a number's digits and says its unit. */
export type Mark = '' | '%' | 'points' | '$' | 'cents' | 'times'

/**
 * How a figure may be written. A figure's value is kept in the unit's base (a share of one, dollars); `marks` gives for
 * each mark that may stand beside it the power of ten between the base and what is written.
 */
export interface Format {
  unit:
    | 'count'
    | 'share'
    | 'percent'
    | 'percentage points'
    | 'confidence'
    | 'difference of confidences'
    | 'tokens'
    | 'money'
  marks: ReadonlyMap<Mark, number>
  /** True where the figure may be below zero and a sign may be written. */
  signed: boolean
  /** The most decimals, in the base unit, that the data behind the figure carry. */
  decimals: number
}

const plain: ReadonlyMap<Mark, number> = new Map([['', 0]])
const whole: ReadonlyMap<Mark, number> = new Map([
  ['', 0],
  ['times', 0],
])

/** A number of things. */
export const count: Format = { unit: 'count', marks: whole, signed: false, decimals: 0 }

/** A number of tokens. */
export const tokens: Format = { unit: 'tokens', marks: plain, signed: false, decimals: 0 }

/** US dollars, kept in dollars; `$0.13` and `thirteen cents` write the same value. Carried to hundredths of a cent. */
export const money: Format = {
  unit: 'money',
  marks: new Map([
    ['$', 0],
    ['cents', 2],
  ]),
  signed: false,
  decimals: 4,
}

/** One confidence, as a judge gave it: from 0 to 1 with two decimals. */
export const confidence: Format = { unit: 'confidence', marks: plain, signed: false, decimals: 2 }

/** A mean of confidences: carried to two decimals more than the confidences themselves. */
export const meanConfidence: Format = { ...confidence, decimals: 4 }

/** One mean of confidences less another. */
export const confidenceDifference: Format = {
  unit: 'difference of confidences',
  marks: plain,
  signed: true,
  decimals: 4,
}

/** A part of a whole of `size` things, written as `0.98` or `98 %`. Of n things, as many digits carry as n has. */
export function share(size: number): Format {
  return {
    unit: 'share',
    marks: new Map([
      ['', 0],
      ['%', 2],
    ]),
    signed: false,
    decimals: String(size).length + 1,
  }
}

/** A part of a whole of `size` things that is always written with its mark: `98 %`. */
export function percent(size: number): Format {
  return { ...share(size), unit: 'percent', marks: new Map([['%', 2]]) }
}

/** One share less another, written `+1.9 points`. */
export function percentagePoints(size: number): Format {
  return { ...share(size), unit: 'percentage points', marks: new Map([['points', 2]]), signed: true }
}

/** The value in the unit's usual form, to the decimals asked for or to all that the data carry. */
export function writeFigure(value: Rational, format: Format, decimals: number = format.decimals): string {
  const [mark = '', power = 0] =
    [...format.marks].find(([, power]) => power === 2 && format.unit !== 'money') ?? [...format.marks][0] ?? []
  const scaled = value.times(Rational.of(10n ** BigInt(power)))
  const rounded = scaled.round(Math.max(0, decimals - power))
  const number = groupThousands(rounded.size().toFixed(Math.max(0, decimals - power)))
  const sign = rounded.numerator < 0n ? '−' : format.signed && rounded.numerator > 0n ? '+' : ''
  if (mark === '$') return `${sign}$${number}`
  return mark === '' ? `${sign}${number}` : `${sign}${number} ${mark}`
}

/** `142893` becomes `142,893`; decimals and sign stay as they are. */
export function groupThousands(digits: string): string {
  return digits.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))
}
