const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * The sentences of a text, without the white space around them. Where one ends is what Unicode says (UAX 29), once what
 * only looks like an end is out of its sight: the stops of names, numbers and abbreviations, and what is quoted or in
 * brackets. Where that leaves it unsure, such as at a stop with a small letter after it, the sentence goes on.
 * An empty line ends a sentence, and each line of a list is one.
 *
 * @example
 * sentencesIn('It (see call 1.) is agent/src/config.ts:1, e.g. v1.2. Nothing else was returned') // two
 */
export function sentencesIn(text: string): string[] {
  const sentences: string[] = []
  let begin = 0
  for (const { index, segment } of segmenter.segment(shapeOf(text))) {
    const end = index + segment.length
    // What has no letter, such as the number of an item, belongs to what follows.
    if (!/\p{L}/u.test(text.slice(index, end))) continue
    sentences.push(text.slice(begin, end))
    begin = end
  }
  const last = sentences.pop()
  return last === undefined ? [] : [...sentences, last + text.slice(begin)].map((words) => words.trim())
}

/** A text of the same length in which nothing but the end of a sentence looks like one. */
function shapeOf(text: string): string {
  return capitals(stops(abbreviations(lines(brackets(quotations(text))))))
}

const quoted = [
  /(?<!`)(`{1,3})(?!`)[^`]+\1(?!`)/g,
  /(?<![\p{L}\p{N}])"(?=\S)[^"]*(?<=\S)"(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])'(?=\S)(?:[^']|(?<=\p{L})'(?=\p{L}))*'(?![\p{L}\p{N}])/gu,
  /‘(?:[^‘’]|(?<=\p{L})’(?=\p{L}))*’/gu,
  /“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|‹[^‹›]*›|「[^「」]*」|『[^『』]*』/g,
]

function quotations(text: string): string {
  return quoted.reduce((shape, span) => shape.replaceAll(span, asWord), text)
}

const innermost = /[([{（][^()[\]{}（）]*[)\]}）]/g

/** What stands in brackets as what stands in quotation marks, from the innermost out, as deep as anybody nests them. */
function brackets(text: string): string {
  let shape = text
  for (let depth = 0; depth < 8; depth++) {
    shape = shape.replaceAll(innermost, (span) => `"${asWord(span).slice(1, -1)}"`)
  }
  return shape
}

/**
 * The words between two marks as one, with the case of the first of them where the marks are brackets: what begins
 * there with a small letter begins no sentence. The stop before the second mark is kept, since it may end the sentence
 * around both.
 */
function asWord(span: string): string {
  const letter = /^[([{（]\p{Ll}/u.test(span) ? 'x' : 'X'
  const stop = letter === 'X' && /.[^.…][.?!].$/s.test(span) && !/etc\..$/.test(span) ? '.' : ''
  return `${span.charAt(0)}${stop.padStart(span.length - 2, letter)}${span.slice(-1)}`
}

const item = '[^\\S\\n]*(?:[-*•–]|\\p{N}+[.)])\\s'
const listItem = new RegExp(`^${item}`, 'gmu')
const between = { paragraphs: /\n(?=[^\S\n]*\n)/g, items: new RegExp(`\\n(?=[^\\S\\n]*\\n|${item})`, 'gu') }

/** Leaves of line ends those that stand between paragraphs, and between the items of a list of two or more. */
function lines(text: string): string {
  const shape = text.replaceAll(/\r\n|[\r\x85\u2028\u2029]/g, (end) => '\n'.padStart(end.length))
  const list = (shape.match(listItem)?.length ?? 0) > 1
  return shape.replaceAll(list ? between.items : between.paragraphs, '\u2029').replaceAll(/(?!\u2029)[\s\p{Cc}]/gu, ' ')
}

/** Single letters (`e.g.`), words that stand before what they belong to, and those that stand before a number. */
const abbreviated = [
  /(?<![\p{L}\p{N}])\p{L}\.(?: ?\p{L}\.)+/gu,
  /(?<![\p{L}\p{N}])(?:eg|ie|vs|cf|approx|resp|incl|excl|esp|ca|viz|dr|mrs?|prof)\./giu,
  /(?<![\p{L}\p{N}])(?:nos?|nr|pp?|ll?|v|figs?|secs?|ch|vol|eqs?|min|max|ver)\.(?= ?\p{N})/giu,
]

function abbreviations(text: string): string {
  return abbreviated.reduce((shape, short) => shape.replaceAll(short, (words) => words.replaceAll('.', '_')), text)
}

const afterStop = /["'\p{Pe}\p{Pf}\p{Pi}]*(?:\s|$)/uy
const afterEllipsis = /["'\p{Pe}\p{Pf}\p{Pi}]*\s+\p{Lu}(?!\p{Lu})/uy

/** Keeps the stops that stand after a word and before a space, and ellipses after a word and before a capitalized one. */
function stops(text: string): string {
  return text.replaceAll(/[.?!…]+/g, (run, start: number) => {
    const after = /^(?:\.\.+|…+)$/.test(run) ? afterEllipsis : afterStop
    after.lastIndex = start + run.length
    const ends = /[^\s/\\]/.test(text.charAt(start - 1)) && after.test(text)
    return ends ? run.replaceAll('…', '.') : '_'.repeat(run.length)
  })
}

/** Numbers, and names that are written in code (`search_files`, `agent/src`), begin a sentence as a capital does. */
function capitals(text: string): string {
  return text.replaceAll(/(?<!\S)(?:\p{N}|\p{Ll}(?=\S*(?:[_/]|:[\p{L}\p{N}]|\p{Ll}\p{Lu})))/gu, (first) =>
    'X'.repeat(first.length),
  )
}
