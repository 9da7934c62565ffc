import type { Nodes } from 'mdast'
import type { Place } from '../user-error.ts'
import { findLoose, type Loose } from './words.ts'

/** A number that the author bound to a figure. */
export interface QuotedNumber {
  at: Place
  /** The figure's id; empty where `of` is missing. */
  of: string
  written: string
  /** Where the written text stands in the file, as character offsets, so that it can be rewritten. */
  range: { start: number; end: number }
}

/** A sentence that the author bound to a predicate. */
export interface QuotedClaim {
  at: Place
  of: string
  sentence: string
}

/** A component of the site that the author placed. */
export interface QuotedElement {
  at: Place
  name: string
  /** As written: a text, or the source of an expression. */
  attributes: ReadonlyMap<string, string>
}

/** A stretch of prose: one paragraph, heading, cell or attribute, with what stands in it outside Num. */
export interface Block {
  text: string
  loose: (Loose & { at: Place; claim: QuotedClaim | undefined })[]
}

/** What a text of prose holds that is to be checked against data. */
export interface Prose {
  numbers: QuotedNumber[]
  claims: QuotedClaim[]
  elements: QuotedElement[]
  /** Files that the page needs, as it names them: pictures and what it imports. */
  needs: { at: Place; path: string }[]
  blocks: Block[]
  /** What the gate cannot read, and so cannot let pass. */
  unreadable: { at: Place; found: string; problem: string; mend: string }[]
}

/** Characters of a block, each with its offset in the file and the claim that it stands in. */
export type Flat = { text: string; offsets: number[]; claims: (QuotedClaim | undefined)[] }
export interface Context {
  prose: Prose
  file: string
  /** Where an offset stands in the file. */
  place(offset: number): Place
  /** The parsed text, and how far into the file it begins. */
  source: string
  shift: number
}

export function emptyFlat(): Flat {
  return { text: '', offsets: [], claims: [] }
}

/** Adds text whose characters stand at these offsets behind its beginning; where they are not known, all at it. */
export function append(
  flat: Flat,
  text: string,
  start: number,
  offsets: readonly number[] | undefined,
  claim: QuotedClaim | undefined,
): void {
  flat.text += text
  for (let index = 0; index < text.length; index++) {
    flat.offsets.push(start + (offsets?.[index] ?? 0))
    flat.claims.push(claim)
  }
}

export function search({ text, offsets, claims }: Flat, { prose, place, shift }: Context): void {
  const loose = findLoose(text).map((found) => ({
    ...found,
    at: place((offsets[found.start] ?? 0) + shift),
    claim: claims[found.start],
  }))
  prose.blocks.push({ text, loose })
}

/** Texts that stand beside the prose and reach the reader all the same: alternative texts, titles, attributes. */
export function separate(
  texts: readonly (string | null | undefined)[],
  { position }: { position?: Nodes['position'] },
  context: Context,
): void {
  const start = position?.start.offset ?? 0
  const source = context.source.slice(start, position?.end.offset)
  let from = 0
  for (const text of texts) {
    if (!text) continue
    const found = source.indexOf(text, from)
    const at = Math.max(found, 0)
    const flat = emptyFlat()
    append(
      flat,
      text,
      start + at,
      found === -1 ? undefined : Array.from({ length: text.length }, (_, index) => index),
      undefined,
    )
    search(flat, context)
    from = at + text.length
  }
}
