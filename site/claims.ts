import { checkClaim } from '../tools/figures/compute.ts'
import { parseWritten } from '../tools/figures/written.ts'
import { statedNumbers } from '../tools/gate/html.ts'
import { readProject } from '../tools/gate/project.ts'

/**
 * In `astro dev`, what the data say where a sentence's claim does not hold; undefined where it holds, and in a build,
 * which the gate has passed before a page is rendered.
 */
export function claimDisagreement(of: string, html: string): string | undefined {
  if (!import.meta.env.DEV) return undefined
  const { measurement, pages } = readProject(process.cwd())
  if (!measurement) return 'the data files cannot be read'
  const literals = pages.flatMap((page) => page.literals.map(({ text }) => text))
  const stated = statedNumbers(html, { texts: [], literals, days: [] }, measurement)
  const numbers = stated.map((text) => parseWritten(text)?.value).filter((value) => value !== undefined)
  const finding = checkClaim(of, measurement, numbers)
  if (!finding) return `no claim is called ${of}`
  return finding.holds ? undefined : finding.found
}
