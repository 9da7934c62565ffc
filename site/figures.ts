import { getEntry } from 'astro:content'
import type { Format } from '../tools/figures/format.ts'
import { Rational } from '../tools/figures/rational.ts'

/** A figure of the collection with its value as a fraction again; no value where no row was picked. */
export interface StoredFigure {
  id: string
  says: string
  computed: { value: Rational; format: Format } | undefined
  behind: string | undefined
}

/** The figure with this id; undefined where none has it. */
export async function figureOf(id: string): Promise<StoredFigure | undefined> {
  const entry = await getEntry('figures', id)
  if (!entry) return undefined
  const { says, value, format, behind } = entry.data
  const computed = value &&
    format && {
      value: Rational.of(BigInt(value.numerator), BigInt(value.denominator)),
      format: { ...format, marks: new Map(format.marks) },
    }
  return { id, says, computed, behind }
}
