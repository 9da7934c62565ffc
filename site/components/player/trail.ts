import type { Position } from './address.ts'

/** The page's address, as a reader moves through a run. */
export interface Trail {
  /** A step: the address of this history entry becomes the new position. */
  step(position: Position): void
  /** A jump: a new history entry, so that back returns to where the reader was. */
  jump(position: Position): void
  /** Writes a step that still waits. */
  flush(): void
}

// Browsers refuse more than a few address changes a second, and a reader who holds a key down makes thirty.
const pause = 300

/** `href` says where a position is to be found: `#run/f9`. */
export function createTrail(href: (position: Position) => string): Trail {
  let waiting: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting) history.replaceState(null, '', waiting)
    waiting = undefined
  }
  const rest = () => {
    timer = setTimeout(() => {
      timer = undefined
      if (!waiting) return
      flush()
      rest()
    }, pause)
  }
  return {
    step(position) {
      waiting = href(position)
      if (timer) return
      flush()
      rest()
    },
    jump(position) {
      flush()
      history.pushState(null, '', href(position))
    },
    flush,
  }
}
