import type { Position } from './address.ts'

/** The frames of a transcript, of which one is shown. It holds no copy of the run: the DOM is the data. */
export interface Stage {
  frames: readonly HTMLElement[]
  /** Shows one frame, hides the one that was shown, and brings an observation of it into view. */
  show(position: Position): void
}

/**
 * Takes over the frames below `root`. A hidden frame is `hidden="until-found"`: the browser's own search and a link to
 * the frame still find it, and `onFound` is then told.
 */
export function createStage(root: HTMLElement, onFound: (frame: number) => void): Stage {
  const frames = [...root.querySelectorAll<HTMLElement>('.frame')]
  const list = frames[0]?.parentElement
  let shown: HTMLElement | undefined
  for (const frame of frames) frame.setAttribute('hidden', 'until-found')
  root.addEventListener('beforematch', ({ target }) => {
    const found = target instanceof Element ? target.closest<HTMLElement>('.frame') : null
    if (found) onFound(frames.indexOf(found))
  })
  return {
    frames,
    show({ frame, observation }) {
      const next = frames[frame]
      if (!next) return
      if (next !== shown) {
        shown?.setAttribute('hidden', 'until-found')
        next.removeAttribute('hidden')
        shown = next
        list?.scrollTo(0, 0)
      }
      const row = observation === undefined ? null : next.ownerDocument.getElementById(`${next.id}/o${observation + 1}`)
      if (list && row) list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top - 48
    },
  }
}

/** What a frame is called, as the transcript prints it: `Search result, 40 matches`. */
export function titleOf(frame: Element | undefined): string {
  return frame?.querySelector('.frame-title')?.textContent ?? ''
}

/** A frame's context as the transcript prints it: `1,018 tokens in context, 728 added`. */
export function contextOf(frame: Element | undefined): string {
  return frame?.querySelector('.frame-context')?.textContent ?? ''
}

/** The size of a frame's context in tokens; null where it was not reported. */
export function tokensOf(frame: HTMLElement | undefined): number | null {
  const tokens = Number(frame?.dataset.tokens ?? Number.NaN)
  return Number.isNaN(tokens) ? null : tokens
}
