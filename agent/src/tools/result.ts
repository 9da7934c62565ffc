/** One line that a search found. Lines count from 1. */
export interface Match {
  file: string
  line: number
  text: string
}

export interface ListFilesResult {
  ok: true
  directory: string
  files: string[]
  truncated: boolean
}

export interface SearchFilesResult {
  ok: true
  pattern: string
  filesSearched: number
  matches: Match[]
  truncated: boolean
}

/** A tool's answer where it will not or cannot do what was asked. The run goes on. */
export interface Refusal {
  ok: false
  reason: string
}

export type ToolResult = ListFilesResult | SearchFilesResult | Refusal

export function refuse(reason: string): Refusal {
  return { ok: false, reason }
}
