import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type Found, searchLines } from './search-lines.ts'

/** What the thread is given: the pattern has been compiled once before, so it is known to be one. */
export interface SearchOrder {
  root: string
  files: string[]
  pattern: string
}

/** What it reports: that it begins, so that its own start does not count as searching, and then what it found. */
export type SearchReport = 'ready' | Found

function report(message: SearchReport): void {
  parentPort?.postMessage(message)
}

const { root, files, pattern } = workerData as SearchOrder

function read(file: string): string | undefined {
  try {
    return new TextDecoder().decode(readFileSync(join(root, file)))
  } catch {
    return undefined
  }
}

report('ready')
report(searchLines(new RegExp(pattern), files, read))
