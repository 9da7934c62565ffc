import type { PhrasingContent } from 'mdast'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { UserError } from '../tools/user-error.ts'

const parser = unified().use(remarkParse).use(remarkMdx)

/**
 * The summary of a post as HTML, from the inline MDX of its frontmatter, with its bound numbers and claims as the
 * components Num and Claim write them in the text.
 * Raises a UserError where the summary holds anything but text, code, emphasis, Num and Claim.
 */
export function summaryHtml(summary: string, file: string): string {
  const [paragraph, ...more] = parser.parse(summary.replaceAll(/\s+/g, ' ').trim()).children
  if (paragraph?.type === 'mdxJsxFlowElement' || more.length > 0 || paragraph?.type !== 'paragraph') {
    throw new UserError({ file, problem: 'has a summary that is no single sentence of text' })
  }
  return htmlOf(paragraph.children, file)
}

function htmlOf(nodes: readonly PhrasingContent[], file: string): string {
  return nodes.map((node) => nodeHtml(node, file)).join('')
}

function nodeHtml(node: PhrasingContent, file: string): string {
  if (node.type === 'text') return escaped(node.value)
  if (node.type === 'inlineCode') return `<code>${escaped(node.value)}</code>`
  if (node.type === 'emphasis') return `<em>${htmlOf(node.children, file)}</em>`
  if (node.type === 'mdxJsxTextElement') {
    const of = node.attributes.find(
      (attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === 'of',
    )?.value
    const inner = htmlOf(node.children, file)
    if (typeof of === 'string' && node.name === 'Num') {
      return `<a class="num" data-figure="${escaped(of)}" href="/figures/#${escaped(of)}">${inner}</a>`
    }
    if (typeof of === 'string' && node.name === 'Claim') {
      return `<span class="claim" data-claim="${escaped(of)}">${inner}</span>`
    }
  }
  throw new UserError({
    file,
    problem: 'has a summary that cannot stand where summaries stand',
    found: node.type === 'mdxJsxTextElement' ? `<${node.name}>` : node.type,
    expected: 'text, code, emphasis, Num and Claim',
  })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
