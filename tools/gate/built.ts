import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Nodes } from 'xast'
import { fromXml } from 'xast-util-from-xml'
import { framePages, isLarge, pageAddress } from '../trace/pages.ts'
import { type Place, UserError } from '../user-error.ts'
import { isAddress } from './attributes.ts'
import type { Counts, Facts } from './check.ts'
import { checkHtml, checkStyle } from './html.ts'
import type { Page } from './page.ts'
import { files, slugOf } from './project.ts'
import { type Allowed, checkText, isDay } from './surfaces.ts'

/** Kinds of files that hold no prose: code, fonts, pictures without text of their own. */
const silent = /\.(js|mjs|map|woff2?|png|jpe?g|webp|avif|ico)$/
/** Elements of feeds and site maps that hold addresses. */
const addresses = new Set(['link', 'guid', 'loc', 'url', 'sitemap'])

/** What the second check met. */
export interface BuiltCounts extends Counts {
  pages: number
}

/**
 * The second check: everything that was built, as a reader or a machine gets it, against `facts` that were computed
 * anew from the data files. A file of a kind that it cannot read is a disagreement.
 */
export function checkBuilt(
  root: string,
  folder: string,
  pages: readonly Page[],
  facts: Facts,
): { disagreements: UserError[]; counts: BuiltCounts } {
  const allowed: Allowed = {
    // Longer texts first, so that a title inside a summary does not take the summary apart.
    texts: pages.flatMap(({ title, summary }) => [title, summary]).toSorted((one, other) => other.length - one.length),
    literals: pages.flatMap(({ literals }) => literals.map(({ text }) => text)),
    days: pages.flatMap(({ published }) => published ?? []),
  }
  const counts: BuiltCounts = { pages: 0, numbers: 0, claims: 0, literals: 0 }
  const disagreements: UserError[] = []
  const met = new Map<string, Counts>()
  for (const name of globSync('**/*', { cwd: join(root, folder), withFileTypes: true })) {
    if (!name.isFile()) continue
    const path = join(name.parentPath, name.name)
    const file = path.slice(root.length).replace(/^[\\/]/, '')
    if (silent.test(file)) continue
    const text = readFileSync(path, 'utf8')
    if (file.endsWith('.html')) {
      const page = checkHtml(text, file, facts, allowed)
      disagreements.push(...page.disagreements)
      met.set(file, page.counts)
      counts.pages++
      for (const key of ['numbers', 'claims', 'literals'] as const) counts[key] += page.counts[key]
    } else disagreements.push(...checkOther(text, file, root, folder, allowed))
  }
  const lostPages = [...pages.flatMap((page) => lost(page, folder, met) ?? []), ...lostFrames(facts, folder, met)]
  return { disagreements: [...disagreements, ...lostPages], counts }
}

/** What a page of prose binds and its built page does not: a check over nothing would find nothing. */
function lost(page: Page, folder: string, met: ReadonlyMap<string, Counts>): UserError | undefined {
  const file = `${folder}/${addressOf(page)}index.html`
  const { numbers = 0, claims = 0 } = met.get(file) ?? {}
  const { prose } = page
  if (met.has(file) && numbers >= prose.numbers.length && claims >= prose.claims.length) return undefined
  return new UserError({
    file,
    problem: `the built page binds less than ${page.file} does`,
    found: met.has(file) ? `${numbers} numbers, ${claims} claims` : 'no page',
    expected: `at least ${prose.numbers.length} numbers, ${prose.claims.length} claims`,
  })
}

/** The pages of large runs that were not built: their frames would stand nowhere. */
function lostFrames({ measurement }: Facts, folder: string, met: ReadonlyMap<string, Counts>): UserError[] {
  return measurement.traces.flatMap(({ trace }) => {
    const pages = isLarge(trace) ? framePages(trace) : []
    return pages.flatMap(({ from, to }, index) => {
      const file = `${folder}${pageAddress(trace.id, index + 1)}index.html`
      if (met.has(file)) return []
      const problem = `there is no page for frames ${from + 1} to ${to} of ${trace.id}`
      return new UserError({ file, problem, mend: 'build again' })
    })
  })
}

/** Where a page of prose is published, below the site's root. */
function addressOf({ kind, file }: Page): string {
  return kind === 'post' ? `posts/${slugOf({ file })}/` : `${basename(file, '.mdx')}/`
}

function checkOther(text: string, file: string, root: string, folder: string, allowed: Allowed): UserError[] {
  if (/\.(xml|svg)$/.test(file)) return checkXml(text, file, allowed)
  if (file.endsWith('.css')) {
    const found: UserError[] = []
    checkStyle(text, { file }, { allowed, found })
    return found
  }
  if (file.endsWith('robots.txt')) return checkText(text.replaceAll(/https?:\S+/g, ''), { file }, 'robots.txt', allowed)
  const source = publishedSource(file.slice(folder.length + 1))
  if (source !== undefined) {
    if (existsSync(join(root, source)) && readFileSync(join(root, source), 'utf8') === text) return []
    return [new UserError({ file, problem: `is not the file ${source}`, mend: 'build again' })]
  }
  const mend = 'teach tools/gate/built.ts what this kind of file says, or do not publish it'
  return [new UserError({ file, problem: 'is a kind of file that the gate cannot read', mend })]
}

/** The file of the repository that a published data file is a copy of; undefined for a file of another kind. */
function publishedSource(path: string): string | undefined {
  if (path === files.judgements) return path
  return /^posts\/[^/]+\/[^/]+\.(tsv|json)$/.test(path) ? `site/content/${path}` : undefined
}

/** A feed, a site map or a picture: its texts, element by element, and the attributes that speak. */
function checkXml(text: string, file: string, allowed: Allowed): UserError[] {
  const found: UserError[] = []
  const visit = (node: Nodes): void => {
    if (node.type === 'root') node.children.forEach(visit)
    if (node.type !== 'element') return
    const at: Place = { file, line: node.position?.start.line, column: node.position?.start.column }
    for (const [name, value] of Object.entries(node.attributes)) {
      if (['title', 'aria-label', 'alt', 'text'].includes(name) && value)
        found.push(...checkText(value, at, `${name} of <${node.name}>`, allowed))
    }
    const isWhole = node.name === 'text' || !node.children.some(({ type }) => type === 'element')
    const own = isWhole
      ? textOf(node)
      : node.children.map((child) => (child.type === 'element' ? ' ' : textOf(child))).join('')
    if (node.name === 'style') return checkStyle(own, at, { allowed, found })
    const isSilent = isDay(own, allowed) || (addresses.has(node.name) && isAddress(own))
    if (!isSilent) found.push(...checkText(own, at, `<${node.name}>`, allowed))
    // The parts of a line of text in a picture are one line to a reader, and were read as one.
    if (!isWhole) node.children.forEach(visit)
  }
  visit(fromXml(text))
  return found
}

function textOf(node: Nodes): string {
  if (node.type === 'text' || node.type === 'cdata') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
