import type { Position } from './address.ts'
import type { RailFrame } from './rail.ts'

/** The frames of a transcript, of which one is shown. It holds no copy of the run: the DOM is the data. */
export interface Stage {
  /** By their index; a hole stands for one that is not here yet. */
  frames: readonly (HTMLElement | undefined)[]
  /** The frame that is shown, from 0. */
  readonly index: number
  /** Shows one frame, hides the one that was shown, and brings an observation of it into view. */
  show(position: Position): void
  /** Takes in frames that came later, in the parts in which the transcript holds them. */
  admit(parts: Iterable<Element>): void
  /** Brings a place in the shown frame into view, and unfolds what it stands in. */
  reveal(place: Element | Range | undefined | null): void
}

/**
 * Beyond this length, what is hidden is hidden for good: to show what was `until-found` costs Chromium a walk over the
 * whole page, 7 ms at 10,000 frames.
 */
const longRun = 200

/**
 * Takes over the frames below `root`. A hidden frame is `hidden="until-found"`: the browser's own search and a link to
 * the frame still find it, and `onFound` is then told. `count` is how many frames the run has, here or not.
 */
export function createStage(root: HTMLElement, count: number, onFound: (frame: number) => void): Stage {
  const frames: (HTMLElement | undefined)[] = []
  const list = root.querySelector<HTMLElement>('.frames')
  const away = count > longRun ? true : 'until-found'
  let index = 0
  let shown: HTMLElement | undefined
  const admit = (parts: Iterable<Element>) => {
    for (const part of parts) {
      if (!(part instanceof HTMLOListElement)) continue
      part.hidden = away
      for (const frame of part.querySelectorAll<HTMLElement>('.frame')) {
        frame.hidden = away
        frames[Number(frame.dataset.frame)] = frame
      }
    }
  }
  admit(root.querySelectorAll('.part'))
  const exchange = (next: HTMLElement | undefined) => {
    const [from, to] = [shown?.parentElement, next?.parentElement]
    if (shown) shown.hidden = away
    if (from && from !== to) from.hidden = away
    if (to && from !== to) to.hidden = false
    if (next) next.hidden = false
    shown = next
  }
  if (list) list.tabIndex = 0
  // Noted when it happens: to ask, or to scroll what stands at its top, has the browser lay the page out once more a step.
  let isScrolled = false
  list?.addEventListener('scroll', () => {
    isScrolled = list.scrollTop > 0
  })
  root.addEventListener('beforematch', ({ target }) => {
    const found = target instanceof Element ? target.closest<HTMLElement>('.frame') : null
    if (found && found !== shown) onFound(frames.indexOf(found))
  })
  root.addEventListener('click', ({ target }) => {
    const unfold = target instanceof Element ? target.closest('.unfold') : null
    unfold?.closest('.long')?.setAttribute('data-open', '')
  })
  const reveal: Stage['reveal'] = (place) => {
    if (!place || !list) return
    const element = place instanceof Element ? place : place.startContainer.parentElement
    if (element?.closest('.fold')) element.closest('.long')?.setAttribute('data-open', '')
    // It comes to stand a little below the top of the stage, so that what precedes it can be seen too.
    isScrolled = true
    list.scrollTop += place.getBoundingClientRect().top - list.getBoundingClientRect().top - 48
  }
  return {
    frames,
    admit,
    get index() {
      return index
    },
    show({ frame, observation }) {
      const next = frames[frame]
      index = frame
      if (next !== shown) {
        exchange(next)
        if (isScrolled) list?.scrollTo({ top: 0, behavior: 'instant' })
        isScrolled = false
      }
      if (next && observation !== undefined) reveal(document.getElementById(`${next.id}/o${observation + 1}`))
    },
    reveal,
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
  const tokens = Number(frame?.getAttribute('data-tokens') ?? Number.NaN)
  return Number.isNaN(tokens) ? null : tokens
}

export function railFrames(frames: readonly (HTMLElement | undefined)[]): RailFrame[] {
  let before: number | null = null
  return frames.map((frame) => {
    const type = frame?.getAttribute('data-type')
    const marks = frame?.getAttribute('data-marks') ?? ''
    const tokens = tokensOf(frame)
    const added = tokens === null || before === null ? 0 : tokens - before
    before = tokens
    const kind = type === 'user' || type === 'tool_call' || type === 'tool_result' ? type : 'assistant'
    return { kind, added, source: marks.includes('source'), copy: marks.includes('copy') }
  })
}
