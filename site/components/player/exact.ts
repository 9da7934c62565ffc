/**
 * Exact text in HTML: a recorded string becomes HTML whose parsed text is that string again, character by character.
 *
 * Characters that cannot be seen, or that would rearrange the text around them (controls, ANSI escapes, bidirectional
 * controls, tags), stand in a `<span class="odd" data-odd="U+202E">`, which shows their code point in their place.
 * NUL and lone surrogates cannot stand in an HTML file at all: their span is empty, and `data-odd` is their only copy.
 */

// Format characters other than the two joiners, which belong to ordinary words and emoji.
const odd = /[^\P{Cc}\t\n]|[^\P{Cf}\u200c\u200d]|\p{Cs}|[\u2028\u2029]/u
const special = new RegExp(`[&<>]|${odd.source}`, 'gu')
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The HTML of a recorded string. */
export function exactHtml(text: string): string {
  return text.replace(special, (character) => entities[character] ?? oddHtml(character))
}

function oddHtml(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const name = code.toString(16).toUpperCase().padStart(4, '0')
  return `<span class="odd" data-odd="U+${name}">${cannotStand(code) ? '' : code === 0x0d ? '&#13;' : character}</span>`
}

function cannotStand(code: number): boolean {
  return code === 0 || (code >= 0xd800 && code <= 0xdfff)
}

/** The recorded string of an element that `exactHtml` filled. */
export function exactText(element: Element): string {
  const lost = [...element.querySelectorAll('.odd:empty')]
  if (lost.length === 0) return element.textContent ?? ''
  // A lone surrogate can stand in a string and in the DOM, only not in a file: put it back in a copy, and read that.
  const copy = element.cloneNode(true)
  if (!(copy instanceof Element)) throw new Error('the copy of an element is no element')
  for (const span of copy.querySelectorAll('.odd:empty')) {
    span.textContent = String.fromCharCode(Number.parseInt((span.getAttribute('data-odd') ?? '').slice(2), 16))
  }
  return copy.textContent ?? ''
}
