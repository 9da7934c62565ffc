import type { Place } from '../user-error.ts'

/** Tells the line and column of an offset, in a file with this text. */
export function placesIn(text: string, file: string): (offset: number) => Place {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { file, line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}
