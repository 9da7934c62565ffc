import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { claims } from '../figures/claims.ts'
import type { Measurement } from '../figures/measurement.ts'
import { type Place, UserError } from '../user-error.ts'
import { attribute, checkAttributes, isAddress } from './attributes.ts'
import { type Counts, checkNumber, checkQuotedClaim, type Facts, isHidden, unbound } from './check.ts'
import { checkComparison } from './comparison.ts'
import type { QuotedClaim } from './flat.ts'
import { rowsBehind } from './rows.ts'
import { checkRun } from './run.ts'
import { checkStyle } from './style.ts'
import { type Allowed, checkText, isDay, withoutTexts, writtenDay } from './surfaces.ts'
import { bound, elsewhere, findLoose, literalAt } from './words.ts'

/** Elements that stand within a line of text; every other element begins and ends a block. */
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big cite data del dfn em font i ins kbd mark nobr output rb rt ruby s small span ' +
    'strike strong sub sup time tspan tt u var wbr'
  ).split(' '),
)
/** Elements whose text is not the page's own prose. */
const notProse = new Set(['code', 'pre', 'blockquote', 'q', 'samp'])

export { checkStyle }

type Flat = { text: string; claims: (QuotedClaim | undefined)[]; at: Place | undefined }
interface Context {
  facts: Facts
  allowed: Allowed
  file: string
  found: UserError[]
  counts: Counts
  claims: Map<QuotedClaim, string[]>
  flat: Flat
}

function newContext(file: string, facts: Facts, allowed: Allowed): Context {
  const counts = { numbers: 0, claims: 0, literals: 0 }
  return { facts, allowed, file, found: [], counts, claims: new Map(), flat: emptyFlat() }
}

/** What a built page was found to hold. */
export interface PageResult {
  disagreements: UserError[]
  counts: Counts
}

/**
 * The second check, over a page as it was built: every bound number, sentence, mark and reason against a fresh
 * computation, and every other number on every surface against what is allowed to stand there.
 */
export function checkHtml(html: string, file: string, facts: Facts, allowed: Allowed): PageResult {
  const context = newContext(file, facts, allowed)
  visit(fromHtml(html), context, undefined)
  flush(context)
  for (const [claim, stated] of context.claims) {
    const disagreement = checkQuotedClaim(claim, stated, facts)
    if (disagreement) context.found.push(disagreement)
  }
  return { disagreements: context.found, counts: context.counts }
}

/** The numbers that a sentence's own HTML states outside bound numbers, as written, in order. */
export function statedNumbers(html: string, allowed: Allowed, measurement: Measurement): string[] {
  const wrapped = `<span data-claim="">${html}</span>`
  const context = newContext('', { measurement, figures: new Map() }, allowed)
  visit(fromHtml(wrapped, { fragment: true }), context, undefined)
  flush(context)
  return [...context.claims.values()].flat()
}

function visit(node: Nodes, context: Context, claim: QuotedClaim | undefined): void {
  if (node.type === 'text') return append(node.value, placeOf(node, context), context, claim)
  if (node.type === 'root') return visitAll(node.children, context, claim)
  if (node.type !== 'element') return
  const { tagName } = node
  // A run's own label has the run's name in it, whose digits count nothing: it is read with the run.
  if (attribute(node, 'dataRun') === undefined)
    context.found.push(...checkAttributes(node, placeOf(node, context), context.allowed))
  if (tagName === 'script') return checkScript(node, context)
  if (tagName === 'style') return checkStyle(textOf(node), placeOf(node, context), context)
  if (tagName === 'template') return visitAll(node.content?.children ?? [], context, claim)
  if (tagName === 'br') return append(' ', placeOf(node, context), context, claim)
  if (inline.has(tagName)) return visitInline(node, context, claim)
  flush(context)
  if (!checkBound(node, context)) {
    if (notProse.has(tagName)) checkWithin(node, context)
    else visitAll(node.children, context, claim)
  }
  flush(context)
}

function visitInline(node: Element, context: Context, claim: QuotedClaim | undefined): void {
  if (attribute(node, 'dataClaim') !== undefined) visitAll(node.children, context, openClaim(node, context))
  else if (!checkBound(node, context)) visitAll(node.children, context, claim)
  else {
    const stands = attribute(node, 'dataFigure') === undefined ? elsewhere : bound
    append(stands, placeOf(node, context), context, claim)
  }
}

function visitAll(
  nodes: readonly (RootContent | ElementContent)[],
  context: Context,
  claim: QuotedClaim | undefined,
): void {
  for (const node of nodes) visit(node, context, claim)
}

/** Checks an element that is bound to data. False where it is none, and its text is to be searched. */
function checkBound(node: Element, context: Context): boolean {
  const isBound = checkData(node, context)
  const isWhole = attribute(node, 'dataRun') !== undefined || attribute(node, 'dataComparison') !== undefined
  if (isBound && !isWhole) checkWithin(node, context)
  return isBound
}

/** What is bound, and what attributes say, within an element whose text is checked as a whole or is not prose. */
function checkWithin(node: Element, context: Context): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    context.found.push(...checkAttributes(child, placeOf(child, context), context.allowed))
    if (attribute(child, 'dataClaim') !== undefined) openClaim(child, context)
    if (!checkBound(child, context)) checkWithin(child, context)
  }
}

