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

/**
 * Where each character of a parsed text stands in its source, which may hold escapes, character references and
 * indentation besides. Undefined where the two do not go together.
 */
export function alignedOffsets(text: string, source: string): number[] | undefined {
  const offsets: number[] = []
  let at = 0
  for (const character of text) {
    const reference = /^&(?:#x?[0-9a-f]+|[a-z][a-z0-9]*);/i.exec(source.slice(at, at + 40))?.[0]
    if (reference === undefined) {
      while (source[at] !== character[0] && /[ \t\r]/.test(source[at] ?? '')) at++
      if (source[at] === '\\' && source[at + 1] === character && /[!-/:-@[-`{-~]/.test(character)) at++
      if (!source.startsWith(character, at)) return undefined
    }
    for (let unit = 0; unit < character.length; unit++) offsets.push(at + (reference === undefined ? unit : 0))
    at += reference?.length ?? character.length
  }
  return offsets
}
