/** The kinds of frame that a reader can look among, and what a frame must match. */
export const kinds = {
  all: { says: 'all frames', selector: '*' },
  tool_call: { says: 'calls', selector: '[data-type="tool_call"]' },
  tool_result: { says: 'results', selector: '[data-type="tool_result"]' },
  words: { says: 'words', selector: '[data-type="user"], [data-type="assistant"]' },
  evidence: { says: 'evidence', selector: '[data-marks]' },
} as const

export type Kind = keyof typeof kinds

/** What a search found: how often in each frame, and in all. */
export interface Finds {
  counts: Uint32Array
  total: number
}

/** Where one find is: in which frame, and which of that frame's finds it is, both from 0. */
export interface Place {
  frame: number
  nth: number
}

/** The recorded strings of a frame, in order. What stands in two of them is never found as one. */
const recorded = '.frame-content, .frame-tool, .frame-args, [data-key], .match > td, .files > li'

/** The text of every frame, folded for search. Made in slices, so that a long run does not hold the page up. */
export async function indexFrames(frames: readonly HTMLElement[], breathe: () => Promise<void>): Promise<string[]> {
  const texts: string[] = []
  let since = performance.now()
  for (const frame of frames) {
    texts.push([...frame.querySelectorAll(recorded)].map((element) => folded(element.textContent ?? '')).join('\n'))
    if (performance.now() - since < 12) continue
    await breathe()
    since = performance.now()
  }
  return texts
}

/** Counts a text in every frame. Without a text, each frame is one find. `among` says which frames are looked at. */
export function findIn(texts: readonly string[], text: string, among: (frame: number) => boolean): Finds {
  const wanted = folded(text)
  const counts = new Uint32Array(texts.length)
  let total = 0
  texts.forEach((content, frame) => {
    if (!among(frame)) return
    const count = wanted === '' ? 1 : occurrences(content, wanted)
    counts[frame] = count
    total += count
  })
  return { counts, total }
}

/** Where the find with this number is, from 0. */
export function placeOf({ counts }: Finds, find: number): Place | undefined {
  let before = 0
  for (const [frame, count] of counts.entries()) {
    if (find < before + count) return { frame, nth: find - before }
    before += count
  }
  return undefined
}

/** The number of the first find from a frame on; the first of all where there is none. */
export function firstFrom({ counts, total }: Finds, from: number): number {
  const before = counts.subarray(0, from).reduce((sum, count) => sum + count, 0)
  return before < total ? before : 0
}

function occurrences(content: string, wanted: string): number {
  let count = 0
  for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.length)) count++
  return count
}

/** Lower case, where that leaves every character in its place. */
function folded(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

/** The finds of a text in one frame, as ranges of its text nodes. */
export function rangesIn(frame: HTMLElement, text: string): Range[] {
  const wanted = folded(text)
  if (wanted === '') return []
  return [...frame.querySelectorAll(recorded)].flatMap((element) => {
    const content = folded(element.textContent ?? '')
    const ranges: Range[] = []
    for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.length)) {
      ranges.push(rangeOf(element, at, at + wanted.length))
    }
    return ranges
  })
}

function rangeOf(element: Element, start: number, end: number): Range {
  const range = document.createRange()
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let passed = 0
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (start >= passed && start < passed + length) range.setStart(node, start - passed)
    if (end > passed && end <= passed + length) {
      range.setEnd(node, end - passed)
      break
    }
    passed += length
  }
  return range
}
