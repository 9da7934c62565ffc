import { closeSync, globSync, openSync, readFileSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { systemErrorSentence } from '../system-error.ts'
import { runColumns } from '../trace/runs.ts'
import { parseTrace } from '../trace/schema.ts'
import { decode, parseTable } from '../tsv/table.ts'
import { UserError } from '../user-error.ts'
import { parseEvidence } from './evidence.ts'
import type { Recorded, TraceFile } from './suite.ts'

const posts = 'site/content/posts/*'

/** Reads everything that is recorded beside the posts of a checkout. Paths in messages are relative to its root. */
export function readRecorded(root: string): Recorded {
  return {
    runs: found(root, `${posts}/runs.tsv`).flatMap((file) => parseTable(runColumns, read(root, file), file).rows),
    evidence: found(root, `${posts}/evidence.tsv`).flatMap((file) => parseEvidence(read(root, file), file)),
    traces: readTraces(root),
  }
}

/** Reads the traces beside the posts. Raises where two runs have one id. */
export function readTraces(root: string): TraceFile[] {
  const files = found(root, `${posts}/trace-*.json`)
  const traces = files.map((file) => ({ file, trace: parseTrace(read(root, file), file) }))
  const seen = new Map<string, string>()
  for (const { file, trace } of traces) {
    const earlier = seen.get(trace.id)
    if (earlier)
      throw new UserError({ file, problem: `has the id ${trace.id}, which is ${earlier}'s`, mend: 'rename one' })
    seen.set(trace.id, file)
  }
  return traces
}

/** Reads a text file. Raises a UserError where there is none, or where it is not UTF-8. */
export function read(root: string, file: string): string {
  return decode(
    attempt(file, () => readFileSync(resolve(root, file))),
    file,
  )
}

const pieceSize = 65_536

/**
 * Reads a file piece by piece, for a table that may be larger than a string can be. Each piece is the memory of the one
 * before it. Raises a UserError where there is no file.
 */
export function* readPieces(root: string, file: string): Generator<Uint8Array> {
  const opened = attempt(file, () => openSync(resolve(root, file), 'r'))
  try {
    const piece = new Uint8Array(pieceSize)
    for (;;) {
      const length = attempt(file, () => readSync(opened, piece, 0, piece.length, null))
      if (length === 0) return
      yield piece.subarray(0, length)
    }
  } finally {
    closeSync(opened)
  }
}

function attempt<Result>(file: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new UserError({
      file,
      problem: 'cannot be read',
      found: systemErrorSentence(error.code),
      mend: 'check the path',
    })
  }
}

const found = (root: string, pattern: string) => globSync(pattern, { cwd: root }).toSorted()
