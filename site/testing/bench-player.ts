/*
 * Measures the trace player in the real browser: what a page with a run weighs, and how long a step takes.
 *   npm run bench:player
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { generateRun } from './generate-run.ts'
import { openRuns } from './run-page.ts'

const lengths = [12, 500, 10_000]
const limits = { stepP95: 4, seekP95: 8, task: 50, find: 30, scripts: 12 * 1024, page: 1.15 }

const runs = lengths.map((length) => generateRun(length))
const pages = await openRuns(runs)
try {
  for (const { id, frames } of runs) {
    const html = await readFile(join(pages.folder, id, 'index.html'))
    const transcript = transcriptOf(html.toString())
    const [page, alone] = [gzipSync(html, { level: 9 }).length, gzipSync(transcript, { level: 9 }).length]
    console.log(`\n${frames.length.toLocaleString('en-US')} frames`)
    console.log(`  page ${kilobytes(page)}, transcript alone ${kilobytes(alone)}: ${(page / alone).toFixed(3)} (limit ${limits.page})`)
    await pages.onPage((page) => measure(page, frames.length), { run: id })
  }
  await weighScripts()
} finally {
  await pages.close()
}

function transcriptOf(html: string): string {
  const start = html.indexOf('<div class="transcript">')
  return html.slice(start, html.indexOf('</dl> </div>', start) + 12)
}

async function measure(page: Page, count: number): Promise<void> {
  const result = await page.evaluate(async (count) => {
    const player = document.querySelector<HTMLElement>('.player')
    const slider = document.querySelector<HTMLInputElement>('.frame-range')
    const next = document.querySelector<HTMLElement>('[aria-label="Next frame"]')
    if (!player || !slider || !next) throw new Error('there is no player')
    const longest = { task: 0 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration)
    }).observe({ type: 'longtask', buffered: true })
    const settle = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    /** The time from the reader's act to a page that is laid out again. */
    const time = async (act: () => void) => {
      const start = performance.now()
      act()
      await Promise.resolve()
      await Promise.resolve()
      document.body.getBoundingClientRect()
      const took = performance.now() - start
      await settle()
      return took
    }
    const seek = (frame: number) =>
      time(() => {
        slider.value = String(frame)
        slider.dispatchEvent(new Event('input', { bubbles: true }))
      })
    const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0
    const steps: Record<string, number> = {}
    for (const [name, at] of [['start', 1], ['middle', Math.floor(count / 2)], ['end', Math.max(1, count - 41)]] as const) {
      await seek(at)
      const times: number[] = []
      for (let step = 0; step < Math.min(40, count - at); step++) times.push(await time(() => next.click()))
      steps[name] = p95(times)
    }
    let random = 42
    const seeks: number[] = []
    for (let step = 0; step < 40; step++) {
      random = (random * 1103515245 + 12345) % 2147483648
      seeks.push(await seek(1 + (random % count)))
    }
    const nodes = document.querySelectorAll('*').length - document.querySelectorAll('.transcript, .transcript *').length
    return { steps, seek: p95(seeks), task: longest.task, nodes }
  }, count)
  const find = await timeFind(page)
  for (const [name, took] of Object.entries(result.steps)) report(`step, ${name}, p95`, took, limits.stepP95)
  report('random seek, p95', result.seek, limits.seekP95)
  report('longest task from load on', result.task, limits.task)
  report('find, the slowest of ten words', find, limits.find)
  console.log(`  nodes beyond the transcript's own: ${result.nodes} (limit 2,000)`)
}

async function timeFind(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.locator('.player-find input:enabled').waitFor()
  return page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('.player-find input')
    if (!field) throw new Error('there is no find')
    const times: number[] = []
    for (const word of ['a', 'sentinel', 'recorded post', 'sentinel-77', 'config', 'nothing at all', 'model', 'x', '17', 'search']) {
      const start = performance.now()
      field.value = word
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await Promise.resolve()
      document.body.getBoundingClientRect()
      times.push(performance.now() - start)
      await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    }
    return Math.max(...times)
  })
}

function report(what: string, milliseconds: number, limit: number): void {
  const over = milliseconds > limit ? '   OVER' : ''
  console.log(`  ${what}: ${milliseconds.toFixed(2)} ms (limit ${limit})${over}`)
}

/** What the browser loads for the player, gzipped: scripts before any tool is opened, and styles. */
async function weighScripts(): Promise<void> {
  const loaded = await pages.onPage((page) =>
    page.evaluate(() => performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [new URL(name).pathname] : []))),
  )
  let sum = 0
  console.log('\nplayer')
  for (const file of loaded) {
    const size = gzipSync(await readFile(join(pages.folder, file)), { level: 9 }).length
    sum += size
    console.log(`  ${file.split('/').at(-1)}: ${kilobytes(size)}`)
  }
  const folder = new URL('../components/player/', import.meta.url)
  const styles = (await readdir(folder)).filter((name) => name.endsWith('.css'))
  const css = (await Promise.all(styles.map((name) => readFile(new URL(name, folder), 'utf8')))).join('')
  const plain = css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' ')
  const size = gzipSync(plain, { level: 9 }).length
  console.log(`  ${styles.join(', ')}: ${kilobytes(size)}`)
  sum += size
  console.log(`  in all: ${kilobytes(sum)} (limit ${kilobytes(limits.scripts)})${sum > limits.scripts ? '   OVER' : ''}`)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
