import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type * as z from 'zod'
import { type Place, UserError } from '../user-error.ts'
import type { Prose } from './flat.ts'
import { type Literal, type PageFrontmatter, pageFrontmatter, postFrontmatter } from './frontmatter.ts'
import { placesIn } from './positions.ts'
import { plainText, readLine, readProse } from './prose.ts'

/** A page of prose: a post, or a page of the site that is written like one. */
export interface Page {
  file: string
  kind: 'post' | 'page'
  text: string
  title: string
  /** The summary as a reader sees it. */
  summary: string
  published: Date | undefined
  literals: (Literal & { at: Place })[]
  /** What the title, the summary and the body hold, in this order. */
  prose: Prose
}

/**
 * Reads a page from the text of its MDX file.
 * Raises a UserError with its line where the frontmatter or the MDX is not in its form.
 */
export function readPage(text: string, file: string, kind: Page['kind']): Page {
  const place = placesIn(text, file)
  const opening = /^\uFEFF?---\r?\n/.exec(text)?.[0].length
  const closing = opening === undefined ? -1 : text.indexOf('\n---', opening - 1)
  if (opening === undefined || closing === -1) {
    throw new UserError({
      file,
      line: 1,
      problem: 'has no frontmatter',
      expected: '--- and the lines title and summary',
    })
  }
  const yaml = parseDocument(text.slice(opening, closing + 1), { customTags: ['timestamp'] })
  const [fault] = yaml.errors
  if (fault) {
    const problem = 'has frontmatter that is no YAML'
    // Its own place counts from the first line of the frontmatter, and ours from that of the file.
    const found = fault.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '')
    throw new UserError({ ...place(fault.pos[0] + opening), problem, found })
  }

  /** Where a value stands; where it is missing, what it is missing from. */
  const placeOf = (path: readonly PropertyKey[]): Place => {
    const node = path.length === 0 ? yaml.contents : yaml.getIn(path, true)
    if (node === undefined && path.length > 0) return placeOf(path.slice(0, -1))
    const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined
    return place((range?.[0] ?? 0) + opening)
  }
  const schema: z.ZodType<PageFrontmatter & { published?: Date }> = kind === 'post' ? postFrontmatter : pageFrontmatter
  const parsed = schema.safeParse(yaml.toJS())
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    const path = [...(issue?.path ?? []), ...unknown]
    const problem = `has frontmatter that is not in its form: ${path.map(String).join(' › ') || 'as a whole'}`
    throw new UserError({ ...placeOf(path), problem, expected: issue?.message })
  }

  const { title, summary, published, literals } = parsed.data
  /**
   * Reads a line of the frontmatter as it stands in the file, so that its numbers have their places there. Where YAML
   * makes another text of it (by an alias, or an escape), that text is read, and all of it stands where the line does.
   */
  const inline = (key: 'title' | 'summary'): Prose => {
    const value = parsed.data[key]
    const node = yaml.get(key, true)
    const [start = 0, end = 0] = isScalar(node) ? (node.range ?? []) : []
    const written = text.slice(start + opening, end + opening)
    // What YAML puts before the text itself: a quotation mark, or the head of a block.
    const head = /^(["']|[>|][^\n]*\n)/.exec(written)?.[0] ?? ''
    const own = written
      .slice(head.length, /^["']/.test(head) ? -1 : undefined)
      .replace(/\s*\n\s*/g, (end) => ' '.repeat(end.length))
    const inOneLine = (line: string) => line.replace(/\s+/g, ' ').trim()
    if (inOneLine(own) === inOneLine(value)) return readLine(own, file, place, start + opening + head.length)
    return readLine(inOneLine(value), file, () => placeOf([key]), Number.POSITIVE_INFINITY)
  }
  const lines = [inline('title'), inline('summary')]
  const body = readProse(`${blanked(text.slice(0, closing + 4))}${text.slice(closing + 4)}`, file, place)
  return {
    file,
    kind,
    text,
    title: plainText(title),
    summary: plainText(summary.replace(/\s+/g, ' ')),
    published,
    literals: literals.map((literal, index) => ({ ...literal, at: placeOf(['literals', index]) })),
    prose: joined([...lines, body]),
  }
}

/** Spaces of the same length, so that every offset behind them stays what it is in the file. */
function blanked(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

function joined(parts: readonly Prose[]): Prose {
  return {
    numbers: parts.flatMap(({ numbers }) => numbers),
    claims: parts.flatMap(({ claims }) => claims),
    elements: parts.flatMap(({ elements }) => elements),
    needs: parts.flatMap(({ needs }) => needs),
    blocks: parts.flatMap(({ blocks }) => blocks),
    unreadable: parts.flatMap(({ unreadable }) => unreadable),
  }
}
