import { computeFigures } from '../../figures/compute.ts'
import { type MeasurementFiles, measure } from '../../figures/measurement.ts'
import { publishedFiles } from '../../figures/testing/published.ts'
import type { Facts } from '../check.ts'

/** The published measurement as the gate has it, or one whose files were changed in memory. */
export function factsOf(files: MeasurementFiles = publishedFiles()): Facts {
  const measurement = measure(files)
  return { measurement, figures: computeFigures(measurement) }
}
