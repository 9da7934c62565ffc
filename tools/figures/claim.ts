import type { Source } from './figure.ts'
import type { Measurement } from './measurement.ts'
import { Rational } from './rational.ts'
import type { Selection } from './selection.ts'

/** Whether a claim holds, what the data say instead or in proof, and the rows that show it. */
export interface Finding {
  holds: boolean
  found: string
  rows: readonly Source[]
}

/**
 * A sentence's predicate over data. `numbers` says how many numbers the sentence states itself, outside `Num`: the
 * gate hands them over in the order in which they are written, so that they are checked as well.
 */
export interface Claim {
  says: string
  numbers: number
  check(measurement: Measurement, numbers: readonly Rational[]): Finding
}

type Pick<Row extends Source> = (measurement: Measurement) => Selection<Row>

type Holds<Row extends Source> = (row: Row, measurement: Measurement) => boolean

/** Something holds for every row, and there is at least one. The rows shown are those that break it. */
export function every<Row extends Source>(says: string, pick: Pick<Row>, holds: Holds<Row>): Claim {
  const breaks: Holds<Row> = (row, measurement) => !holds(row, measurement)
  return unbroken(says, pick, breaks, (broken, all) => `it holds for ${all - broken} of ${all}`)
}

/** Something holds for no row, and there is at least one. The rows shown are those for which it does. */
export function none<Row extends Source>(says: string, pick: Pick<Row>, holds: Holds<Row>): Claim {
  return unbroken(says, pick, holds, (holding, all) => `there are ${holding} among ${all}`)
}

/** No row breaks it, and there is at least one. */
function unbroken<Row extends Source>(
  says: string,
  pick: Pick<Row>,
  breaks: Holds<Row>,
  found: (broken: number, all: number) => string,
): Claim {
  return {
    says,
    numbers: 0,
    check(measurement) {
      const { rows } = pick(measurement)
      const broken = rows.filter((row) => breaks(row, measurement))
      return {
        holds: rows.length > 0 && broken.length === 0,
        found: found(broken.length, rows.length),
        rows: broken.length > 0 ? broken : rows,
      }
    },
  }
}

/** A named value that takes part in a comparison; it has none where no row is picked, and then no comparison holds. */
export interface Term {
  name: string
  value: Rational | undefined
  rows: readonly Source[]
}

/** Each term is more than the next: `a > b > c`. Equal terms break it. */
export function descending(says: string, terms: (measurement: Measurement) => readonly Term[]): Claim {
  return {
    says,
    numbers: 0,
    check(measurement) {
      const list = terms(measurement)
      const holds = list.every((term, index) => index === 0 || compare(list[index - 1], term) > 0)
      return { holds, found: describe(list), rows: list.flatMap(({ rows }) => rows) }
    },
  }
}

/** The first term is less than every other. A tie breaks it. */
export function lowest(says: string, terms: (measurement: Measurement) => readonly [Term, ...Term[]]): Claim {
  return {
    says,
    numbers: 0,
    check(measurement) {
      const [first, ...others] = terms(measurement)
      const holds = others.length > 0 && others.every((other) => compare(first, other) < 0)
      return { holds, found: describe([first, ...others]), rows: first.rows }
    },
  }
}

/** Two terms lie less than the sentence's own number apart. */
export function closerThan(says: string, terms: (measurement: Measurement) => readonly [Term, Term]): Claim {
  return {
    says,
    numbers: 1,
    check(measurement, [bound = Rational.of(0)]) {
      const [one, other] = terms(measurement)
      const apart = one.value && other.value && one.value.minus(other.value).size()
      const found = `${describe([one, other])}${apart ? `: ${apart.toFixed(6)} apart` : ''}`
      return { holds: apart !== undefined && apart.compare(bound) < 0, found, rows: [...one.rows, ...other.rows] }
    },
  }
}

/** Any other predicate, in one expression. */
export function claim(says: string, check: Claim['check'], numbers = 0): Claim {
  return { says, numbers, check }
}

/** As Rational's compare; not a number, and so never true of either side, where one of them has no value. */
function compare(one: Term | undefined, other: Term): number {
  return one?.value && other.value ? one.value.compare(other.value) : Number.NaN
}

function describe(terms: readonly Term[]): string {
  return terms.map(({ name, value }) => `${name} ${value?.toFixed(4) ?? 'has no rows'}`).join(', ')
}
