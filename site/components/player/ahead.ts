import type { Stage } from './stage.ts'

/**
 * Has the browser lay out the frame that a reader is about to step to, out of sight, while they read: the step then only
 * shows it. A long run is stepped through like a short one, and a step is what a reader does most.
 */
export interface Ahead {
  /** Takes back what was laid out, before another frame is shown, unless it is that frame. */
  release(next: HTMLElement | undefined): void
  /** Lays out the frame at this index, in a task of its own. */
  prepare(index: number): void
}

export function createAhead({ frames }: Stage): Ahead {
  let laid: HTMLElement | undefined
  /** How it was hidden. */
  let hidden: HTMLElement['hidden'] = true
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    release(next) {
      clearTimeout(timer)
      if (!laid) return
      delete laid.dataset.ahead
      if (laid !== next) {
        laid.hidden = hidden
        const part = laid.parentElement
        // Where nothing else of its part is shown, the part is hidden as it was.
        if (part && !part.querySelector(':scope > .frame:not([hidden])')) part.hidden = hidden
      }
      laid = undefined
    },
    prepare(index) {
      timer = setTimeout(() => {
        laid = frames[index]
        if (!laid?.parentElement) return
        laid.dataset.ahead = ''
        hidden = laid.hidden
        laid.hidden = false
        laid.parentElement.hidden = false
      })
    },
  }
}
