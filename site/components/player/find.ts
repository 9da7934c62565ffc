/** The kinds of frame that a reader can look among, and what a frame must match. */
export const kinds = {
  all: { says: 'all frames', selector: '*' },
  tool_call: { says: 'calls', selector: '[data-type="tool_call"]' },
  tool_result: { says: 'results', selector: '[data-type="tool_result"]' },
  words: { says: 'words', selector: '[data-type="user"], [data-type="assistant"]' },
  evidence: { says: 'evidence', selector: '[data-marks]' },
} as const

export type Kind = keyof typeof kinds

/** One place that a search found: which frame, and which of the finds in it, both from 0. */
export interface Find {
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

/** Every find, in order. Without a text, each frame is one. `among` says which frames are looked at. */
export function findIn(texts: readonly string[], text: string, among: (frame: number) => boolean): Find[] {
  const wanted = folded(text)
  const finds: Find[] = []
  texts.forEach((content, frame) => {
    if (!among(frame)) return
    if (wanted === '') finds.push({ frame, nth: 0 })
    else {
      let nth = 0
      for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.length)) {
        finds.push({ frame, nth: nth++ })
      }
    }
  })
  return finds
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
