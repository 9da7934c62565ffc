import type { Nodes, Parents, Root } from 'mdast'
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { type Place, UserError } from '../user-error.ts'
import { elsewhere, findLoose, type Loose } from './words.ts'

/** A number that the author bound to a figure. */
export interface QuotedNumber {
  at: Place
  /** The figure's id; empty where `of` is missing. */
  of: string
  written: string
  /** Where the written text stands in the file, as character offsets, so that it can be rewritten. */
  range: { start: number; end: number }
}

/** A sentence that the author bound to a predicate. */
export interface QuotedClaim {
  at: Place
  of: string
  sentence: string
}

/** A stretch of prose: one paragraph, heading, cell or attribute, with what stands in it outside Num. */
export interface Block {
  text: string
  loose: (Loose & { at: Place; claim: QuotedClaim | undefined })[]
}

/** What a text of prose holds that is to be checked against data. */
export interface Prose {
  numbers: QuotedNumber[]
  claims: QuotedClaim[]
  blocks: Block[]
  /** What the gate cannot read, and so cannot let pass. */
  unreadable: { at: Place; found: string; problem: string; mend: string }[]
}

type Jsx = MdxJsxFlowElement | MdxJsxTextElement
/** Characters of a block, each with its offset in the file and the claim that it stands in. */
type Flat = { text: string; offsets: number[]; claims: (QuotedClaim | undefined)[] }
interface Context {
  prose: Prose
  file: string
  /** Where an offset stands in the file. */
  place(offset: number): Place
  /** How far the parsed text begins into the file. */
  shift: number
}

const parser = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(remarkMdx)
const containers = new Set(['root', 'list', 'listItem', 'table', 'tableRow', 'footnoteDefinition', 'mdxJsxFlowElement'])
const notProse = new Set([
  'code',
  'inlineCode',
  'blockquote',
  'yaml',
  'mdxjsEsm',
  'html',
  'thematicBreak',
  'definition',
])
/** Attributes that name things and never reach a reader as text. */
const naming = new Set(['of', 'href', 'src', 'id', 'class', 'repeat', 'datetime'])

/**
 * Reads MDX into what the gate checks. `text` begins `shift` characters into the file, which `place` counts.
 * Raises a UserError with line and column where the text is no MDX.
 */
export function readProse(text: string, file: string, place: (offset: number) => Place, shift = 0): Prose {
  const prose: Prose = { numbers: [], claims: [], blocks: [], unreadable: [] }
  let root: Root
  try {
    root = parser.parse(text)
  } catch (error) {
    throw notMdx(error, file, place, shift)
  }
  walk(root, { prose, file, place, shift }, undefined)
  return prose
}

/** Goes through containers to the blocks; each block is flattened to one text and searched. */
function walk(node: Nodes, context: Context, claim: QuotedClaim | undefined): void {
  if (notProse.has(node.type)) return
  if (node.type === 'mdxFlowExpression') return expression(node.value, node.position?.start.offset, context)
  if (node.type === 'mdxJsxFlowElement') {
    attributes(node, context)
    if (node.name === 'Num') return quoteNumber(node, context)
    if (node.name === 'q' || node.name === 'pre') return
    const inside = node.name === 'Claim' ? openClaim(node, context) : claim
    // Text and inline elements that stand straight in a flow element are a block of their own.
    for (const child of node.children) {
      if (containers.has(child.type) || notProse.has(child.type)) walk(child, context, inside)
      else block([child], context, inside)
    }
    return
  }
  if (containers.has(node.type)) for (const child of (node as Parents).children) walk(child, context, claim)
  else block([node], context, claim)
}

function block(nodes: readonly Nodes[], context: Context, claim: QuotedClaim | undefined): void {
  const flat: Flat = { text: '', offsets: [], claims: [] }
  for (const node of nodes) flatten(node, context, claim, flat)
  search(flat, context)
}

function flatten(node: Nodes, context: Context, claim: QuotedClaim | undefined, flat: Flat): void {
  const start = node.position?.start.offset ?? 0
  const end = node.position?.end.offset ?? start
  if (node.type === 'text') return append(flat, node.value, start, end - start === node.value.length, claim)
  if (node.type === 'break') return append(flat, ' ', start, false, claim)
  if (node.type === 'image') return separate([node.alt, node.title], start, context)
  if (node.type === 'mdxTextExpression' || node.type === 'mdxFlowExpression')
    return expression(node.value, start, context)
  if (notProse.has(node.type)) return append(flat, elsewhere, start, false, claim)
  let inside = claim
  if (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') {
    attributes(node, context)
    if (node.name === 'Num') quoteNumber(node, context)
    if (node.name === 'Num' || node.name === 'q' || node.name === 'code')
      return append(flat, elsewhere, start, false, claim)
    if (node.name === 'Claim') inside = openClaim(node, context)
  }
  if (node.type === 'link') separate([node.title], start, context)
  if ('children' in node) for (const child of node.children) flatten(child, context, inside, flat)
}

