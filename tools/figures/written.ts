import { type Format, groupThousands, type Mark, writeFigure } from './format.ts'
import { Rational } from './rational.ts'
import { fromWords, toWords } from './words.ts'

/** A number as an author wrote it. */
export interface Written {
  /** The number itself, not yet in the unit's base: 13 for `thirteen cents`. */
  value: Rational
  /** How many decimals are written. */
  decimals: number
  mark: Mark
  /** The mark as it is written, with the space before it: ` %`, ` percentage points`. */
  unit: string
  style: 'digits' | 'words'
  /** False for four digits and more without a separator: `142893`. */
  grouped: boolean
  sign: '' | '+' | '−' | '-'
}

const marks: readonly (readonly [RegExp, Mark])[] = [
  [/^\$/, '$'],
  [/\s?%$/, '%'],
  [/ percent$/, '%'],
  [/ (percentage )?points?$/, 'points'],
  [/ cents?$/, 'cents'],
  [/( times?|\s?×)$/, 'times'],
]

/**
 * Reads a number with its sign, its unit's mark and its separators: `142,893`, `98 %`, `$0.13`, `thirteen cents`,
 * `thirty-six`, `nine times`. Undefined where the text is no such number.
 */
export function parseWritten(text: string): Written | undefined {
  let rest = text.trim().replace(/\s+/g, ' ').toLowerCase()
  const sign = /^[+−-]/.exec(rest)?.[0] ?? ''
  rest = rest.slice(sign.length)
  let mark: Mark = ''
  let unit = ''
  for (const [pattern, name] of marks) {
    const found = pattern.exec(rest)
    if (!found) continue
    rest = rest.replace(pattern, '')
    ;[mark, unit] = [name, found[0]]
    break
  }
  if (rest === 'once' || rest === 'twice') [rest, mark] = [rest === 'once' ? 'one' : 'two', 'times']
  const digits = /^(0|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d*)(?:\.(\d+))?$/.exec(rest)
  const value = digits ? Rational.parse(rest.replaceAll(',', '')) : asRational(fromWords(rest))
  if (!value) return undefined
  return {
    value: sign === '-' || sign === '−' ? Rational.of(0).minus(value) : value,
    decimals: digits?.[2]?.length ?? 0,
    mark,
    unit,
    style: digits ? 'digits' : 'words',
    grouped: !/^\d{4}/.test(rest),
    sign: sign === '' || sign === '+' || sign === '−' ? sign : '-',
  }
}

function asRational(value: number | undefined): Rational | undefined {
  return value === undefined ? undefined : Rational.of(value)
}

/** Why a written number does not say what a figure is: a sentence that ends in what should stand there. */
export type Refusal = { reason: string; expected: string }

/** Compares at the precision written. Undefined where the number agrees with the figure. */
export function disagreement(written: Written, value: Rational, format: Format): Refusal | undefined {
  const power = format.marks.get(written.mark)
  if (power === undefined) {
    const wrong = written.mark === '' ? 'has no unit' : `is written with "${written.mark}"`
    return { reason: `${wrong}, and the figure is ${article(format.unit)}`, expected: writeFigure(value, format) }
  }
  const carried = Math.max(0, format.decimals - power)
  if (written.decimals > carried) {
    const expected = writeFigure(value, format)
    return { reason: `has more decimals than the data carry (${format.unit}: ${format.decimals})`, expected }
  }
  const scaled = value.times(Rational.of(10n ** BigInt(power)))
  const rounded = scaled.round(written.decimals)
  if (written.sign !== '' && !format.signed) {
    return { reason: `has a sign, and ${article(format.unit)} has none`, expected: writeLike(written, value, format) }
  }
  if (written.sign !== '' && rounded.numerator === 0n) {
    return { reason: 'has a sign, and the figure is zero', expected: writeLike(written, value, format) }
  }
  if (!rounded.equals(written.value))
    return { reason: 'disagrees with the data', expected: writeLike(written, value, format) }
  const bound = boundOf(format, power)
  if (written.decimals < carried && !rounded.equals(scaled) && bound.some((end) => rounded.equals(end))) {
    const reason = `is rounded to ${rounded.toFixed(0)}, which says more than the figure does`
    return { reason, expected: writeFigure(value, format) }
  }
  return undefined
}

/**
 * The values that say something of a kind of their own, so that nothing is rounded to them while the data carry more:
 * nothing at all, and for a part of one the whole. A mean confidence of 0.93 is not 1, and 99.6 % is not 100 %.
 */
function boundOf({ unit }: Format, power: number): readonly Rational[] {
  const whole = unit === 'confidence' || unit === 'share' || unit === 'percent'
  return [Rational.of(0), ...(whole ? [Rational.of(10n ** BigInt(power))] : [])]
}

/** The figure's value in the manner of a written number: its decimals, mark, separators, words or digits. */
export function writeLike(written: Written, value: Rational, format: Format): string {
  const power = format.marks.get(written.mark)
  if (power === undefined) return writeFigure(value, format)
  const decimals = Math.min(written.decimals, Math.max(0, format.decimals - power))
  const rounded = value.times(Rational.of(10n ** BigInt(power))).round(decimals)
  const size = rounded.size()
  const inWords = written.style === 'words' && decimals === 0 && size.numerator < 1_000_000_000n
  const digits = written.grouped ? groupThousands(size.toFixed(decimals)) : size.toFixed(decimals)
  const number = inWords ? toWords(Number(size.numerator)) : digits
  const below = written.sign === '-' ? '-' : '−'
  const sign = rounded.numerator < 0n ? below : format.signed && written.sign === '+' && size.numerator > 0n ? '+' : ''
  if (written.mark === '$') return `${sign}$${number}`
  if (written.mark === 'times' && inWords && sign === '' && size.numerator <= 2n && size.numerator > 0n)
    return size.numerator === 1n ? 'once' : 'twice'
  return `${sign}${number}${unitOf(written, size)}`
}

/** The mark as it was written, with the plural that the number takes. */
function unitOf({ mark, unit }: Written, size: Rational): string {
  const written = unit === '' && mark === 'times' ? ' times' : unit
  const ending = size.equals(Rational.of(1)) ? '' : 's'
  return written.replace(/ (point|cent|time)s?$/, (_, word: string) => ` ${word}${ending}`)
}

function article(unit: string): string {
  return unit === 'tokens' || unit === 'money' || unit.startsWith('percent') ? unit : `a ${unit}`
}
