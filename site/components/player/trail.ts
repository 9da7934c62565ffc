import { addressOf, type Position } from './address.ts'

/** The page's address, as a reader moves through a run. It follows in a task of its own, once the frame is shown. */
export interface Trail {
  /** A step: the address of this history entry becomes the new position. */
  step(position: Position): void
  /** A jump: a new history entry, so that back returns to where the reader was. */
  jump(position: Position): void
}

// Browsers refuse more than a few address changes a second, and a reader who holds a key down makes thirty.
const pause = 300

export function createTrail(run: string): Trail {
  let waiting: { href: string; isNew: boolean } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let written = Number.NEGATIVE_INFINITY
  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (!waiting) return
    const { href, isNew } = waiting
    waiting = undefined
    written = performance.now()
    // In a page of 10,000 frames this takes the browser 3 ms, which is why no step waits for it.
    history[isNew ? 'pushState' : 'replaceState'](null, '', href)
  }
  const href = (position: Position) => `#${addressOf(run, position)}`
  return {
    step(position) {
      waiting = { href: href(position), isNew: waiting?.isNew ?? false }
      timer ??= setTimeout(write, written + pause - performance.now())
    },
    jump(position) {
      write()
      waiting = { href: href(position), isNew: true }
      timer = setTimeout(write)
    },
  }
}
