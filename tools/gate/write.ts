import { parseWritten, writeLike } from '../figures/written.ts'
import type { UserError } from '../user-error.ts'
import { checkNumber, type Facts } from './check.ts'
import type { QuotedNumber } from './flat.ts'
import { checkSources } from './gate.ts'
import { type Page, readPage } from './page.ts'
import type { Project } from './project.ts'

/**
 * The pages of a project with their numbers rewritten. The result is checked as a whole: what is left to disagree needs
 * a person, and then nothing is to be written.
 */
export function rewriteProject(project: Project): { rewritten: (Rewritten & { page: Page })[]; left: UserError[] } {
  const { facts } = checkSources(project)
  const rewritten = project.pages.map((page) => ({
    page,
    ...(facts ? rewriteNumbers(page, facts) : { text: page.text, changes: [] }),
  }))
  const pages = rewritten.map(({ page, text }) => (text === page.text ? page : readPage(text, page.file, page.kind)))
  return { rewritten, left: checkSources({ ...project, pages }).disagreements }
}

/** A page whose numbers were rewritten. */
export interface Rewritten {
  text: string
  /** What was changed, in the order of the file. */
  changes: { line: number | undefined; of: string; from: string; to: string }[]
}

/**
 * The page with each bound number that disagrees rewritten as the data have it, in the author's manner: the same
 * precision, words or digits, the same mark. Prose and claims are never touched, nor is a number that cannot be
 * rewritten in its manner: the check over the result still finds it.
 */
export function rewriteNumbers(page: Page, facts: Facts): Rewritten {
  const changes = page.prose.numbers.flatMap((quoted) => {
    const to = checkNumber(quoted, facts) && asComputed(quoted, page, facts)
    return to === undefined ? [] : [{ quoted, to }]
  })
  const text = changes
    .toSorted((one, other) => other.quoted.range.start - one.quoted.range.start)
    .reduce((rest, { quoted: { range }, to }) => rest.slice(0, range.start) + to + rest.slice(range.end), page.text)
  return {
    text,
    changes: changes.map(({ quoted: { at, of, written }, to }) => ({ line: at.line, of, from: written, to })),
  }
}

/** What should stand in the place of a number; undefined where it cannot stand there in the same manner. */
function asComputed({ at, of, written, range }: QuotedNumber, page: Page, facts: Facts): string | undefined {
  const number = parseWritten(written)
  const computed = facts.figures.get(of)?.computed
  // A number that the frontmatter escapes or folds does not stand in the file as it reads.
  if (!number || !computed || page.text.slice(range.start, range.end) !== written) return undefined
  const like = writeLike(number, computed.value, computed.format)
  const to = /^\p{Lu}/u.test(written) ? like.charAt(0).toUpperCase() + like.slice(1) : like
  const again = parseWritten(to)
  const isLike = again?.mark === number.mark && again.decimals === number.decimals && again.style === number.style
  return isLike && !checkNumber({ at, of, written: to }, facts) ? to : undefined
}
