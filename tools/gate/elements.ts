import { comparedCases } from '../eval/compared-case.ts'
import { labels } from '../eval/provenance.ts'
import { UserError } from '../user-error.ts'
import type { Facts } from './check.ts'
import type { QuotedElement } from './flat.ts'
import type { Page } from './page.ts'

/** The elements that prose may use without importing them. The site holds its components against this list. */
export const proseElements = [
  'CitationTable',
  'Claim',
  'Compare',
  'ControlsTable',
  'GraderTable',
  'Note',
  'Num',
  'OpenTable',
  'Prompt',
  'Reason',
  'Run',
  'Value',
  'VerdictGrid',
  'VerdictMark',
] as const

const known = new Set<string>(proseElements)

/**
 * The elements of a page that nothing can draw: one that nobody made, or one that names what the data do not hold.
 * Found here, each is said with its line; found while rendering, it would end the build with a stack.
 */
export function checkElements({ text, prose }: Page, facts: Facts): UserError[] {
  return prose.elements.flatMap((element) => complaintOf(element, text, facts) ?? [])
}

function complaintOf({ at, name, attributes }: QuotedElement, text: string, facts: Facts): UserError | undefined {
  const { measurement, figures } = facts
  const of = attributes.get('of') ?? ''
  if (!known.has(name) && !isImported(name, text)) {
    const problem = `no element is called <${name}>`
    return new UserError({ ...at, problem, expected: `one of ${proseElements.join(', ')}, or an import` })
  }
  if (name === 'Run' && !measurement.traces.some(({ trace }) => trace.id === of)) {
    const ids = measurement.traces.map(({ trace }) => trace.id)
    return new UserError({ ...at, problem: `there is no trace of the run ${of}`, expected: `one of ${ids.join(', ')}` })
  }
  if (name === 'Compare') {
    try {
      const [other, without] = [attributes.get('with'), attributes.get('without')]
      comparedCases(
        { of, with: other, without },
        measurement.traces.map(({ trace }) => trace),
      )
    } catch (error) {
      if (error instanceof UserError) return new UserError({ ...error.complaint, ...at })
      throw error
    }
  }
  if (name === 'Reason') {
    const repeat = attributes.get('repeat') ?? ''
    const published = measurement.calls.rows.filter(({ reason }) => reason !== null)
    if (published.some((row) => row.case === of && String(row.repeat) === repeat)) return undefined
    const problem = `no reason of ${of}, repeat ${repeat}, was published`
    return new UserError({
      ...at,
      problem,
      expected: published.map((row) => `${row.case}, repeat ${row.repeat}`).join('; '),
    })
  }
  if (name === 'Value' && !figures.get(of)?.computed)
    return new UserError({
      ...at,
      problem: `there is no value of the figure ${of}`,
      mend: 'npm run figures lists them',
    })
  const verdict = attributes.get('verdict') ?? ''
  if (name === 'VerdictMark' && !labels.some((label) => label === verdict))
    return new UserError({ ...at, problem: `no verdict is called ${verdict}`, expected: `one of ${labels.join(', ')}` })
  return undefined
}

function isImported(name: string, text: string): boolean {
  const [first = name] = name.split('.')
  return new RegExp(`^import\\s[^;'"]*\\b${first}\\b`, 'm').test(text)
}
