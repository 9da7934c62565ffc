import { useEffect, useRef, useState } from 'preact/hooks'
import { type Finds, findIn, firstFrom, indexFrames, type Kind, kinds, placeOf, rangesIn } from './find.ts'
import type { Stage } from './stage.ts'

interface Props {
  stage: Stage
  /** The current frame, from 0. */
  index: number
  onFrame: (index: number) => void
}

const kindNames: Kind[] = ['all', 'tool_call', 'tool_result', 'words', 'evidence']
const none: Finds = { counts: new Uint32Array(), total: 0 }
const breathe = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Finds a text within the run, or steps through the frames of one kind. */
export function FindTool({ stage, index, onFrame }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [texts, setTexts] = useState<readonly string[]>()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('all')
  const [finds, setFinds] = useState<Finds>(none)
  const [current, setCurrent] = useState(0)

  useEffect(() => {
    indexFrames(
      stage.frames.filter((frame) => frame !== undefined),
      breathe,
    ).then(setTexts)
    return () => CSS.highlights?.clear()
  }, [stage])

  useEffect(() => {
    if (texts) field.current?.focus()
  }, [texts])

  const visit = (find: number, among: Finds, wanted: string) => {
    setCurrent(find)
    const place = placeOf(among, find)
    if (!place) return CSS.highlights?.clear()
    onFrame(place.frame)
    stage.reveal(highlight(stage.frames[place.frame], wanted, place.nth))
  }

  /** Looks anew, and goes to the first find from the current frame on. */
  const look = (wanted: string, kind: Kind) => {
    setText(wanted)
    setKind(kind)
    const { selector } = kinds[kind]
    const among = (frame: number) => kind === 'all' || (stage.frames[frame]?.matches(selector) ?? false)
    const found = !texts || (wanted === '' && kind === 'all') ? none : findIn(texts, wanted, among)
    setFinds(found)
    visit(firstFrom(found, index), found, wanted)
  }

  const turn = (by: number) => visit((current + by + finds.total) % Math.max(1, finds.total), finds, text)
  const asks = text !== '' || kind !== 'all'
  return (
    <search class="player-find">
      <input
        ref={field}
        type="search"
        aria-label="Find in this run"
        placeholder="Find in this run"
        disabled={!texts}
        value={text}
        onInput={(event) => look(event.currentTarget.value, kind)}
        onKeyDown={(event) => event.key === 'Enter' && turn(event.shiftKey ? -1 : 1)}
      />
      <select
        aria-label="Among"
        disabled={!texts}
        value={kind}
        onChange={(event) => look(text, kindOf(event.currentTarget.value))}
      >
        {kindNames.map((name) => (
          <option key={name} value={name}>
            {kinds[name].says}
          </option>
        ))}
      </select>
      <button type="button" disabled={finds.total === 0} onClick={() => turn(-1)}>
        Previous find
      </button>
      <button type="button" disabled={finds.total === 0} onClick={() => turn(1)}>
        Next find
      </button>
      <output>
        {asks && (finds.total === 0 ? 'not found' : `${current + 1} of ${finds.total.toLocaleString('en-US')}`)}
      </output>
    </search>
  )
}

function kindOf(value: string): Kind {
  return kindNames.find((name) => name === value) ?? 'all'
}

/** Marks the finds of a frame without touching its DOM, and returns the range of the current one. */
function highlight(frame: HTMLElement | undefined, wanted: string, nth: number): Range | undefined {
  const ranges = frame ? rangesIn(frame, wanted) : []
  const current = ranges[nth]
  CSS.highlights?.set('trace-find', new Highlight(...ranges))
  CSS.highlights?.set('trace-find-current', new Highlight(...(current ? [current] : [])))
  return current
}
