import { formatCount } from '../../../tools/counted.ts'
import { exactHtml } from './exact.ts'

/*
 * Large results: the first and the last of a result are shown, and what is between them stands folded until the reader
 * asks for all of it. Everything is in the page; only the player folds. What is folded stands in pieces that the
 * browser lays out as they come into view, so that five megabytes unfold at once.
 */

/** A list up to this long is shown whole. */
const wholeList = 24
const listHead = 8
const listTail = 4
/** A list longer than this is laid out in pieces, of so many rows each. */
const onePiece = 100
const rowsPerPiece = 20

/** A text up to this long is shown whole. */
const wholeText = { lines: 60, characters: 6000 }
const textHead = { lines: 20, characters: 2000 }
const textTail = { lines: 5, characters: 500 }
const charactersPerPiece = 8192

export interface Piece<T> {
  items: { item: T; index: number; folded: boolean }[]
  /** True where nothing in the piece is shown. */
  folded: boolean
}

/** Lays a list out in pieces, and folds its middle but for what `keep` asks to be shown. */
export function foldList<T>(
  items: readonly T[],
  keep: (index: number) => boolean,
): { pieces: Piece<T>[]; hidden: number } {
  const isLong = items.length > wholeList
  const folds = items.map((item, index) => ({
    item,
    index,
    folded: isLong && index >= listHead && index < items.length - listTail && !keep(index),
  }))
  const pieces: Piece<T>[] = []
  const rows = folds.length <= onePiece ? onePiece : rowsPerPiece
  for (let start = 0; start < folds.length; start += rows) {
    const piece = folds.slice(start, start + rows)
    pieces.push({ items: piece, folded: piece.every(({ folded }) => folded) })
  }
  return { pieces, hidden: folds.filter(({ folded }) => folded).length }
}

/** Where in a list the offer to unfold it stands: before this index. */
export const unfoldBefore = listHead

export interface FoldedText {
  html: string
  /** `Show all 1,234 lines (1,209 hidden)`; none where the text is shown whole. */
  offer: string | undefined
}

/** The exact HTML of a text, its middle folded where it is long. */
export function foldText(text: string): FoldedText {
  const lines = text.split('\n').length
  if (lines <= wholeText.lines && text.length <= wholeText.characters)
    return { html: exactHtml(text), offer: undefined }
  const head = headEnd(text)
  const tail = Math.max(head, tailStart(text))
  const middle = text.slice(head, tail)
  const html = [
    `<span class="piece">${exactHtml(text.slice(0, head))}</span>`,
    ...piecesOf(middle).map((piece) => `<span class="piece fold">${exactHtml(piece)}</span>`),
    `<span class="piece">${exactHtml(text.slice(tail))}</span>`,
  ].join('')
  const byLines = lines > wholeText.lines
  const [all, hidden] = byLines ? [lines, middle.split('\n').length - 1] : [text.length, middle.length]
  return {
    html,
    offer: `Show all ${formatCount(all)} ${byLines ? 'lines' : 'characters'} (${formatCount(hidden)} hidden)`,
  }
}

/** Cuts a text into pieces of bounded length, after a line break where there is one. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = start + charactersPerPiece
    const cut = end >= text.length ? text.length : (lineEnd(text, start, end) ?? between(text, end))
    pieces.push(text.slice(start, cut))
    start = cut
  }
  return pieces
}

function headEnd(text: string): number {
  let end = -1
  for (let line = 0; line < textHead.lines; line++) {
    const next = text.indexOf('\n', end + 1)
    if (next === -1 || next >= textHead.characters) return end === -1 ? between(text, textHead.characters) : end + 1
    end = next
  }
  return end + 1
}

function tailStart(text: string): number {
  const earliest = between(text, text.length - textTail.characters)
  let start = text.length
  for (let line = 0; line < textTail.lines; line++) {
    const before = start < 2 ? -1 : text.lastIndexOf('\n', start - 2)
    if (before + 1 < earliest) return start === text.length ? earliest : start
    start = before + 1
  }
  return start
}

function lineEnd(text: string, start: number, end: number): number | undefined {
  const last = text.lastIndexOf('\n', end - 1)
  return last < start ? undefined : last + 1
}

/** The index itself, or the one before where it would cut a surrogate pair in two. */
function between(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
}
