import { realpathSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { isBinary, visibleFiles } from './fs.ts'
import { type Refusal, refuse, type SearchFilesResult } from './result.ts'
import type { Found } from './search-lines.ts'
import type { SearchOrder, SearchReport } from './search-worker.ts'

/** How long a search may take, in milliseconds, from when its thread stands ready. */
const TIME_LIMIT = 1_700

/** The lines of the visible text files that a regular expression of JavaScript matches, case and all. */
export async function searchFiles(root: string, pattern: string): Promise<SearchFilesResult | Refusal> {
  try {
    new RegExp(pattern)
  } catch (error) {
    return refuse(`the pattern is no regular expression: ${error instanceof Error ? error.message : error}`)
  }
  const files = (await visibleFiles(root)).filter((file) => !isBinary(file))
  const found = await searchInThread({ root: realpathSync(root), files, pattern })
  return 'ok' in found ? found : { ok: true, pattern, ...found }
}

/**
 * The pattern comes from a model and may backtrack without end, which nothing inside the same thread can stop:
 * the search has a thread of its own, which is ended at the time limit.
 */
async function searchInThread(order: SearchOrder): Promise<Found | Refusal> {
  const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
    workerData: order,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const { promise, resolve } = Promise.withResolvers<Found | Refusal>()
  let timer: NodeJS.Timeout | undefined
  worker.on('message', (message: SearchReport) => {
    if (message !== 'ready') return resolve(message)
    timer = setTimeout(() => {
      resolve(refuse(`the search was stopped after ${TIME_LIMIT / 1000} seconds; use a simpler pattern`))
    }, TIME_LIMIT)
  })
  worker.once('error', (error) => resolve(refuse(`the search failed: ${error.message}`)))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
