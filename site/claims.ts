import { checkQuotedClaim } from '../tools/gate/check.ts'
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
  const claim = { at: { file: '' }, of, sentence: html }
  const complaint = checkQuotedClaim(claim, stated, { measurement, figures: new Map() })?.complaint
  return complaint && (complaint.expected ?? complaint.problem)
}
