import type { Nodes, Parents, Root } from 'mdast'
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { type Place, UserError } from '../user-error.ts'
import { append, type Context, emptyFlat, type Flat, type Prose, type QuotedClaim, search, separate } from './flat.ts'
import { alignedOffsets } from './positions.ts'
import { bound, elsewhere } from './words.ts'

type Jsx = MdxJsxFlowElement | MdxJsxTextElement

const parser = unified().use(remarkParse).use(remarkGfm).use(remarkMdx)
const containers = new Set(['root', 'list', 'listItem', 'table', 'tableRow', 'footnoteDefinition', 'mdxJsxFlowElement'])
const notProse = new Set(['code', 'inlineCode', 'blockquote', 'thematicBreak'])
/** Attributes that name things and never reach a reader as text. */
const naming = new Set(['of', 'with', 'without', 'href', 'src', 'id', 'class', 'repeat', 'datetime'])

/**
 * Reads MDX into what the gate checks. `text` begins `shift` characters into the file, which `place` counts.
 * Raises a UserError with line and column where the text is no MDX.
 */
export function readProse(text: string, file: string, place: (offset: number) => Place, shift = 0): Prose {
  return proseOf(parse(text, file, place, shift), { file, place, source: text, shift })
}

/**
 * As readProse, of a text that is shown as one line. What stands there as a list or a quotation is shown as a line all
 * the same, so it is refused.
 */
export function readLine(text: string, file: string, place: (offset: number) => Place, shift = 0): Prose {
  const root = parse(text, file, place, shift)
  if (root.children.length !== 1 || root.children[0]?.type !== 'paragraph')
    throw new UserError({ ...place(shift), file, problem: 'is no single line of text', found: text.trim() })
  return proseOf(root, { file, place, source: text, shift })
}

function parse(text: string, file: string, place: (offset: number) => Place, shift: number): Root {
  try {
    return parser.parse(text)
  } catch (error) {
    throw notMdx(error, file, place, shift)
  }
}

function proseOf(root: Root, context: Omit<Context, 'prose'>): Prose {
  const prose: Prose = { numbers: [], claims: [], elements: [], needs: [], blocks: [], unreadable: [] }
  walk(root, { prose, ...context }, undefined)
  return prose
}

/** Goes through containers to the blocks; each block is flattened to one text and searched. */
function walk(node: Nodes, context: Context, claim: QuotedClaim | undefined): void {
  if (notProse.has(node.type)) return boundWithin(node, context)
  if (node.type === 'mdxFlowExpression') return expression(node.value, node.position?.start.offset, context)
  if (node.type === 'mdxjsEsm') return code(node.value, node.position?.start.offset, context)
  if (node.type === 'definition') return separate([node.title], node, context)
  if (node.type === 'mdxJsxFlowElement') {
    attributes(node, context)
    if (node.name === 'Num') return quoteNumber(node, context)
    if (isQuoting(node)) return boundWithin(node, context)
    const inside = node.name === 'Claim' ? openClaim(node, context) : claim
    for (const child of node.children) walk(child, context, inside)
    return
  }
  // A list that begins elsewhere than at its beginning prints that number.
  if (node.type === 'list' && (node.start ?? 1) > 1) separate([String(node.start)], node, context)
  if (containers.has(node.type)) for (const child of (node as Parents).children) walk(child, context, claim)
  else {
    // A paragraph, a heading, a cell; or text that stands straight in a flow element.
    const flat = emptyFlat()
    flatten(node, context, claim, flat)
    search(flat, context)
  }
}

