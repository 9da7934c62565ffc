import type { Command } from './keys.ts'
import { type Rail, railHeight } from './rail.ts'
import { type Tool, tools } from './tool.ts'

interface RangeProps {
  index: number
  count: number
  ready: boolean
  rail: Rail | undefined
  /** What is said of the current frame: `Frame 9 of 12: Search result, 40 matches`. */
  spoken: string
  onFrame: (index: number) => void
}

/** The whole run as a row of bars, under a native range whose thumb stands on the current frame's bar. */
export function FrameRange({ index, count, ready, rail, spoken, onFrame }: RangeProps) {
  const density = count <= 60 ? 'few' : count <= 200 ? 'some' : 'many'
  return (
    <div class="rail-range">
      <svg
        class="rail"
        data-density={density}
        viewBox={`0 0 ${Math.max(1, count - 1)} ${railHeight}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {rail &&
          Object.entries(rail).map(([name, path]) => path && <path key={name} class={`rail-${name}`} d={path} />)}
        {rail?.copies && <path class="rail-hollow" d={rail.copies} />}
      </svg>
      <input
        class="frame-range"
        type="range"
        min={1}
        max={count}
        value={index + 1}
        disabled={!ready}
        aria-label="Frame"
        aria-valuetext={spoken}
        onInput={(event) => onFrame(Number(event.currentTarget.value) - 1)}
      />
    </div>
  )
}

interface ButtonsProps {
  index: number
  last: number
  playing: boolean
  onCommand: (command: Command) => void
}

interface ToolbarProps {
  /** The tools that this run has a use for. */
  offered: readonly Tool[]
  open: Tool | undefined
  onTool: (tool: Tool) => void
  onCopy: () => void
}

export function Toolbar({ offered, open, onTool, onCopy }: ToolbarProps) {
  return (
    <div class="player-toolbar">
      {offered.map((tool) => (
        <button key={tool} type="button" aria-pressed={tool === open} onClick={() => onTool(tool)}>
          {tools[tool]}
        </button>
      ))}
      <button type="button" onClick={onCopy}>
        Copy
      </button>
    </div>
  )
}

const shapes = {
  first: 'M3 3h2v10H3zM13 3v10L6 8z',
  previous: 'M11 3v10L4 8z',
  play: 'M4 2.5v11L13 8z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  next: 'M5 3v10l7-5z',
  last: 'M11 3h2v10h-2zM3 3v10l7-5z',
}

export function Buttons({ index, last, playing, onCommand }: ButtonsProps) {
  // A button at its end stays focusable, or the reader's focus would fall out of the player.
  const button = (command: Command, label: string, shape: string, off: boolean) => (
    <button type="button" aria-label={label} title={label} aria-disabled={off} onClick={() => onCommand(command)}>
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={shape} />
      </svg>
    </button>
  )
  return (
    <div class="player-buttons">
      {button('first', 'First frame', shapes.first, index === 0)}
      {button('previous', 'Previous frame', shapes.previous, index === 0)}
      {button('play', playing ? 'Pause' : 'Play', playing ? shapes.pause : shapes.play, last === 0)}
      {button('next', 'Next frame', shapes.next, index === last)}
      {button('last', 'Last frame', shapes.last, index === last)}
    </div>
  )
}

/** The size of the context now against the peak of the run, as a bar and in words. */
export function Meter({ size, peak, sentence }: { size: number | null; peak: number | null; sentence: string }) {
  return (
    <div class="player-meter">
      <svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <path class="meter-peak" d="M0 0h100v4H0z" />
        {size !== null && peak !== null && <path class="meter-now" d={`M0 0h${(100 * size) / peak}v4H0z`} />}
      </svg>
      <p>
        {sentence}
        {peak !== null && `; peak ${peak.toLocaleString('en-US')}`}
      </p>
    </div>
  )
}
