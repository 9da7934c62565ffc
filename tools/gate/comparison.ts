import type { Element, Nodes, Text } from 'hast'
import { comparedCases } from '../eval/compared-case.ts'
import { comparisonText, printedTexts } from '../eval/comparison-text.ts'
import { type Place, UserError } from '../user-error.ts'
import { checkAttributes } from './attributes.ts'
import type { Facts } from './check.ts'
import { recordedText } from './run.ts'
import type { Allowed } from './surfaces.ts'

/** Elements that hold the texts of a comparison; in the second ones stands what is recorded, which counts with its spaces. */
const printing = new Set(['caption', 'th', 'p', 'summary', 'code', 'li'])
const exact = new Set(['code', 'li'])

/**
 * Checks two runs side by side as the page shows them: the comparison is made anew from the traces, and every text of
 * it (recorded, counted or said) must stand on the page as it is, in its order, and nothing else with it.
 */
export function checkComparison(
  figure: Element,
  asked: string,
  { measurement }: Facts,
  allowed: Allowed,
  at: Place,
): UserError[] {
  const [of = '', how = '', what] = asked.split(' ')
  const traces = measurement.traces.map(({ trace }) => trace)
  const placeOf = ({ position }: Nodes): Place => ({
    ...at,
    line: position?.start.line ?? at.line,
    column: position?.start.column ?? at.column,
  })
  try {
    const expected = printedTexts(comparisonText(...comparedCases({ of, [how]: what }, traces)))
    const { leaves, stray } = textsOf(figure)
    const others = stray.map((text) => {
      const problem = `a text stands in the comparison of ${asked} that is none of it`
      return new UserError({ ...placeOf(text), problem, found: text.value.trim() })
    })
    const said = elementsOf(figure).flatMap((element) => checkAttributes(element, placeOf(element), allowed))
    return [...differences(leaves, expected, asked, placeOf, at), ...others, ...said]
  } catch (error) {
    if (error instanceof UserError) return [new UserError({ ...error.complaint, ...at })]
    throw error
  }
}

/** Every text that is another one; where one is missing or too many, only the first, since all after it are shifted. */
function differences(
  leaves: readonly Element[],
  expected: readonly string[],
  asked: string,
  placeOf: (node: Nodes) => Place,
  at: Place,
): UserError[] {
  const longer = leaves.length > expected.length ? leaves : expected
  const found = [...longer.keys()].flatMap((index) => {
    const leaf = leaves[index]
    const shown = leaf && shownBy(leaf)
    if (shown === expected[index]) return []
    const problem = `the comparison of ${asked} shows another text than its traces give`
    const where = leaf ? placeOf(leaf) : at
    return [new UserError({ ...where, problem, found: shown ?? 'nothing', expected: expected[index] ?? 'nothing' })]
  })
  return leaves.length === expected.length ? found : found.slice(0, 1)
}

/** The elements that print, and what text stands between them. */
function textsOf({ children }: Element): { leaves: Element[]; stray: Text[] } {
  const parts = children.map((child) => {
    if (child.type === 'text') return { leaves: [], stray: child.value.trim() === '' ? [] : [child] }
    if (child.type !== 'element') return { leaves: [], stray: [] }
    return printing.has(child.tagName) ? { leaves: [child], stray: [] } : textsOf(child)
  })
  return { leaves: parts.flatMap(({ leaves }) => leaves), stray: parts.flatMap(({ stray }) => stray) }
}

/** All elements below one, without the marks of odd characters: they are a part of the recorded text. */
function elementsOf({ children }: Element): Element[] {
  return children.flatMap((child) =>
    child.type !== 'element' || 'dataOdd' in child.properties ? [] : [child, ...elementsOf(child)],
  )
}

function shownBy(leaf: Element): string {
  const text = recordedText(leaf)
  return exact.has(leaf.tagName) ? text : text.replace(/\s+/g, ' ').trim()
}
