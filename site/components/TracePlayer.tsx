import { Component, createRef } from 'preact'
import { type Position, positionOf } from './player/address.ts'
import { Buttons, FrameRange, Meter, Toolbar } from './player/Chrome.tsx'
import { type Command, commandOf } from './player/keys.ts'
import { type Rail, railOf } from './player/rail.ts'
import { contextOf, createStage, railFrames, type Stage, titleOf, tokensOf } from './player/stage.ts'
import type { Tool } from './player/tool.ts'
import { createTrail, type Trail } from './player/trail.ts'
import './player/player.css'
import './player/tools.css'

export interface Props {
  /** The id of the run, which its frames' addresses begin with. */
  run: string
  /** How many frames it has. */
  count: number
  /** The largest size of its context, in tokens; null where none was reported. */
  peak: number | null
  /** The size at the first frame, and what the transcript says of it: told to the server only. */
  first?: number | null
  context?: string
  /** True where a judge can be asked about the run: where its question has a known answer. */
  judged: boolean
}

export interface State {
  /** The current frame, from 0. */
  index: number
  playing: boolean
  /** What a screen reader is told of the last step. */
  announced: string
  /** None until the player has taken over the transcript. */
  stage: Stage | undefined
  rail: Rail | undefined
  /** The tool that is open, and the tools once they are loaded. */
  tool: Tool | undefined
  tools: typeof import('./player/Tools.tsx') | undefined
}

export const initial: State = {
  index: 0,
  playing: false,
  announced: '',
  stage: undefined,
  rail: undefined,
  tool: undefined,
  tools: undefined,
}

const secondsPerFrame = 2.5

/**
 * Steps through the frames of the transcript that stands beside it, rendered by the server: the only copy of the run.
 * A class, since the hooks of Preact would be a tenth of what a reader loads for it.
 */
export default class TracePlayer<More extends object = object> extends Component<Props & More, State> {
  override state: State = initial
  private readonly root = createRef<HTMLDivElement>()
  /** The element that holds the controls and the transcript. */
  protected scope: HTMLElement | null = null
  protected readonly trail: Trail = createTrail(this.props.run)
  protected opened: Position = { frame: 0 }
  private timer: ReturnType<typeof setTimeout> | undefined

  override componentDidMount() {
    this.scope = this.root.current?.closest<HTMLElement>('.player') ?? null
    if (!this.scope) return
    const stage = createStage(this.scope, this.props.count, (frame) => this.show({ frame }, { playing: false }))
    const addressed = this.addressed()
    // The browser went to the frame while it stood among the others: now its controls belong into view as well.
    if (addressed) this.scope.scrollIntoView()
    const position = addressed ?? { frame: this.state.index }
    stage.show(position)
    this.scope.dataset.ready = ''
    this.setState({ stage, index: position.frame }, () => this.begin(stage))
    this.scope.addEventListener('keydown', this.onKeyDown)
    addEventListener('hashchange', this.follow)
  }

  /** What is done once the stage is there. */
  protected begin(stage: Stage) {
    // In a task of its own: of a long run, the rail takes as long as all the rest.
    setTimeout(() => this.setState({ rail: railOf(railFrames(stage.frames)) }))
  }

  override componentDidUpdate() {
    const { tool, tools } = this.state
    if (this.scope) this.scope.dataset.tool = (tools && tool) ?? ''
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
    removeEventListener('hashchange', this.follow)
  }

  /** The position in this run that the page's address names, if it does. */
  protected addressed(): Position | undefined {
    const position = positionOf(location.hash, this.props.run)
    return position && position.frame < this.props.count ? position : undefined
  }

  /** The address changed under the player: a link, or back and forward. */
  protected readonly follow = () => {
    const addressed = this.addressed()
    // An address without a fragment is the one that the page was opened at: no step has been made from it.
    const position = addressed ?? (location.hash === '' ? this.opened : undefined)
    if (!position) return
    this.show(position, { playing: false })
    if (addressed) this.scope?.scrollIntoView({ block: 'nearest' })
  }

  protected show(position: Position, state: Partial<State> = {}) {
    this.state.stage?.show(position)
    this.setState({ index: position.frame, ...state }, this.schedule)
  }

