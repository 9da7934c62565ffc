import { findKnown, type Known } from './known.ts'
import { type Finding, findByRule, namesSecret } from './rules.ts'
import { findBySecretlint } from './secretlint.ts'
import { base64View, decodedViews, joinedView, originOf, SEPARATOR, type View } from './view.ts'

/** A string of a file. */
export interface Leaf {
  text: string
  /** The key under which it stands, where it is a value. */
  key?: string | undefined
  /** Leaves of one thread are lines of one file, so that a secret may run over several of them. */
  thread?: string | undefined
}

/** A part of a leaf that must not be published. */
export interface Leak extends Finding {
  /** Which leaf, from 0. */
  leaf: number
}

/**
 * Everything in these strings that must not be published, in order and without overlaps. Each string is read as it is
 * written and with its escapes taken off, layer by layer; words that a line end breaks in two are joined again, and
 * base64 is looked into.
 */
export async function findLeaks(leaves: readonly Leaf[], known: Known): Promise<Leak[]> {
  const documents = [documentOf(leaves), threadsOf(leaves), namedOf(leaves)]
  const leaks: Leak[] = []
  for (const document of documents) {
    if (document.text === '') continue
    for (const { start, end, kind } of await findInDocument(document.text, known)) {
      leaks.push(...document.pieces.flatMap((piece) => within(piece, start, end, kind)))
    }
  }
  return merge(leaks)
}

/** What stands in the place of something that was taken out. */
export function markOf(kind: string): string {
  return `[redacted: ${kind}]`
}

const MARK = /\[redacted: [a-z0-9-]+\]/g

/** A character for private use, which is part of no word that a rule knows. */
const BLANK = '\uE000'

/** A text made of leaves, and where each of them stands in it. */
interface Document {
  text: string
  pieces: { leaf: number; start: number; end: number }[]
}

function documentOf(leaves: readonly Leaf[]): Document {
  return assemble(leaves.map(({ text }, leaf) => [{ leaf, text }, SEPARATOR]))
}

/** The lines of each thread one below the other. */
function threadsOf(leaves: readonly Leaf[]): Document {
  const indexed = leaves.flatMap(({ text, thread }, leaf) => (thread === undefined ? [] : [{ leaf, text, thread }]))
  const threads = [...Map.groupBy(indexed, ({ thread }) => thread).values()].filter(({ length }) => length > 1)
  return assemble(threads.map((lines) => [...lines.flatMap((line) => [line, '\n']), SEPARATOR]))
}

/** Values under a key that names a secret, as they would stand in a file: `password: "…"`. */
function namedOf(leaves: readonly Leaf[]): Document {
  return assemble(
    leaves.flatMap(({ text, key }, leaf) =>
      key !== undefined && namesSecret(key) ? [[`${key}: "`, { leaf, text }, '"', SEPARATOR]] : [],
    ),
  )
}

function assemble(parts: (string | { leaf: number; text: string })[][]): Document {
  const texts: string[] = []
  const pieces: Document['pieces'] = []
  let length = 0
  for (const part of parts.flat()) {
    const text = typeof part === 'string' ? part : withoutMarks(part.text)
    if (typeof part !== 'string') pieces.push({ leaf: part.leaf, start: length, end: length + text.length })
    texts.push(text)
    length += text.length
  }
  return { text: texts.join(''), pieces }
}

/** A mark of an earlier pass is nothing to find: it is blanked, and its length kept. */
function withoutMarks(text: string): string {
  return text.replaceAll(MARK, (mark) => BLANK.repeat(mark.length))
}

async function findInDocument(text: string, known: Known): Promise<Finding[]> {
  const findings: Finding[] = []
  const look = async (view: View | undefined) => {
    if (!view) return
    const found = [...(await findBySecretlint(view.text)), ...findByRule(view.text), ...findKnown(view.text, known)]
    for (const { start, end, kind } of found) {
      if (/^[\s\uE000]*$/.test(view.text.slice(start, end))) continue
      findings.push({ ...originOf(view, start, end), kind })
    }
  }
  for (const view of decodedViews(text)) {
    await look(view)
    await look(joinedView(view))
    await look(base64View(view))
  }
  return findings
}

function within(piece: Document['pieces'][number], start: number, end: number, kind: string): Leak[] {
  const from = Math.max(start, piece.start)
  const to = Math.min(end, piece.end)
  return from < to ? [{ leaf: piece.leaf, start: from - piece.start, end: to - piece.start, kind }] : []
}

/** Overlapping parts become one, of the kind that was found first. */
function merge(leaks: readonly Leak[]): Leak[] {
  const ordered = leaks.toSorted((one, other) => one.leaf - other.leaf || one.start - other.start)
  const merged: Leak[] = []
  for (const leak of ordered) {
    const last = merged.at(-1)
    if (last && last.leaf === leak.leaf && leak.start < last.end) last.end = Math.max(last.end, leak.end)
    else merged.push({ ...leak })
  }
  return merged
}
