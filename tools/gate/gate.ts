import { computeFigures } from '../figures/compute.ts'
import { UserError } from '../user-error.ts'
import { checkPage, type Facts } from './check.ts'
import { counted, type Floor, files, type Project } from './project.ts'

/** What the gate found: every disagreement, and what it looked at. */
export interface Verdict {
  disagreements: UserError[]
  checked: Floor
  facts: Facts | undefined
}

/**
 * The first check: the prose of every page, as it is written, against figures computed from the data files.
 * It looks at everything before it says anything.
 */
export function checkSources({ measurement, pages, floor, unread, errors }: Project): Verdict {
  const facts = measurement && { measurement, figures: computeFigures(measurement) }
  const results = facts ? pages.map((page) => checkPage(page, facts)) : []
  const total = (key: 'numbers' | 'claims' | 'literals') => results.reduce((sum, { counts }) => sum + counts[key], 0)
  const checked: Floor = {
    posts: pages.filter(({ kind }) => kind === 'post').length,
    pages: pages.filter(({ kind }) => kind === 'page').length,
    rows: measurement?.calls.size ?? 0,
    figures: facts?.figures.size ?? 0,
    numbers: total('numbers'),
    claims: total('claims'),
    literals: total('literals'),
  }
  const disagreements = [...unread, ...errors, ...results.flatMap((result) => result.disagreements)]
  // Where something could not be read, the counts fall short because of it, and saying so again would be noise.
  if (floor && unread.length === 0) disagreements.push(...shortfalls(checked, floor))
  return { disagreements, checked, facts }
}

function shortfalls(checked: Floor, floor: Floor): UserError[] {
  return counted.flatMap((what) => {
    const met = checked[what]
    const least = floor[what]
    if (met >= least) return []
    return [
      new UserError({
        file: files.floor,
        problem: `the gate met fewer ${what} than are committed`,
        found: String(met),
        expected: `at least ${least}`,
        mend: 'restore what is missing; where it was taken out on purpose, write the new count here',
      }),
    ]
  })
}

/** What of the floor lies below what was met, so that its loss would not be noticed; undefined where nothing does. */
export function raiseLine(checked: Floor, floor: Floor | undefined): string | undefined {
  const low = floor ? counted.filter((what) => checked[what] > floor[what]) : []
  if (low.length === 0) return undefined
  return `${files.floor} holds less than was met: raise ${low.map((what) => `${what} to ${checked[what]}`).join(', ')}`
}

/** What was checked, in one line: `1 post, 90 rows, 71 numbers, 14 claims, 5 literals`. */
export function checkedLine({ posts, pages, rows, figures, numbers, claims, literals }: Floor): string {
  const many = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`
  return [
    many(posts, 'post'),
    many(pages, 'page'),
    many(rows, 'row'),
    many(figures, 'figure'),
    many(numbers, 'number'),
    many(claims, 'claim'),
    many(literals, 'literal'),
  ].join(', ')
}

/** The report: every disagreement, and how many there are. */
export function report(title: string, disagreements: readonly UserError[]): string {
  const count = disagreements.length === 1 ? '1 disagreement' : `${disagreements.length} disagreements`
  return [`${title}: ${count}`, ...disagreements.map(({ message }) => message)].join('\n\n')
}