function flatten(node: Nodes, context: Context, claim: QuotedClaim | undefined, flat: Flat): void {
  const start = node.position?.start.offset ?? 0
  const end = node.position?.end.offset ?? start
  if (node.type === 'text') {
    const offsets = alignedOffsets(node.value, context.source.slice(start, end))
    return append(flat, node.value, start, offsets, claim)
  }
  if (node.type === 'break') return append(flat, ' ', start, undefined, claim)
  if (node.type === 'image') {
    context.prose.needs.push({ at: context.place(start + context.shift), path: node.url })
    return separate([node.alt, node.title], node, context)
  }
  if (node.type === 'imageReference') return separate([node.alt], node, context)
  if (node.type === 'mdxTextExpression' || node.type === 'mdxFlowExpression')
    return expression(node.value, start, context)
  if (notProse.has(node.type)) {
    boundWithin(node, context)
    return append(flat, elsewhere, start, undefined, claim)
  }
  let inside = claim
  if (node.type === 'mdxJsxTextElement' || node.type === 'mdxJsxFlowElement') {
    attributes(node, context)
    if (node.name === 'Num') {
      quoteNumber(node, context)
      return append(flat, bound, start, undefined, claim)
    }
    if (isQuoting(node)) {
      boundWithin(node, context)
      return append(flat, elsewhere, start, undefined, claim)
    }
    if (node.name === 'Claim') inside = openClaim(node, context)
  }
  if (node.type === 'link') separate([node.title], node, context)
  if ('children' in node) for (const child of node.children) flatten(child, context, inside, flat)
}

const isQuoting = ({ name }: Jsx) => name === 'q' || name === 'code' || name === 'pre'

/** What stands in code or in a quotation is not the prose's own; but a number that is bound there is shown as checked. */
function boundWithin(node: Nodes, context: Context): void {
  for (const child of 'children' in node ? node.children : []) {
    // A definition is used elsewhere, wherever it stands.
    if (child.type === 'definition') separate([child.title], child, context)
    const start = child.position?.start.offset
    if (child.type === 'mdxTextExpression' || child.type === 'mdxFlowExpression')
      expression(child.value, start, context)
    if (child.type === 'mdxJsxTextElement' || child.type === 'mdxJsxFlowElement') {
      attributes(child, context)
      if (child.name === 'Num') quoteNumber(child, context)
      if (child.name === 'Claim') openClaim(child, context)
    }
    boundWithin(child, context)
  }
}

function attributes(node: Jsx, context: Context): void {
  noteElement(node, context)
  for (const attribute of node.attributes) {
    const start = attribute.position?.start.offset ?? node.position?.start.offset
    if (attribute.type === 'mdxJsxExpressionAttribute') expression(attribute.value, start, context)
    else if (naming.has(attribute.name)) continue
    else if (typeof attribute.value === 'string') separate([attribute.value], attribute, context)
    else if (attribute.value) expression(attribute.value.value, start, context)
  }
}

/** HTML's own elements begin with a small letter, components with a capital one. */
function noteElement({ name, attributes, position }: Jsx, { prose, place, shift }: Context): void {
  if (!name || !/^\p{Lu}/u.test(name)) return
  const written = attributes.flatMap((attribute): [string, string][] => {
    if (attribute.type !== 'mdxJsxAttribute') return []
    const { value } = attribute
    return [[attribute.name, typeof value === 'string' ? value : (value?.value ?? '')]]
  })
  prose.elements.push({ at: place((position?.start.offset ?? 0) + shift), name, attributes: new Map(written) })
}

/** An import may bring a component, whose output the second check reads. Nothing may take the place of Num and Claim. */
function code(value: string, offset: number | undefined, { prose, place, shift }: Context): void {
  const at = place((offset ?? 0) + shift)
  for (const [, path = ''] of value.matchAll(/(?:\bfrom|\bimport)\s*['"]([^'"]+)['"]/g)) prose.needs.push({ at, path })
  if (!/\bexport\b|\b(?:Num|Claim)\b/.test(value)) return
  const problem = 'code in a page can print what the gate cannot read'
  const mend = 'import components only, and leave Num and Claim as they are'
  prose.unreadable.push({ at, found: value, problem, mend })
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
  // One comment or several, and nothing between them.
  if (/^\s*(?:\/\*(?:(?!\*\/).)*\*\/\s*)*$/s.test(value)) return
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
