import type { Source } from '../figures/figure.ts'

/** The most stretches of lines that are named one by one. */
const mostStretches = 8

/** The rows behind a value, as `judgements.tsv lines 11–64, 70 (55 rows)`; undefined where there are none. */
export function rowsBehind(rows: readonly Source[]): string | undefined {
  const files = Map.groupBy(rows, ({ at }) => at.file)
  const named = [...files].map(([file, of]) => {
    const lines = [...new Set(of.flatMap(({ at }) => at.line ?? []))].sort((a, b) => a - b)
    if (lines.length === 0) return file
    const stretches = stretchesOf(lines)
    const shown = stretches.slice(0, mostStretches).join(', ')
    const more = stretches.length > mostStretches ? ' and further' : ''
    const word = lines.length === 1 ? 'line' : 'lines'
    return `${file} ${word} ${shown}${more}${lines.length > 1 ? ` (${lines.length} rows)` : ''}`
  })
  return named.length > 0 ? named.join('; ') : undefined
}

/** Sorted whole numbers as `3`, `5–9`. */
function stretchesOf(lines: readonly number[]): string[] {
  const stretches: { from: number; to: number }[] = []
  for (const line of lines) {
    const last = stretches.at(-1)
    if (last && line === last.to + 1) last.to = line
    else stretches.push({ from: line, to: line })
  }
  return stretches.map(({ from, to }) => (from === to ? String(from) : `${from}–${to}`))
}
