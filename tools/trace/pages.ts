import type { Trace } from './schema.ts'

/** Frames of a run that stand on one page: from an index (from 0) up to another, which is not among them. */
export interface FramePage {
  from: number
  to: number
}

const large = { frames: 500, characters: 1_000_000 }
/** What a browser lays out within a blink. */
const page = { frames: 250, characters: 250_000 }

/** True for a run that would make a post slow to open: it stands on pages of its own, `/runs/<id>/`. */
export function isLarge(trace: Trace): boolean {
  return trace.frames.length > large.frames || JSON.stringify(trace).length > large.characters
}

/** The name of a page of a large run, below that of all runs; the first has number 1. */
export function pageName(run: string, number: number): string {
  return number === 1 ? run : `${run}/${number}`
}

/** Where it stands on the site. */
export function pageAddress(run: string, number: number): string {
  return `/runs/${pageName(run, number)}/`
}

/** The pages of a large run, in order. Every frame stands on one of them; a frame that is too long for any, alone. */
export function framePages({ frames }: Pick<Trace, 'frames'>): FramePage[] {
  const pages: FramePage[] = []
  let characters = 0
  frames.forEach((frame, index) => {
    const { length } = JSON.stringify(frame)
    const last = pages.at(-1)
    const isFull = last && (index - last.from === page.frames || characters + length > page.characters)
    if (!last || isFull) {
      pages.push({ from: index, to: index + 1 })
      characters = length
    } else {
      last.to = index + 1
      characters += length
    }
  })
  return pages
}
