import type { Element } from 'hast'
import type { Place, UserError } from '../user-error.ts'
import { type Allowed, checkText, isDay } from './surfaces.ts'

/** Attributes whose value reaches a reader, an assistive technology or a machine as text. */
const speaking = [
  'title',
  'alt',
  'abbr',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-valuetext',
  'aria-valuenow',
  'aria-roledescription',
  'aria-braillelabel',
  'aria-brailleroledescription',
  'placeholder',
  'label',
  'summary',
  'srcdoc',
  'start',
  // What the style sheets print.
  'data-disagrees',
  'data-odd',
]
/** By their names as hast may have them: it takes the hyphens out of those that its standard knows. */
const plainName = (name: string) => name.replaceAll('-', '').toLowerCase()
const speakingNames = new Map(speaking.map((name) => [plainName(name), name]))
/** Attributes that a style sheet may print: they are read here, or hold an address. */
export const printedAttributes = new Set(['href', 'title', 'alt', 'aria-label', 'data-disagrees', 'data-odd'])
/** Elements that print their value. A slider shows its place and no number. */
const valued = new Set(['input', 'button', 'li', 'meter', 'progress'])
const silentInputs = new Set(['range', 'checkbox', 'radio', 'hidden', 'color'])
/** Meta elements that speak to the browser, with numbers of its own. */
const technical = new Set(['viewport', 'generator', 'theme-color', 'color-scheme', 'referrer', 'robots'])

/** Everything that an element says by its attributes, which stands at this place. */
export function checkAttributes(node: Element, at: Place, allowed: Allowed): UserError[] {
  const found: UserError[] = []
  for (const property of Object.keys(node.properties)) {
    const name = speakingNames.get(plainName(property))
    const value = name === undefined ? undefined : attribute(node, property)
    if (value !== undefined) found.push(...checkText(value, at, `the ${name} of <${node.tagName}>`, allowed))
  }
  const value = valued.has(node.tagName) ? attribute(node, 'value') : undefined
  if (value !== undefined && !silentInputs.has(attribute(node, 'type') ?? ''))
    found.push(...checkText(value, at, `the value of <${node.tagName}>`, allowed))
  const content = node.tagName === 'meta' ? attribute(node, 'content') : undefined
  const name = attribute(node, 'name') ?? attribute(node, 'property') ?? ''
  if (content === undefined || technical.has(name) || attribute(node, 'httpEquiv') !== undefined) return found
  if (!isDay(content, allowed) && !isAddress(content)) found.push(...checkText(content, at, `<meta ${name}>`, allowed))
  return found
}

/** An address on the web. A text with a colon in it can pass for one, as far as the standard goes. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text) && URL.canParse(text)
}

/** An attribute's value as text, by its name as hast has it; undefined where the element has none. */
export function attribute({ properties }: Element, name: string): string | undefined {
  const value = properties[name]
  if (value === undefined || value === null || value === false) return undefined
  return Array.isArray(value) ? value.join(' ') : value === true ? '' : String(value)
}
