import { pageAddress } from '../../tools/trace/pages.ts'
import { addressOf, type Position, positionOf } from './player/address.ts'
import { type Ahead, createAhead } from './player/ahead.ts'
import { pagedHref, pageNumber } from './player/page-address.ts'
import { createPages, type Pages, place } from './player/pages.ts'
import type { Rail } from './player/rail.ts'
import type { Stage } from './player/stage.ts'
import type { Tool } from './player/tool.ts'
import TracePlayer, { initial, type Props, type State } from './TracePlayer.tsx'

export interface LongProps {
  /** The frame at which the player begins, from 0. */
  at: number
  /** The frames with which the pages of the run begin, from 0. */
  starts: readonly number[]
  /** The number of the page that this is, from 1; null in a post, where no frame stands. */
  page: number | null
  /** The whole run as a row of bars, where it cannot be read from the frames that are here. */
  rail: Rail | null
}

/** How near to the end of a page the next one is fetched, in frames. */
const near = 50
/** After how long without a step the address becomes that of the frame's own page, in milliseconds. */
const restful = 500
/** What looks at the run as a whole. */
const ofWhole: readonly (Tool | undefined)[] = ['find', 'judge']

/** The player of a large run: its frames stand on pages of their own, and those that are not here are fetched. */
export default class LongPlayer extends TracePlayer<LongProps> {
  override state: State = { ...initial, index: this.props.at }
  protected override opened: Position = { frame: this.props.at }
  private pages: Pages | undefined
  private ahead: Ahead | undefined
  private wanted = this.opened
  /** What is said of frames that are not here. */
  private said = ''
  private settling: ReturnType<typeof setTimeout> | undefined

  protected override begin(stage: Stage) {
    const { run, starts, page, rail } = this.props
    this.pages = createPages(
      starts.length,
      page,
      (number) => ({
        address: pageAddress(run, number),
        first: addressOf(run, { frame: starts[number - 1] ?? 0 }),
      }),
      (parts) => this.take(stage, parts),
    )
    this.ahead = createAhead(stage)
    if (rail) this.setState({ rail })
    // Back and forward between pages of the run are no change of the fragment alone.
    addEventListener('popstate', this.follow)
    this.scope?.addEventListener('click', this.onLink)
    this.show(this.addressed() ?? { frame: stage.index })
    // Who opened a page of the run came for the run: the rest of it comes while they read.
    if (page !== null) this.whole().then((whole) => whole && super.begin(stage))
  }

  override componentWillUnmount() {
    super.componentWillUnmount()
    clearTimeout(this.settling)
    removeEventListener('popstate', this.follow)
    this.scope?.removeEventListener('click', this.onLink)
  }

  /** A link to another frame of the run leads there without leaving the page. */
  private readonly onLink = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const position = link && positionOf(link.hash, this.props.run)
    if (!position || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.show(position, { playing: false })
    this.trail.jump(position)
  }

  private take(stage: Stage, parts: readonly Element[]) {
    const transcript = this.scope?.querySelector('.transcript')
    const isShown = stage.frames[this.wanted.frame] !== undefined
    // Hidden first, so that nothing of them is ever laid out before it is looked at.
    stage.admit(parts)
    if (transcript) place(transcript, parts)
    // A frame that was here stays as it is: shown anew, it would scroll under its reader, and play would wait again.
    if (!isShown && stage.index === this.wanted.frame) super.show(this.wanted)
  }

  protected override show(position: Position, state: Partial<State> = {}) {
    const direction = position.frame < this.wanted.frame ? -1 : 1
    this.wanted = position
    this.ahead?.release(this.state.stage?.frames[position.frame])
    super.show(position, state)
    this.ahead?.prepare(position.frame + direction)
    const { starts } = this.props
    const number = pageNumber(starts, position.frame)
    // Not at once: where the path changes, the browser goes through every link of the page, 10 ms at 10,000 frames.
    clearTimeout(this.settling)
    if (this.props.page !== null) this.settling = setTimeout(this.settle, restful)
    this.say(this.pages?.has(number) ? '' : `Fetching frame ${position.frame + 1}.`)
    this.pages?.want(number).then(
      () => this.wanted === position && this.say(''),
      (error) =>
        this.wanted === position && this.say(`Frame ${position.frame + 1} could not be fetched: ${error.message}.`),
    )
    for (const frame of [position.frame - near, position.frame + near]) {
      // Where a neighbour does not come now, it is asked for again when the reader is there.
      this.pages?.want(pageNumber(starts, frame)).catch(() => undefined)
    }
  }

  /** Fetches what is missing of the run. Answers whether all of it is here. */
  private async whole(): Promise<boolean> {
    try {
      await this.pages?.all()
    } catch (error) {
      this.say(`The run could not be fetched as a whole: ${error instanceof Error ? error.message : error}.`)
    }
    this.forceUpdate()
    return this.isWhole
  }

  private get isWhole(): boolean {
    return this.props.starts.every((_, index) => this.pages?.has(index + 1))
  }

  private say(text: string) {
    if (text === this.said) return
    this.said = text
    this.forceUpdate()
  }

  /** The address of the page on which the frame stands, so that it also leads there without scripts. */
  private readonly settle = () => {
    const { run, starts } = this.props
    const href = pagedHref(run, starts, this.wanted)
    if (this.addressed() && !href.startsWith(`${location.pathname}#`)) history.replaceState(null, '', href)
  }

  protected override async loaded(tool?: Tool) {
    // Unless the reader has opened another tool in the meantime.
    if (ofWhole.includes(tool) && !(await this.whole()) && this.state.tool === tool) this.setState({ tool: undefined })
    return super.loaded(tool)
  }

  override render(props: Props & LongProps, state: State) {
    const isEarly = ofWhole.includes(state.tool) && !this.isWhole
    const said = isEarly ? 'Fetching the whole run.' : this.said
    return (
      <>
        {super.render(props, isEarly ? { ...state, tool: undefined } : state)}
        {said && (
          <p class="player-said" role="status">
            {said}
          </p>
        )}
      </>
    )
  }
}
