import type { Place } from '../user-error.ts'
import { type Format, meanConfidence, share as shareFormat, tokens as tokensFormat, count as whole } from './format.ts'
import type { Measurement } from './measurement.ts'
import { Rational } from './rational.ts'
import type { Selection } from './selection.ts'

/** Where a value comes from: a line of a file, or a file as a whole. */
export interface Source {
  readonly at: Place
}

/** What a value was computed from: a selection, whose rows are put together when somebody asks for them. */
interface Picked {
  readonly rows: readonly Source[]
}

/** A figure's value, how it may be written, and what it was computed from. */
export interface Computed {
  value: Rational
  format: Format
  from: Picked
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
      const picked = pick(measurement)
      return { value: Rational.of(picked.size), format: whole, from: picked }
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
      return { value: Rational.of(picked.distinct(key)), format: whole, from: picked }
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
      const picked = pick(measurement)
      const total = picked.sum(tokens)
      return total === undefined ? undefined : { value: Rational.of(total), format: tokensFormat, from: picked }
    },
  }
}

/** The mean of an integer of hundredths over the rows. */
export function mean<Row extends Source>(says: string, pick: Pick<Row>, hundredths: (row: Row) => number): Figure {
  return {
    says,
    compute(measurement) {
      const picked = pick(measurement)
      const value = meanOf(picked, hundredths)
      return value && { value, format: meanConfidence, from: picked }
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
      const picked = pick(measurement)
      if (picked.size === 0) return undefined
      let lowest = Number.POSITIVE_INFINITY
      picked.each((row) => {
        lowest = Math.min(lowest, hundredths(row))
      })
      return { value: Rational.of(lowest, 100), format, from: picked.where((row) => hundredths(row) === lowest) }
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
      const part = Rational.of(picked.where(holds).size, picked.size)
      return { value: part, format: shareFormat(picked.size), from: picked }
    },
  }
}

/** Any other value, computed in one expression. */
export function value(
  says: string,
  format: Format,
  compute: (measurement: Measurement) => Omit<Computed, 'format'> | undefined,
): Figure {
  return {
    says,
    compute(measurement) {
      const computed = compute(measurement)
      return computed && { ...computed, format }
    },
  }
}

/** The exact mean of an integer of hundredths, as a number from 0 to 1; none where there are no rows. */
export function meanOf<Row extends Source>(
  picked: Selection<Row>,
  hundredths: (row: Row) => number,
): Rational | undefined {
  const total = picked.sum(hundredths)
  return picked.size === 0 || total === undefined ? undefined : Rational.of(total, picked.size * 100)
}
