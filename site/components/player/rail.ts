/** What the rail shows of a frame. */
export interface RailFrame {
  kind: 'user' | 'tool_call' | 'tool_result' | 'assistant'
  /** How many tokens it added to the context; 0 where not reported. */
  added: number
  source: boolean
  copy: boolean
}

/** The rail as SVG paths, in a box of `count - 1` by `railHeight`: a few nodes however long the run. */
export interface Rail {
  words: string
  calls: string
  results: string
  source: string
  copies: string
}

export const railHeight = 24
const mostBars = 600

/**
 * A bar for each frame: tall for words, short for a call, and for a result as tall as what it added to the context.
 * Where there are more frames than bars, a bar stands for several neighbours and shows the tallest of each kind.
 */
export function railOf(frames: readonly RailFrame[]): Rail {
  const most = frames.reduce((most, { added }) => Math.max(most, added), 1)
  const step = Math.ceil(frames.length / mostBars)
  const rail: Rail = { words: '', calls: '', results: '', source: '', copies: '' }
  for (let start = 0; start < frames.length; start += step) {
    const group = frames.slice(start, start + step)
    const bar = (height: number) => `M${start} ${railHeight}v${-height}`
    const results = group.filter(({ kind }) => kind === 'tool_result')
    if (group.some(({ kind }) => kind === 'user' || kind === 'assistant')) rail.words += bar(railHeight - 6)
    if (group.some(({ kind }) => kind === 'tool_call')) rail.calls += bar(4)
    if (results.length > 0) {
      const added = Math.max(...results.map((frame) => Math.max(0, frame.added)))
      rail.results += bar(Math.round(4 + 12 * Math.sqrt(added / most)))
    }
    if (group.some(({ source }) => source)) rail.source += `M${start} 4h0`
    if (group.some(({ copy }) => copy)) rail.copies += `M${start} 4h0`
  }
  return rail
}
