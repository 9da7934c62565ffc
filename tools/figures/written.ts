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
  style: 'digits' | 'words'
  sign: '' | '+' | '−' | '-'
}

const marks: readonly (readonly [RegExp, Mark])[] = [
  [/^\$/, '$'],
  [/\s?%$/, '%'],
  [/ percent$/, '%'],
  [/ (percentage )?points?$/, 'points'],
  [/ cents?$/, 'cents'],
  [/( times|\s?×)$/, 'times'],
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
  for (const [pattern, name] of marks) {
    if (!pattern.test(rest)) continue
    rest = rest.replace(pattern, '')
    mark = name
    break
  }
  if (rest === 'once' || rest === 'twice') [rest, mark] = [rest === 'once' ? 'one' : 'two', 'times']
  const digits = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(rest)
  const value = digits ? Rational.parse(rest.replaceAll(',', '')) : asRational(fromWords(rest))
  if (!value) return undefined
  return {
    value: sign === '-' || sign === '−' ? Rational.of(0).minus(value) : value,
    decimals: digits?.[2]?.length ?? 0,
    mark,
    style: digits ? 'digits' : 'words',
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
  if (written.decimals > Math.max(0, format.decimals - power)) {
    const carried = writeFigure(value, format)
    return { reason: `has more decimals than the data carry (${format.unit}: ${format.decimals})`, expected: carried }
  }
  const rounded = value.times(Rational.of(10n ** BigInt(power))).round(written.decimals)
  if (written.sign !== '' && !format.signed) {
    return { reason: `has a sign, and ${article(format.unit)} has none`, expected: writeLike(written, value, format) }
  }
  if (written.sign !== '' && rounded.numerator === 0n) {
    return { reason: 'has a sign, and the figure is zero', expected: writeLike(written, value, format) }
  }
  if (!rounded.equals(written.value))
    return { reason: 'disagrees with the data', expected: writeLike(written, value, format) }
  return undefined
}

/** The figure's value in the manner of a written number: its decimals, mark, separators, words or digits. */
export function writeLike(written: Written, value: Rational, format: Format): string {
  const power = format.marks.get(written.mark)
  if (power === undefined) return writeFigure(value, format)
  const decimals = Math.min(written.decimals, Math.max(0, format.decimals - power))
  const rounded = value.times(Rational.of(10n ** BigInt(power))).round(decimals)
  const below = rounded.numerator < 0n
  const number =
    written.style === 'words' && decimals === 0 && rounded.size().numerator < 1_000_000_000n
      ? toWords(Number(rounded.size().numerator))
      : groupThousands(rounded.size().toFixed(decimals))
  const sign = below ? '−' : format.signed && written.sign === '+' && rounded.numerator > 0n ? '+' : ''
  if (written.mark === '$') return `${sign}$${number}`
  return `${sign}${number}${written.mark === '' ? '' : ` ${written.mark}`}`
}

function article(unit: string): string {
  return unit === 'tokens' || unit === 'money' || unit.startsWith('percent') ? unit : `a ${unit}`
}
