import type { Match } from './result.ts'

/** The most matches that one search returns; it stops there. */
export const MOST_MATCHES = 40

/** The most characters of a line that a match shows. */
const LONGEST_TEXT = 200

export interface Found {
  filesSearched: number
  matches: Match[]
  truncated: boolean
}

/**
 * Finds the lines that a pattern matches, file by file in the order given, and stops at the limit. `filesSearched`
 * counts the files that were read until then; `truncated` says that lines were left unread.
 * A file that cannot be read any more is passed over.
 *
 * @param read gives the text of a file, or undefined where it cannot be read
 */
export function searchLines(
  pattern: RegExp,
  files: readonly string[],
  read: (file: string) => string | undefined,
): Found {
  const matches: Match[] = []
  let filesSearched = 0
  for (const [place, file] of files.entries()) {
    const text = read(file)
    if (text === undefined) continue
    filesSearched++
    const lines = linesOf(text)
    for (const [index, line] of lines.entries()) {
      if (!pattern.test(line)) continue
      matches.push({ file, line: index + 1, text: shown(line) })
      if (matches.length === MOST_MATCHES) {
        const truncated = index + 1 < lines.length || place + 1 < files.length
        return { filesSearched, matches, truncated }
      }
    }
  }
  return { filesSearched, matches, truncated: false }
}

/** The lines of a text. A final line end begins no further line. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** A line trimmed and cut, never in the middle of a surrogate pair. */
function shown(line: string): string {
  const cut = line.trim().slice(0, LONGEST_TEXT)
  return /[\uD800-\uDBFF]$/.test(cut) && cut.length === LONGEST_TEXT ? cut.slice(0, -1) : cut
}
