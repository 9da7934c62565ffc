import type { Place } from '../user-error.ts'
import { type Format, meanConfidence, share as shareFormat, tokens as tokensFormat, count as whole } from './format.ts'
import type { Measurement } from './measurement.ts'
import { Rational } from './rational.ts'
import type { Selection } from './selection.ts'

/** Where a value comes from: a line of a file, or a file as a whole. */
export interface Source {
  readonly at: Place
}

/** A figure's value, how it may be written, and the rows it was computed from. */
export interface Computed {
  value: Rational
  format: Format
  rows: readonly Source[]
}

/**
 * A named value: what it is in plain words, and how it is computed from the measurement.
 * There is no value where it is a mean, a least or a share of no rows.
 */
export interface Figure {
  says: string
  compute(measurement: Measurement): Computed | undefined
}

type Pick<Row extends Source> = (measurement: Measurement) => Selection<Row>

/** How many rows there are. */
export function count<Row extends Source>(says: string, pick: Pick<Row>): Figure {
  return {
    says,
    compute(measurement) {
      const { rows } = pick(measurement)
      return { value: Rational.of(rows.length), format: whole, rows }
    },
  }
}

/** How many different values a key takes over the rows. */
export function distinct<Row extends Source>(
  says: string,
  pick: Pick<Row>,
  key: (row: Row) => string | number,
): Figure {
  return {
    says,
    compute(measurement) {
      const picked = pick(measurement)
      return { value: Rational.of(picked.distinct(key)), format: whole, rows: picked.rows }
    },
  }
}

/** The sum of a whole number of tokens over the rows; no value where the tokens of a row are not known. */
export function sumOfTokens<Row extends Source>(
  says: string,
  pick: Pick<Row>,
  tokens: (row: Row) => number | null,
): Figure {
  return {
    says,
    compute(measurement) {
      const { rows } = pick(measurement)
      const total = exactSum(rows, tokens)
      return total === undefined ? undefined : { value: Rational.of(total), format: tokensFormat, rows }
    },
  }
}

/** The mean of an integer of hundredths over the rows. */
export function mean<Row extends Source>(says: string, pick: Pick<Row>, hundredths: (row: Row) => number): Figure {
  return {
    says,
    compute(measurement) {
      const { rows } = pick(measurement)
      return rows.length === 0 ? undefined : { value: meanOf(rows, hundredths), format: meanConfidence, rows }
    },
  }
}

/** The least of an integer of hundredths over the rows; behind it stand the rows that have it. */
export function least<Row extends Source>(
  says: string,
  pick: Pick<Row>,
  hundredths: (row: Row) => number,
  format: Format,
): Figure {
  return {
    says,
    compute(measurement) {
      const { rows } = pick(measurement)
      if (rows.length === 0) return undefined
      const lowest = rows.reduce((low, row) => Math.min(low, hundredths(row)), Number.POSITIVE_INFINITY)
      return { value: Rational.of(lowest, 100), format, rows: rows.filter((row) => hundredths(row) === lowest) }
    },
  }
}

/** The part of the rows for which something holds. */
export function share<Row extends Source>(says: string, pick: Pick<Row>, holds: (row: Row) => boolean): Figure {
  return {
    says,
    compute(measurement) {
      const picked = pick(measurement)
      if (picked.size === 0) return undefined
      const part = picked.where(holds)
      return { value: Rational.of(part.size, picked.size), format: shareFormat(picked.size), rows: picked.rows }
    },
  }
}

/** Any other value, computed in one expression. */
export function value(
  says: string,
  format: Format,
  compute: (measurement: Measurement) => { value: Rational; rows: readonly Source[] } | undefined,
): Figure {
  return {
    says,
    compute(measurement) {
      const computed = compute(measurement)
      return computed && { ...computed, format }
    },
  }
}

/** The exact mean of an integer of hundredths, as a number from 0 to 1. Raises where there are no rows. */
export function meanOf<Row>(rows: readonly Row[], hundredths: (row: Row) => number): Rational {
  if (rows.length === 0) throw new RangeError('a mean of no rows')
  return Rational.of(sum(rows, hundredths), rows.length * 100)
}

function sum<Row>(rows: readonly Row[], hundredths: (row: Row) => number): number {
  return rows.reduce((total, row) => total + hundredths(row), 0)
}

/** The exact sum of whole numbers of at most fifteen digits, however many; none where one of them is not known. */
export function exactSum<Row>(rows: readonly Row[], integer: (row: Row) => number | null): bigint | undefined {
  let total = 0n
  // A binary number is exact up to nine times this bound, and adding those is what is fast.
  let safe = 0
  for (const row of rows) {
    const value = integer(row)
    if (value === null) return undefined
    safe += value
    if (safe < 1e15) continue
    total += BigInt(safe)
    safe = 0
  }
  return total + BigInt(safe)
}
