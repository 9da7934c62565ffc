/**
 * An exact fraction in lowest terms. Figures are kept as fractions until they are written, so that no binary
 * floating-point number stands between a file and a sentence.
 */
export class Rational {
  readonly numerator: bigint
  /** Always above zero. */
  readonly denominator: bigint

  private constructor(numerator: bigint, denominator: bigint) {
    this.numerator = numerator
    this.denominator = denominator
  }

  /** A fraction of two whole numbers. Raises where the denominator is zero. */
  static of(numerator: bigint | number, denominator: bigint | number = 1n): Rational {
    let above = BigInt(numerator)
    let below = BigInt(denominator)
    if (below === 0n) throw new RangeError('a fraction over zero')
    if (below < 0n) [above, below] = [-above, -below]
    const divisor = greatestCommonDivisor(above < 0n ? -above : above, below)
    return new Rational(above / divisor, below / divisor)
  }

  /** Reads `12`, `-0.25` or `0.9283` exactly; undefined for any other text. */
  static parse(decimal: string): Rational | undefined {
    const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal)
    if (!parts) return undefined
    const [, sign, whole = '', fraction = ''] = parts
    const size = Rational.of(BigInt(whole + fraction), 10n ** BigInt(fraction.length))
    return sign ? size.times(Rational.of(-1)) : size
  }

  plus(other: Rational): Rational {
    return Rational.of(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    )
  }

  minus(other: Rational): Rational {
    return this.plus(other.times(Rational.of(-1)))
  }

  times(other: Rational): Rational {
    return Rational.of(this.numerator * other.numerator, this.denominator * other.denominator)
  }

  over(other: Rational): Rational {
    return Rational.of(this.numerator * other.denominator, this.denominator * other.numerator)
  }

  /** Below zero, zero or above zero, as this is less than, equal to or more than the other. */
  compare(other: Rational): number {
    const difference = this.numerator * other.denominator - other.numerator * this.denominator
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  }

  equals(other: Rational): boolean {
    return this.compare(other) === 0
  }

  size(): Rational {
    return this.numerator < 0n ? this.times(Rational.of(-1)) : this
  }

  /** The nearest number with that many decimals; a number half way between two goes away from zero. */
  round(decimals: number): Rational {
    const scale = 10n ** BigInt(decimals)
    const { numerator, denominator } = this.size()
    const scaled = (2n * numerator * scale + denominator) / (2n * denominator)
    return Rational.of(this.numerator < 0n ? -scaled : scaled, scale)
  }

  /** Rounded and written in plain digits, with `-` before a number below zero. */
  toFixed(decimals: number): string {
    const scale = 10n ** BigInt(decimals)
    const rounded = this.round(decimals)
    const { numerator, denominator } = rounded.size()
    const digits = String((numerator * scale) / denominator).padStart(decimals + 1, '0')
    const written = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    return rounded.numerator < 0n ? `-${written}` : written
  }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a === 0n ? 1n : a
}
