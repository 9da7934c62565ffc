import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { parseTrace, type Trace } from '../../tools/trace/schema.ts'
import { openSite } from './browser.ts'
import { buildFixture } from './build.ts'

const file = new URL('../content/posts/judging-a-moving-target/trace-retired-control.json', import.meta.url)

/** The run that the post prints. */
export const retiredControl = parseTrace(readFileSync(file, 'utf8'), 'trace-retired-control.json')

export interface PageOptions extends BrowserContextOptions {
  /** Which run's page; by default the first. */
  run?: string
  hash?: string
  /** A page to open before in the same tab, so that what a browser does only once is done. */
  after?: string
}

export interface RunPages {
  /** The folder of the built pages. */
  folder: string
  origin: string
  browser: Awaited<ReturnType<typeof openSite>>['browser']
  /** Opens a run's page once its player is ready, gives it to `use`, and closes it. An error on the page fails the test. */
  onPage<T>(use: (page: Page) => Promise<T>, options?: PageOptions): Promise<T>
  close(): Promise<void>
}

/** Builds a page for each run and opens a browser on them. */
export async function openRuns(traces: readonly Trace[]): Promise<RunPages> {
  const built = await buildFixture(traces)
  const site = await openSite(built.folder)
  const [first] = traces
  return {
    folder: built.folder,
    origin: site.origin,
    browser: site.browser,
    async onPage(use, { run = first?.id, hash = '', after, ...options } = {}) {
      const page = await site.browser.newPage(options)
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
      try {
        if (after !== undefined) await page.goto(`${site.origin}/${after}/`)
        await page.goto(`${site.origin}/${run}/${hash}`)
        if (options.javaScriptEnabled !== false) await page.waitForSelector('.player[data-ready]')
        const result = await use(page)
        expect(errors).toEqual([])
        return result
      } finally {
        await page.close()
      }
    },
    async close() {
      await site.close()
      await built.remove()
    },
  }
}
