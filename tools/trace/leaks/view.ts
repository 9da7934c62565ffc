/**
 * A text as it reads once something was decoded or taken out, which still knows where each of its UTF-16 units came
 * from: unit i was written at `starts[i]` up to `ends[i]` of the original.
 */
export interface View {
  text: string
  starts: readonly number[]
  ends: readonly number[]
}

/** What separates two texts that are looked at together: nothing that a rule would read over. */
export const SEPARATOR = '\n\uE000\n'

/** A text as it is written. */
export function viewOf(text: string): View {
  const starts = Array.from({ length: text.length }, (_, index) => index)
  return { text, starts, ends: starts.map((start) => start + 1) }
}

/** Where a range of a view stands in the original. */
export function originOf({ starts, ends }: View, start: number, end: number): { start: number; end: number } {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }
}

/** How many layers of escapes are taken off, one around the other: JSON in a string of JSON in a string is three. */
const LAYERS = 5

/** A text and what it reads as with each further layer of escapes taken off, until nothing more changes. */
export function* decodedViews(text: string): Generator<View> {
  let view: View | undefined = viewOf(text)
  for (let layer = 0; view && layer <= LAYERS; layer++) {
    yield view
    view = rewrite(view, ESCAPES, ([written, ...groups]) => unescaped(written, groups))
  }
}

/** A view with what breaks a word in two taken out: line ends with their indentation, and `' + '`. */
export function joinedView(view: View): View | undefined {
  return rewrite(view, /\r?\n[ \t]*(?![\n\r\uE000])|(["'`])\s*\+\s*\1/g, () => '')
}

/**
 * Escapes of JSON, JavaScript and C, of URLs and of HTML; colours of a terminal; characters that are not shown.
 * Of a backslash before a line end nothing is left.
 */
const ESCAPES = new RegExp(
  [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences begin with a control character
    /\u001b\[[0-9;:?]*[ -/]*[@-~]/u,
    /\p{Cf}/u,
    /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([0-7][0-9a-f])|&#x([0-9a-f]{1,6});/u,
    /\\(0[0-7]{2})|&#(\d{1,7});/u,
    /\\(["'`\\/nrtbfe])|&(amp|lt|gt|quot|apos);/u,
    /\\\r?\n[ \t]*/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
)

const NAMED = new Map(
  Object.entries({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', e: '\u001b', amp: '&', lt: '<', gt: '>', quot: '"' }),
)

function unescaped(written: string, groups: readonly (string | undefined)[]): string {
  const [braced, four, two, percent, hexEntity, octal, decimalEntity, character, entity] = groups
  const hex = braced ?? four ?? two ?? percent ?? hexEntity
  if (hex !== undefined) return characterOf(Number.parseInt(hex, 16), written)
  if (octal !== undefined) return characterOf(Number.parseInt(octal, 8), written)
  if (decimalEntity !== undefined) return characterOf(Number(decimalEntity), written)
  if (entity === 'apos') return "'"
  const name = character ?? entity
  return name === undefined ? '' : (NAMED.get(name) ?? name)
}

function characterOf(codePoint: number, written: string): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : written
}

/** A view with each match replaced; undefined where nothing matches. */
function rewrite(view: View, pattern: RegExp, replacement: (match: RegExpExecArray) => string): View | undefined {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  let last = 0
  const keep = (until: number) => {
    parts.push(view.text.slice(last, until))
    for (let index = last; index < until; index++) {
      starts.push(view.starts[index] ?? 0)
      ends.push(view.ends[index] ?? 0)
    }
  }
  for (const match of view.text.matchAll(pattern)) {
    const end = match.index + match[0].length
    keep(match.index)
    const text = replacement(match)
    const origin = originOf(view, match.index, end)
    parts.push(text)
    for (let unit = 0; unit < text.length; unit++) {
      starts.push(origin.start)
      ends.push(origin.end)
    }
    last = end
  }
  if (last === 0) return undefined
  keep(view.text.length)
  return { text: parts.join(''), starts, ends }
}

/**
 * What the base64 in a text decodes to, run after run, where that is text. Each unit came from the whole run, so that
 * a secret inside takes all of it.
 */
export function base64View(view: View): View | undefined {
  const parts: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const { 0: run, index } of view.text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)) {
    const decoded = Buffer.from(run, 'base64').toString('latin1')
    if (!/^[\t\n\r -~]*$/.test(decoded)) continue
    const origin = originOf(view, index, index + run.length)
    const text = decoded + SEPARATOR
    parts.push(text)
    for (let unit = 0; unit < text.length; unit++) {
      starts.push(origin.start)
      ends.push(origin.end)
    }
  }
  return parts.length ? { text: parts.join(''), starts, ends } : undefined
}