  /** Goes to a frame because the reader asked. One frame on or back is a step, anything else a jump. */
  private go(target: number, { spoken = true } = {}) {
    const { stage } = this.state
    const index = stage?.index ?? 0
    const frame = Math.max(0, Math.min(target, this.props.count - 1))
    if (!stage || frame === index) return this.setState({ playing: false })
    this.show({ frame }, { playing: false, announced: spoken ? this.spoken(frame) : '' })
    if (Math.abs(frame - index) === 1) this.trail.step({ frame })
    else this.trail.jump({ frame })
  }

  private readonly schedule = () => {
    clearTimeout(this.timer)
    const { playing, index } = this.state
    if (!playing) return
    if (index === this.props.count - 1) return this.setState({ playing: false })
    this.timer = setTimeout(() => {
      this.show({ frame: index + 1 })
      this.trail.step({ frame: index + 1 })
    }, secondsPerFrame * 1000)
  }

  private readonly obey = (command: Command) => {
    const { stage, playing } = this.state
    const index = stage?.index ?? 0
    const last = this.props.count - 1
    const tenth = Math.max(1, Math.round(last / 10))
    if (command === 'keys') return this.toggle('keys')
    if (command === 'close') return this.close()
    if (command === 'play') {
      this.show({ frame: playing || index < last ? index : 0 }, { playing: !playing, announced: '' })
    } else {
      const targets = {
        next: index + 1,
        previous: index - 1,
        first: 0,
        last,
        forward: index + tenth,
        back: index - tenth,
      }
      this.go(targets[command])
    }
  }

  protected async loaded(_tool?: Tool) {
    const tools = this.state.tools ?? (await import('./player/Tools.tsx'))
    this.setState({ tools })
    return tools
  }

  private readonly toggle = (tool: Tool) => {
    this.setState({ tool: this.state.tool === tool ? undefined : tool })
    this.loaded(tool)
  }

  /** Closes what is open, and gives focus back to the button that opened it. */
  private close() {
    this.scope?.querySelector<HTMLElement>('.player-toolbar [aria-pressed="true"]')?.focus()
    this.setState({ tool: undefined })
  }

  private readonly copy = async () => {
    const { index, stage } = this.state
    const frame = stage?.frames[index]
    if (!frame) return
    const { copyFrame } = await this.loaded()
    await copyFrame(frame)
    this.setState({ announced: `Copied frame ${index + 1}` })
  }

  private readonly onKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command) return
    event.preventDefault()
    this.obey(command)
  }

  private spoken(index: number): string {
    const title = titleOf(this.state.stage?.frames[index])
    return `Frame ${index + 1} of ${this.props.count}${title && `: ${title}`}`
  }

  override render({ count, first = null, peak, context = '', judged }: Props & More, state: State) {
    const { index, playing, announced, stage, rail, tool, tools } = state
    const frame = stage?.frames[index]
    const size = stage ? tokensOf(frame) : first
    const sentence = stage ? contextOf(frame) : context
    return (
      <>
        <div class="player-chrome" ref={this.root}>
          <FrameRange
            index={index}
            count={count}
            ready={stage !== undefined}
            rail={rail}
            spoken={this.spoken(index)}
            onFrame={(target) => this.go(target, { spoken: false })}
          />
          <div class="player-row">
            <Buttons index={index} last={count - 1} playing={playing} onCommand={this.obey} />
            <p class="player-place">
              Frame {index + 1} of {count}
            </p>
            <Meter size={size} peak={peak} sentence={sentence} />
          </div>
          <Toolbar
            offered={judged ? ['find', 'raw', 'judge', 'keys'] : ['find', 'raw', 'keys']}
            open={tool}
            onTool={this.toggle}
            onCopy={this.copy}
          />
        </div>
        {tools && tool && stage && (
          <tools.default
            tool={tool}
            stage={stage}
            index={index}
            onFrame={(frame) => this.go(frame, { spoken: false })}
          />
        )}
        <p class="visually-hidden" role="status">
          {announced}
        </p>
      </>
    )
  }
}
