import type { Finding } from './claim.ts'
import { claims } from './claims.ts'
import { figures } from './definitions.ts'
import type { Computed } from './figure.ts'
import type { Measurement } from './measurement.ts'
import type { Rational } from './rational.ts'

/** A figure with its id, its plain words and its value; without a value where no row is picked. */
export interface NamedFigure {
  id: string
  says: string
  computed: Computed | undefined
}

/** Computes every figure, in the order in which they are defined. */
export function computeFigures(measurement: Measurement): ReadonlyMap<string, NamedFigure> {
  return new Map(
    Object.entries(figures).map(([id, { says, compute }]) => [id, { id, says, computed: compute(measurement) }]),
  )
}

/** What the data say of a claim, with the numbers that its sentence states. Undefined where no claim has this id. */
export function checkClaim(id: string, measurement: Measurement, numbers: readonly Rational[]): Finding | undefined {
  const claim = Object.hasOwn(claims, id) ? claims[id] : undefined
  if (!claim) return undefined
  if (numbers.length !== claim.numbers) {
    const states = (count: number) => `${count} number${count === 1 ? '' : 's'} outside Num`
    return {
      holds: false,
      found: `its sentence states ${states(numbers.length)}, and it takes ${claim.numbers}`,
      rows: [],
    }
  }
  return claim.check(measurement, numbers)
}
