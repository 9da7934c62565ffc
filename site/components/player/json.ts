import { exactHtml } from './exact.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The HTML of a JSON value whose text is `JSON.stringify(value, null, 2)`. What stands inside the outermost value folds. */
export function jsonHtml(value: Json): string {
  return container(value, '', '', '', 0)
}

/** One value and the lines it takes: `before` and `after` stand on its first and last line. */
function container(value: Json, indent: string, before: string, after: string, depth: number): string {
  if (!isContainer(value) || Object.keys(value).length === 0)
    return exactHtml(`${indent}${before}${JSON.stringify(value)}${after}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const entries = Object.entries(value)
  const inside = entries
    .map(([key, inner], index) => {
      const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
      return container(inner, `${indent}  `, name, index < entries.length - 1 ? ',\n' : '\n', depth + 1)
    })
    .join('')
  const head = exactHtml(`${indent}${before}${open}\n`)
  const foot = exactHtml(`${indent}${close}${after}`)
  return depth === 0 ? `${head}${inside}${foot}` : `<details open><summary>${head}</summary>${inside}${foot}</details>`
}

function isContainer(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null
}
