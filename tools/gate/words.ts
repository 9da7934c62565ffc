import { numberWords } from '../figures/words.ts'

/** Words that count without being a number as `Num` takes it. */
const countingWords = [
  'twice',
  'thrice',
  'dozen',
  'doubled?',
  'half',
  'halves',
  'halved',
  'tripled?',
  'quadrupled?',
  'quarter',
  'billion',
  'trillion',
]

/** Words that compare or count over things: they assert something of data, so they stand in a claim. */
const comparisons = [
  'most',
  'none',
  'every',
  'majority',
  'majorities',
  'more than',
  'less than',
  'fewer than',
  'at least',
  'at most',
  'the lowest',
  'the highest',
  'the least',
  'the fewest',
]

/** Stands for code, a quotation or anything else whose text is not the prose's own. */
export const elsewhere = '\uFFFC'
/** Stands for a number that is bound to a figure. A character that no text has a use for. */
export const bound = '\uE000'

const begins = String.raw`(?<![\p{L}\p{N}])`
const ends = String.raw`(?![\p{L}\p{N}])`
const numberWord = [...numberWords]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replace(/y$/, '(?:y|ies)'))
  .join('|')
const anyNumber = new RegExp(
  [
    // Digits of any script, with what separates them: 142,893 and 0.93 are one number each.
    String.raw`[+−-]?\$?\p{N}+(?:[.,]\p{N}+)*(?:\s?%)?`,
    '[一二三四五六七八九十百千万億]+',
    String.raw`${begins}(?:(?:one|a)\s+(?=hundred|thousand|million))?(?:${numberWord})(?:s|es|fold)?(?:(?:\s+|-)(?:and\s+)?(?:${numberWord}|one)(?:s|es|fold)?)*${ends}`,
    `${begins}(?:${countingWords.join('|')})s?${ends}`,
    String.raw`${begins}(?:one|a)[\s-]+(?:third|fifth|sixth|seventh|eighth|ninth|tenth|hundredth|thousandth)(?=\s+of\b)`,
  ].join('|'),
  'giu',
)
const anyComparison = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:${comparisons.join('|').replaceAll(' ', String.raw`\s+`)})(?![\p{L}\p{N}-])`,
  'giu',
)
/** What stands so close to a bound number that a reader reads another number, or another unit, than was checked. */
const anyAttached = new RegExp(
  [
    String.raw`(?:[\p{L}\p{M}\p{N}$€£]|(?<![\p{L}\p{N}])[+−-])${bound}`,
    String.raw`${bound}(?:[\p{L}\p{M}\p{N}]|\s?[%‰]|\s+per\s?cent|[\s-]+one${ends}|[\s-]*${bound})`,
  ].join('|'),
  'giu',
)
/** Characters that no reader sees, inside a word or a number. */
const anyInvisible = new RegExp(
  String.raw`(?<=[\p{L}\p{N}${bound}])\p{Default_Ignorable_Code_Point}+(?=[\p{L}\p{N}${bound}%])`,
  'gu',
)
const anyWord = /[\p{L}\p{M}]+/gu

/** Something in a text that is to be bound to data, or that hides what it says. */
export interface Loose {
  kind: 'number' | 'comparison' | 'attached' | 'disguised'
  text: string
  /** Where it begins in the text, from 0. */
  start: number
}

/**
 * Every number and every comparing word of a text, in order, and what would hide one: invisible characters and foreign
 * letters inside words, and text that runs into a bound number. What stands between typographic quotation marks is a
 * quotation and is left out.
 */
export function findLoose(text: string): Loose[] {
  const own = text.replace(/“[^“”]*”/g, (quotation) => elsewhere.repeat(quotation.length))
  const found = (kind: Loose['kind'], matches: Iterable<RegExpExecArray>): Loose[] =>
    [...matches].map((match) => ({ kind, text: match[0], start: match.index }))
  return [
    ...found('number', own.matchAll(anyNumber)),
    ...found('comparison', own.matchAll(anyComparison)),
    ...found('attached', own.includes(bound) ? own.matchAll(anyAttached) : []),
    ...found('disguised', own.matchAll(anyInvisible)),
    ...found('disguised', isDisguised(own) ? [...own.matchAll(anyWord)].filter(([word]) => isDisguised(word)) : []),
  ].sort((a, b) => a.start - b.start)
}

/**
 * True where letters look like Latin ones and are not: `ﬁve` with a ligature, `ѕix` with a Cyrillic letter, or a letter
 * with a mark that no language writes over it.
 */
function isDisguised(text: string): boolean {
  const latin = (word: string) => word.match(/[a-z]/gi)?.length ?? 0
  const composed = text.normalize('NFC')
  return latin(text.normalize('NFKC')) !== latin(composed) || /[a-z]\p{M}/iu.test(composed) || isMixed(text)
}

function isMixed(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u.test(text)
}

/**
 * True where a range of a text lies within an occurrence of one of the declared literals, as a whole word. A line end
 * in the prose is a space like any other.
 */
export function literalAt(text: string, start: number, length: number, literal: string): boolean {
  const words = literal
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const before = /^[\p{L}\p{N}]/u.test(literal.trim()) ? begins : ''
  const after = /[\p{L}\p{N}]$/u.test(literal.trim()) ? ends : ''
  const pattern = new RegExp(`${before}${words.join(String.raw`\s+`)}${after}`, 'gu')
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match.index <= start && start + length <= match.index + match[0].length) return true
    pattern.lastIndex = match.index + 1
  }
  return false
}
