import { type Place, UserError } from '../user-error.ts'
import { printedAttributes } from './attributes.ts'
import { type Allowed, checkText } from './surfaces.ts'

const cssString = String.raw`"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'`
/** A declaration whose strings are printed, or may be: a custom property can stand in any other. */
const printing = new RegExp(
  String.raw`(?<![\w-])(content|quotes|list-style(?:-type)?|symbols|additive-symbols|prefix|suffix|negative|text-overflow|hyphenate-character|--[\w-]+)\s*:((?:${cssString}|[^;{}"'])*)`,
  'gi',
)

/** Text that a style sheet prints, with its escapes as the characters that they are. */
export function checkStyle(css: string, at: Place, { allowed, found }: { allowed: Allowed; found: UserError[] }): void {
  const source = css.replace(/\/\*[\s\S]*?\*\//g, ' ')
  // Fonts are named by custom properties, some with a number; they are printed only by content.
  const prints = new Set([...source.matchAll(/content\s*:[^;{}]*var\(\s*(--[\w-]+)/gi)].map(([, name]) => name))
  for (const [, property = '', value = ''] of source.matchAll(printing)) {
    if (property.startsWith('--') && !prints.has(property)) continue
    const text = [...value.matchAll(new RegExp(cssString, 'g'))]
      .map(([string]) => unescaped(string.slice(1, -1)))
      .join(' ')
    found.push(...checkText(text, at, 'text that a style sheet prints', allowed))
    for (const [, name = ''] of property === 'content' ? value.matchAll(/attr\(\s*([\w-]+)/gi) : []) {
      if (printedAttributes.has(name.toLowerCase())) continue
      const problem = `a style sheet prints the attribute ${name}, which the gate does not read`
      found.push(new UserError({ ...at, problem, mend: 'put the text into the page' }))
    }
  }
}

function unescaped(css: string): string {
  return css.replace(/\\(?:([0-9a-f]{1,6})\s?|([\s\S]))/gi, (_, code?: string, character?: string) => {
    const point = Number.parseInt(code ?? '', 16)
    return character ?? (point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ' ')
  })
}
