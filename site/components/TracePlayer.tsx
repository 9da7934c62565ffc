import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { addressOf, type Position, positionOf } from './player/address.ts'
import { type Command, commandOf } from './player/keys.ts'
import { contextOf, createStage, type Stage, titleOf, tokensOf } from './player/stage.ts'
import './player/player.css'

interface Props {
  /** The id of the run, which its frames' addresses begin with. */
  run: string
  /** How many frames it has. */
  count: number
  /** The size of its context at the first frame and at the peak, in tokens; null where not reported. */
  first: number | null
  peak: number | null
  /** The transcript: rendered by the server, and the only copy of the run. */
  children?: ComponentChildren
}

const secondsPerFrame = 2.5

/** Steps through the frames of the transcript it stands around. */
export default function TracePlayer({ run, count, first, peak, children }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const stage = useRef<Stage>(null)
  const [ready, setReady] = useState(false)
  const [index, setIndex] = useState(0)
  const [playing, setPlaying] = useState(false)
  const [announced, setAnnounced] = useState('')
  const last = count - 1

  const show = (position: Position) => {
    const frame = Math.min(position.frame, last)
    stage.current?.show({ ...position, frame })
    setIndex(frame)
  }

  /** Goes to a frame because the reader asked: a step replaces the page's address, a jump adds one to its history. */
  const go = (frame: number, { silent = false } = {}) => {
    const target = Math.max(0, Math.min(frame, last))
    setPlaying(false)
    if (target === index) return
    show({ frame: target })
    const address = `#${addressOf(run, { frame: target })}`
    if (Math.abs(target - index) > 1) history.pushState(null, '', address)
    else history.replaceState(null, '', address)
    if (!silent) setAnnounced(`Frame ${target + 1} of ${count}: ${titleOf(stage.current?.frames[target])}`)
  }

  useEffect(() => {
    if (!root.current) return
    stage.current = createStage(root.current, (frame) => setIndex(frame))
    const follow = () => {
      const position = positionOf(location.hash, run)
      if (position) {
        setPlaying(false)
        show(position)
      }
      return position
    }
    if (!follow()) show({ frame: 0 })
    setReady(true)
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])

  useEffect(() => {
    if (!playing) return
    if (index === last) return setPlaying(false)
    const timer = setTimeout(() => {
      show({ frame: index + 1 })
      history.replaceState(null, '', `#${addressOf(run, { frame: index + 1 })}`)
    }, secondsPerFrame * 1000)
    return () => clearTimeout(timer)
  }, [playing, index])

  const togglePlay = () => {
    if (!playing && index === last) show({ frame: 0 })
    setPlaying(!playing)
  }
  const tenth = Math.max(1, Math.round(count / 10))
  const obey: Record<Command, () => void> = {
    next: () => go(index + 1),
    previous: () => go(index - 1),
    first: () => go(0),
    last: () => go(last),
    forward: () => go(index + tenth),
    back: () => go(index - tenth),
    play: togglePlay,
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command) return
    event.preventDefault()
    obey[command]()
  }

  const frame = stage.current?.frames[index]
  const place = `Frame ${index + 1} of ${count}`
  const size = ready ? tokensOf(frame) : first
  const button = (command: Command, label: string, path: string, off: boolean) => (
    <button type="button" aria-label={label} title={label} disabled={!ready || off} onClick={obey[command]}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys act from any control inside; each has its own role
    <div class="player" ref={root} data-ready={ready || undefined} onKeyDown={onKeyDown}>
      <div class="player-chrome">
        <input
          type="range"
          min={1}
          max={count}
          value={index + 1}
          disabled={!ready}
          aria-label="Frame"
          aria-valuetext={`${place}: ${titleOf(frame)}`}
          onInput={(event) => go(Number(event.currentTarget.value) - 1, { silent: true })}
        />
        <div class="player-row">
          <div class="player-buttons">
            {button('first', 'First frame', 'M3 3h2v10H3zM13 3v10L6 8z', index === 0)}
            {button('previous', 'Previous frame', 'M11 3v10L4 8z', index === 0)}
            {button(
              'play',
              playing ? 'Pause' : 'Play',
              playing ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4 2.5v11L13 8z',
              count === 1,
            )}
            {button('next', 'Next frame', 'M5 3v10l7-5z', index === last)}
            {button('last', 'Last frame', 'M11 3h2v10h-2zM3 3v10l7-5z', index === last)}
          </div>
          <p class="player-place">{place}</p>
          <div class="player-meter">
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect class="meter-peak" width="100" height="4" />
              <rect class="meter-now" width={size !== null && peak ? (size / peak) * 100 : 0} height="4" />
            </svg>
            <p>
              {ready ? contextOf(frame) : size === null ? 'context size not reported' : `${size} tokens in context`}
              {peak !== null && `; peak ${peak.toLocaleString('en-US')}`}
            </p>
          </div>
        </div>
      </div>
      {children}
      <p class="visually-hidden" role="status">
        {announced}
      </p>
    </div>
  )
}