function openClaim(node: Element, { claims, counts, file }: Context): QuotedClaim {
  const claim = { at: placeOf(node, { file }), of: attribute(node, 'dataClaim') ?? '', sentence: textOf(node) }
  claims.set(claim, [])
  counts.claims++
  return claim
}

function checkData(node: Element, context: Context): boolean {
  const { facts, found, counts } = context
  const at = placeOf(node, context)
  const text = textOf(node)
  const expect = (problem: string, expected: string | undefined, said: string = text) => {
    if (said !== expected)
      found.push(new UserError({ ...at, problem, found: said, expected: expected ?? 'no such element' }))
    return true
  }
  const figure = attribute(node, 'dataFigure')
  if (figure !== undefined) {
    counts.numbers++
    const disagreement = checkNumber({ at, of: figure, written: text }, facts)
    if (disagreement) found.push(disagreement)
    return true
  }
  const rows = attribute(node, 'dataRows')
  if (rows !== undefined) {
    const computed = facts.figures.get(rows)?.computed
    return expect(`the rows behind ${rows} are others`, computed && (rowsBehind(computed.from.rows) ?? 'no rows'))
  }
  const definition = attribute(node, 'dataDefinition')
  if (definition !== undefined) {
    const [kind, id = ''] = definition.split(' ')
    const says = kind === 'figure' ? facts.figures.get(id)?.says : claims[id]?.says
    return expect(`the definition of ${definition} is another`, says)
  }
  const judgement = attribute(node, 'dataJudgement')
  if (judgement !== undefined) {
    const verdict = judgementOf(judgement, facts)?.verdict
    const shown = [attribute(node, 'dataVerdict'), spokenText(node)].join(', ')
    return expect(
      `the mark of judgement ${judgement} disagrees with the data`,
      verdict && `${verdict}, ${verdict}`,
      shown,
    )
  }
  const reason = attribute(node, 'dataReason')
  if (reason !== undefined) {
    return expect(
      `the quoted reason ${reason} is not the recorded one`,
      judgementOf(reason, facts)?.reason ?? undefined,
    )
  }
  const day = node.tagName === 'time' ? attribute(node, 'dateTime') : undefined
  if (day !== undefined) {
    const published = context.allowed.days.find((known) => isDay(day, { ...context.allowed, days: [known] }))
    return expect('this day is no day on which a post was published', published && writtenDay(published))
  }
  const comparison = attribute(node, 'dataComparison')
  if (comparison !== undefined) {
    found.push(...checkComparison(node, comparison, facts, context.allowed, at))
    return true
  }
  const run = attribute(node, 'dataRun')
  if (run === undefined) return false
  found.push(...checkRun(node, run, facts, at))
  return true
}

function judgementOf(name: string, { measurement }: Facts) {
  return measurement.calls.rows.find((row) => `${row.case}/${row.repeat}` === name)
}

/** JSON-LD is read leaf by leaf; other scripts are the site's own code and hold no prose. */
function checkScript(node: Element, context: Context): void {
  if (attribute(node, 'type') !== 'application/ld+json') return
  const leaves = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)]
  const at = placeOf(node, context)
  let json: unknown
  try {
    json = JSON.parse(textOf(node))
  } catch (error) {
    const found = error instanceof Error ? error.message : undefined
    context.found.push(new UserError({ ...at, problem: 'holds JSON-LD that is no JSON', found }))
  }
  for (const leaf of leaves(json ?? [])) {
    if (isDay(leaf, context.allowed) || isAddress(leaf)) continue
    context.found.push(...checkText(leaf, at, 'JSON-LD', context.allowed))
  }
}

function append(text: string, at: Place, { flat }: Context, claim: QuotedClaim | undefined): void {
  flat.at ??= at
  flat.text += text
  for (let index = 0; index < text.length; index++) flat.claims.push(claim)
}

/** Searches the block that ends here. */
function flush(context: Context): void {
  const { flat, allowed, found, claims, counts } = context
  context.flat = emptyFlat()
  const text = withoutTexts(flat.text, allowed)
  for (const loose of findLoose(text)) {
    const claim = flat.claims[loose.start]
    if (allowed.literals.some((literal) => literalAt(text, loose.start, loose.text.length, literal))) counts.literals++
    else if (!claim || isHidden(loose)) {
      const { problem, mend } = unbound(loose, flat.at ?? { file: context.file }).complaint
      const where = flat.at ?? { file: context.file }
      found.push(new UserError({ ...where, problem, found: excerptAround(text, loose.start), mend }))
    } else if (loose.kind === 'number') claims.get(claim)?.push(loose.text)
  }
}

function excerptAround(text: string, start: number): string {
  return text
    .slice(Math.max(0, start - 40), start + 40)
    .replace(/\s+/g, ' ')
    .trim()
}

function emptyFlat(): Flat {
  return { text: '', claims: [], at: undefined }
}

function placeOf({ position }: Nodes, { file }: Pick<Context, 'file'>): Place {
  return { file, line: position?.start.line, column: position?.start.column }
}

/** The text of an element and all within it. */
export function textOf(node: Nodes | Root): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** What an assistive technology says of an element: its text and the labels of its pictures. */
function spokenText(node: Nodes): string {
  if (node.type === 'text') return node.value.trim()
  if (node.type !== 'element') return ''
  return attribute(node, 'ariaLabel') ?? node.children.map(spokenText).join('')
}
