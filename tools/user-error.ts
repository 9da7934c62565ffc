/** Where something stands in a file. Lines and columns count from 1. */
export interface Place {
  file: string
  line?: number | undefined
  column?: number | undefined
}

/** `file:line:column`, as far as it is known: the form that editors and terminals open. */
export function placeName({ file, line, column }: Place): string {
  return [file, line, column].filter((part) => part !== undefined).join(':')
}

interface Complaint extends Partial<Place> {
  /** What is wrong, as one sentence without its full stop. */
  problem: string
  /** What is written there. */
  found?: string | undefined
  /** What was expected instead. */
  expected?: string | undefined
  /** The rows that show it. */
  behind?: string | undefined
  /** How to go on. */
  mend?: string | undefined
}

/**
 * Something that a person can mend: a wrong cell, a missing file, a bad argument.
 * Commands print its message and no stack; every other error crashes with its stack.
 */
export class UserError extends Error {
  readonly complaint: Complaint

  constructor(complaint: Complaint) {
    const { file, line, column, problem, found, expected, behind, mend } = complaint
    const lines = [file === undefined ? problem : `${placeName({ file, line, column })}  ${problem}`]
    if (found !== undefined) lines.push(`  found     ${found}`)
    if (expected !== undefined) lines.push(`  expected  ${expected}`)
    if (behind !== undefined) lines.push(`  behind    ${behind}`)
    if (mend !== undefined) lines.push(`  to mend   ${mend}`)
    super(lines.join('\n'))
    this.name = 'UserError'
    this.complaint = complaint
  }
}

/** A command line that is wrong in itself, whatever the files hold: commands end with 2, and with 1 on every other. */
export class UsageError extends UserError {}