/** Adds text whose characters stand one by one in the file, or, where escapes come between, all at its beginning. */
function append(flat: Flat, text: string, start: number, exact: boolean, claim: QuotedClaim | undefined): void {
  flat.text += text
  for (let index = 0; index < text.length; index++) {
    flat.offsets.push(start + (exact ? index : 0))
    flat.claims.push(claim)
  }
}

function search({ text, offsets, claims }: Flat, { prose, place, shift }: Context): void {
  const loose = findLoose(text).map((found) => ({
    ...found,
    at: place((offsets[found.start] ?? 0) + shift),
    claim: claims[found.start],
  }))
  prose.blocks.push({ text, loose })
}

/** Texts that stand beside the prose and reach the reader all the same: alternative texts, titles, attributes. */
function separate(texts: readonly (string | null | undefined)[], start: number, context: Context): void {
  for (const text of texts) {
    if (!text) continue
    const flat: Flat = { text: '', offsets: [], claims: [] }
    append(flat, text, start, false, undefined)
    search(flat, context)
  }
}

function attributes(node: Jsx, context: Context): void {
  const start = node.position?.start.offset ?? 0
  for (const attribute of node.attributes) {
    if (attribute.type === 'mdxJsxExpressionAttribute') expression(attribute.value, start, context)
    else if (typeof attribute.value === 'string' && !naming.has(attribute.name))
      separate([attribute.value], start, context)
  }
}

function quoteNumber(node: Jsx, { prose, place, shift, file }: Context): void {
  const at = place((node.position?.start.offset ?? 0) + shift)
  const [first] = node.children
  const last = node.children.at(-1)
  const start = (first?.position?.start.offset ?? 0) + shift
  const end = (last?.position?.end.offset ?? 0) + shift
  const written = textOf(node)
  if (written.includes(elsewhere) || written.trim() === '') {
    const problem = 'Num holds more than a number'
    prose.unreadable.push({
      at,
      found: written.replaceAll(elsewhere, '…') || 'nothing',
      problem,
      mend: 'write only the number inside Num',
    })
    return
  }
  prose.numbers.push({ at: { ...at, file }, of: attributeOf(node), written, range: { start, end } })
}

function openClaim(node: Jsx, { prose, place, shift }: Context): QuotedClaim {
  const at = place((node.position?.start.offset ?? 0) + shift)
  const claim: QuotedClaim = { at, of: attributeOf(node), sentence: readable(node) }
  prose.claims.push(claim)
  return claim
}

function expression(value: string, offset: number | undefined, { prose, place, shift }: Context): void {
  if (/^\s*(\/\*.*\*\/\s*)?$/s.test(value)) return
  const at = place((offset ?? 0) + shift)
  const problem = 'a JSX expression prints what the gate cannot read'
  prose.unreadable.push({ at, found: `{${value}}`, problem, mend: 'write the text itself, with its numbers in Num' })
}

function attributeOf(node: Jsx): string {
  const of = node.attributes.find((attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === 'of')
  return typeof of?.value === 'string' ? of.value : ''
}

/** The text of plain text children; anything else becomes a mark that no number parses with. */
function textOf(node: Jsx): string {
  const text = (child: Nodes): string =>
    child.type === 'text' ? child.value : child.type === 'paragraph' ? child.children.map(text).join('') : elsewhere
  return node.children.map(text).join('')
}

/** A node's text as a reader sees it. */
export function readable(node: Nodes): string {
  if ('value' in node) return node.type.startsWith('mdx') && node.type.includes('Expression') ? '' : node.value
  return 'children' in node ? node.children.map(readable).join('') : ''
}

/** Inline MDX as a reader sees it, without its elements. */
export function plainText(text: string): string {
  return readable(parser.parse(text)).replace(/\s+/g, ' ').trim()
}

function notMdx(error: unknown, file: string, place: (offset: number) => Place, shift: number): unknown {
  if (!(error instanceof Error) || !('reason' in error)) return error
  const point = 'place' in error && typeof error.place === 'object' && error.place !== null ? error.place : {}
  const start = 'start' in point && typeof point.start === 'object' && point.start !== null ? point.start : point
  const offset = 'offset' in start && typeof start.offset === 'number' ? start.offset : 0
  return new UserError({ ...place(offset + shift), file, problem: 'is no MDX', found: String(error.reason) })
}
