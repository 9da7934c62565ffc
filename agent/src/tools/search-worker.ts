import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { searchLines } from './search-lines.ts'

/** What the thread is given: the pattern has been compiled once before, so it is known to be one. */
export interface SearchOrder {
  root: string
  files: string[]
  pattern: string
}

const { root, files, pattern } = workerData as SearchOrder

function read(file: string): string | undefined {
  try {
    return new TextDecoder().decode(readFileSync(join(root, file)))
  } catch {
    return undefined
  }
}

parentPort?.postMessage(searchLines(new RegExp(pattern), files, read))
