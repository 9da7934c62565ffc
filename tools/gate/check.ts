import type { Finding } from '../figures/claim.ts'
import { claims } from '../figures/claims.ts'
import { checkClaim, type NamedFigure } from '../figures/compute.ts'
import { writeFigure } from '../figures/format.ts'
import type { Measurement } from '../figures/measurement.ts'
import { disagreement, parseWritten } from '../figures/written.ts'
import { type Place, UserError } from '../user-error.ts'
import { checkElements } from './elements.ts'
import type { Block, QuotedClaim, QuotedNumber } from './flat.ts'
import type { Page } from './page.ts'
import { rowsBehind } from './rows.ts'
import { bound, type Loose, literalAt } from './words.ts'

/** What prose and built pages are checked against. */
export interface Facts {
  measurement: Measurement
  figures: ReadonlyMap<string, NamedFigure>
}

/** What a check met, so that it cannot pass by having looked at nothing. */
export interface Counts {
  numbers: number
  claims: number
  literals: number
}

/** Checks a page's prose against the data. Gives every disagreement, in the order of the file. */
export function checkPage(page: Page, facts: Facts): { disagreements: UserError[]; counts: Counts } {
  const { prose, literals } = page
  const used = new Set<number>()
  const stated = new Map<QuotedClaim, string[]>()
  const disagreements = [
    ...prose.numbers.flatMap((quoted) => checkNumber(quoted, facts) ?? []),
    ...checkElements(page, facts),
    ...prose.unreadable.map(({ at, ...complaint }) => new UserError({ ...at, ...complaint })),
  ]
  for (const block of prose.blocks) {
    for (const loose of block.loose) {
      const covering = literals.flatMap(({ text }, index) => (covers(text, block, loose) ? [index] : []))
      for (const index of covering) used.add(index)
      if (covering.length > 0) continue
      if (!loose.claim || isHidden(loose)) disagreements.push(unbound(loose, loose.at))
      else if (loose.kind === 'number') stated.set(loose.claim, [...(stated.get(loose.claim) ?? []), loose.text])
    }
  }
  disagreements.push(...prose.claims.flatMap((claim) => checkQuotedClaim(claim, stated.get(claim) ?? [], facts) ?? []))
  literals.forEach(({ text, at }, index) => {
    if (used.has(index)) return
    const problem = `the literal ${JSON.stringify(text)} covers no number and no comparing word of the prose`
    disagreements.push(
      new UserError({ ...at, problem, mend: 'delete the literal, or restore the words that it stood for' }),
    )
  })
  const counts = { numbers: prose.numbers.length, claims: prose.claims.length, literals: literals.length }
  return { disagreements: disagreements.toSorted(byPlace), counts }
}

function covers(literal: string, { text }: Block, loose: Loose): boolean {
  return literalAt(text, loose.start, loose.text.length, literal)
}

/** What is wrong with a written number that is bound to a figure; undefined where it agrees. */
export function checkNumber(
  { at, of, written }: Pick<QuotedNumber, 'at' | 'of' | 'written'>,
  { figures }: Facts,
): UserError | undefined {
  const figure = figures.get(of)
  if (!figure) return unknown('figure', of, [...figures.keys()], at)
  const number = parseWritten(written)
  const { says, computed } = figure
  if (!computed) {
    const problem = `${of} has no value: no row is picked (${says})`
    return new UserError({ ...at, problem, found: written, mend: 'the sentence needs to be thought about' })
  }
  const { value, format, from } = computed
  const behind = rowsBehind(from.rows)
  if (!number) {
    const problem = `${of} is written in a form that is no number`
    return new UserError({ ...at, problem, found: written, expected: writeFigure(value, format), behind })
  }
  const refusal = disagreement(number, value, format)
  if (!refusal) return undefined
  const problem = `${of} ${refusal.reason}: ${says}`
  return new UserError({ ...at, problem, found: written.trim(), expected: refusal.expected, behind })
}

/** What is wrong with a sentence that is bound to a claim; undefined where it holds. */
export function checkQuotedClaim(
  { at, of, sentence }: QuotedClaim,
  stated: readonly string[],
  { measurement }: Facts,
): UserError | undefined {
  const written = stated.map((text) => ({ text, number: parseWritten(text) }))
  const unread = written.find(({ number }) => number === undefined || number.mark !== '')
  if (unread) {
    const problem = `the claim ${of} cannot check "${unread.text}"`
    const mend = 'bind it with <Num of="…">, write it as a plain number, or declare it in literals'
    return new UserError({ ...at, problem, found: sentence.replace(/\s+/g, ' ').trim(), mend })
  }
  const numbers = written.flatMap(({ number }) => (number ? [number.value] : []))
  const finding: Finding | undefined = checkClaim(of, measurement, numbers)
  if (!finding) return unknown('claim', of, Object.keys(claims), at)
  if (finding.holds) return undefined
  const says = claims[of]?.says ?? ''
  return new UserError({
    ...at,
    problem: `${of} does not hold: ${says}`,
    found: sentence.replace(/\s+/g, ' ').trim(),
    expected: `what the data say: ${finding.found}`,
    behind: rowsBehind(finding.rows),
    mend: 'think about the sentence: a claim is never rewritten by a command',
  })
}

/** True for what hides a number, which no claim can check. */
export function isHidden({ kind }: Loose): boolean {
  return kind === 'attached' || kind === 'disguised'
}

/** A number or a comparing word that nothing binds to data, or what hides one. */
export function unbound(loose: Loose, at: Place): UserError {
  if (loose.kind === 'comparison') {
    const problem = `"${loose.text}" compares or counts, and nothing checks it`
    return new UserError({
      ...at,
      problem,
      mend: 'put the sentence in <Claim of="…">, or declare the words in literals',
    })
  }
  if (loose.kind === 'attached') {
    const written = loose.text.replaceAll(bound, '…')
    const problem = `"${written}" runs into a number that is bound, and a reader reads another one`
    return new UserError({ ...at, problem, mend: 'put the whole number with its unit into one Num, or set it apart' })
  }
  if (loose.kind === 'disguised') {
    const codes = [...loose.text].map(
      (character) => `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
    )
    const problem = 'characters in a word are not what they look like, and may hide a number'
    return new UserError({ ...at, problem, found: codes.join(' '), mend: 'write the word in plain letters' })
  }
  const problem = `the number "${loose.text}" is bound to nothing`
  return new UserError({ ...at, problem, mend: 'bind it with <Num of="…">, or declare it in literals with a reason' })
}

function unknown(what: 'figure' | 'claim', id: string, ids: readonly string[], at: Place): UserError {
  const known = id.split(/[.-]/).filter((part) => part.length > 2)
  const alike = (other: string) => known.filter((part) => other.includes(part)).length
  const near = ids
    .filter((other) => alike(other) > 0)
    .toSorted((one, other) => alike(other) - alike(one))
    .slice(0, 6)
  return new UserError({
    ...at,
    problem: id === '' ? `names no ${what}: of="…" is missing` : `no ${what} is called ${id}`,
    expected: near.length > 0 ? `one of its like: ${near.join(', ')}` : `an id that npm run figures lists`,
    mend: what === 'figure' ? 'npm run figures lists every figure' : 'npm run figures lists every claim as well',
  })
}

function byPlace({ complaint: one }: UserError, { complaint: other }: UserError): number {
  return (one.line ?? 0) - (other.line ?? 0) || (one.column ?? 0) - (other.column ?? 0)
}
