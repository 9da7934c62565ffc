import { numberWords } from '../figures/words.ts'

/** Words that count without being a number. */
const countingWords = ['twice', 'thrice', 'dozen', 'double', 'half', 'triple']

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

const numberWord = `(?:${[...numberWords].sort((a, b) => b.length - a.length).join('|')})(?:s|es)?`
const anyNumber = new RegExp(
  [
    // Digits of any script, with what separates them: 142,893 and 0.93 are one number each.
    String.raw`[+−-]?\$?\p{N}+(?:[.,]\p{N}+)*(?:\s?%)?`,
    String.raw`(?<![\p{L}\p{N}])(?:(?:one|a) (?=hundred|thousand|million))?${numberWord}(?:[ -](?:and )?(?:${numberWord}|one))*(?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])(?:${countingWords.join('|')})s?(?![\p{L}\p{N}])`,
  ].join('|'),
  'giu',
)
const anyComparison = new RegExp(String.raw`(?<![\p{L}\p{N}-])(?:${comparisons.join('|')})(?![\p{L}\p{N}-])`, 'giu')

/** A number or a comparing word that stands in a text. */
export interface Loose {
  kind: 'number' | 'comparison'
  text: string
  /** Where it begins in the text, from 0. */
  start: number
}

/** Stands for code, a quotation or anything else whose text is not the prose's own. */
export const elsewhere = '\uFFFC'

/**
 * Every number and every comparing word of a text, in order. What stands between typographic quotation marks is a
 * quotation and is left out.
 */
export function findLoose(text: string): Loose[] {
  const own = text.replace(/“[^“”]*”/g, (quotation) => elsewhere.repeat(quotation.length))
  const found = (kind: Loose['kind'], pattern: RegExp): Loose[] =>
    [...own.matchAll(pattern)].map((match) => ({ kind, text: match[0], start: match.index }))
  return [...found('number', anyNumber), ...found('comparison', anyComparison)].sort((a, b) => a.start - b.start)
}

/** True where a range of a text lies within an occurrence of one of the declared literals, as a whole word. */
export function literalAt(text: string, start: number, length: number, literal: string): boolean {
  for (let at = text.indexOf(literal); at !== -1; at = text.indexOf(literal, at + 1)) {
    const wordBefore = /[\p{L}\p{N}]$/u.test(text.slice(0, at)) && /^[\p{L}\p{N}]/u.test(literal)
    const wordAfter = /^[\p{L}\p{N}]/u.test(text.slice(at + literal.length)) && /[\p{L}\p{N}]$/u.test(literal)
    if (!wordBefore && !wordAfter && at <= start && start + length <= at + literal.length) return true
  }
  return false
}
