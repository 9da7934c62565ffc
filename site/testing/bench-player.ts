/*
 * Measures the trace player in the real browser: what a page with a run weighs, and how long a step takes.
 *   npm run bench:player
 */
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { generateLargeResult, generateRun } from './generate-run.ts'
import { openRuns, retiredControl } from './run-page.ts'

const lengths = [12, 500, 10_000]
const limits = { stepP95: 4, seekP95: 8, task: 50, find: 30, player: 12 * 1024, page: 1.15 }

const runs = [retiredControl, ...lengths.map((length) => generateRun(length))]
const large = generateLargeResult()
const pages = await openRuns([...runs, large])
try {
  for (const { id, frames } of runs) {
    // A run this long stands on pages of its own.
    const isLong = frames.length > 500
    console.log(`\n${id}: ${frames.length.toLocaleString('en-US')} frames`)
    const [page, alone] = await Promise.all([weighAll(isLong ? `runs/${id}` : id), weighAll(`alone/${id}`)])
    report(
      `${isLong ? 'its pages to pages' : 'page to a page'} with the transcript alone`,
      page / alone,
      limits.page,
      `${kilobytes(page)} / ${kilobytes(alone)} =`,
    )
    for (const path of isLong ? [`posts/${id}`, `runs/${id}`] : [id]) {
      if (isLong) console.log(` at /${path}/, from its loading on`)
      await pages.onPage((page) => measure(page, frames.length), { run: path, after: `alone/${retiredControl.id}` })
    }
  }
  console.log(`\n${large.id}: one result of 20,000 matches`)
  await pages.onPage(measureLargeResult, { run: `runs/${large.id}` })
  await weighPlayer()
} finally {
  await pages.close()
}

/** What a page weighs, with those below it. */
async function weighAll(path: string): Promise<number> {
  const files = globSync(`${path}/**/index.html`, { cwd: pages.folder })
  const weights = await Promise.all(files.map(weigh))
  return weights.reduce((sum, weight) => sum + weight, 0)
}

async function weigh(file: string): Promise<number> {
  return gzipSync(await readFile(join(pages.folder, file)), { level: 9 }).length
}

async function measure(page: Page, count: number): Promise<void> {
  // The rail is drawn last, once every frame is there; in a post, before any frame is fetched.
  // Asked of the browser itself: Playwright's own search walks through all of a large page, and would be the longest task.
  await page.waitForFunction(() => document.querySelector('.rail path'))
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
    for (const [name, at] of [
      ['start', 1],
      ['middle', Math.floor(count / 2)],
      ['end', Math.max(1, count - 101)],
    ] as const) {
      await seek(at)
      const times: number[] = []
      for (let step = 0; step < Math.min(100, count - at); step++) times.push(await time(() => next.click()))
      steps[name] = p95(times)
    }
    let random = 42
    const seeks: number[] = []
    for (let step = 0; step < 100; step++) {
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

/** Steps to a large result, unfolds it, scrolls through it, leaves it and comes back. */
async function measureLargeResult(page: Page): Promise<void> {
  const task = await page.evaluate(async () => {
    const settle = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
    await settle()
    let longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
    }).observe({ type: 'longtask' })
    const press = async (selector: string) => {
      document.querySelector<HTMLElement>(selector)?.click()
      await settle()
    }
    await press('[aria-label="Next frame"]')
    await press('[aria-label="Next frame"]')
    await press('.unfold')
    const list = document.querySelector('.frames')
    for (const share of [0.1, 0.5, 0.9, 0.3]) {
      list?.scrollTo(0, share * list.scrollHeight)
      await settle()
    }
    await press('[aria-label="Next frame"]')
    await press('[aria-label="Previous frame"]')
    return longest
  })
  report('longest task from the first step on', task, limits.task)
}

async function timeFind(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.locator('.player-find input:enabled').waitFor()
  return page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('.player-find input')
    if (!field) throw new Error('there is no find')
    const times: number[] = []
    for (const word of [
      'a',
      'sentinel',
      'recorded post',
      'sentinel-77',
      'config',
      'nothing at all',
      'model',
      'x',
      '17',
      'search',
    ]) {
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

function report(what: string, value: number, limit: number, unit = 'ms'): void {
  console.log(
    `  ${what}: ${unit === 'ms' ? `${value.toFixed(2)} ms` : `${unit} ${value.toFixed(3)}`} (limit ${limit})${value > limit ? '   OVER' : ''}`,
  )
}

/** What the browser loads for the player, gzipped: scripts before any tool is opened, and the styles of its controls. */
async function weighPlayer(): Promise<void> {
  const loaded = await pages.onPage((page) =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (name.endsWith('.js') ? [new URL(name).pathname] : [])),
    ),
  )
  let sum = 0
  console.log('\nplayer')
  for (const file of loaded) {
    const size = await weigh(file)
    sum += size
    console.log(`  ${file.split('/').at(-1)}: ${size} bytes`)
  }
  for (const name of ['player.css', 'tools.css']) {
    const css = await readFile(new URL(`../components/player/${name}`, import.meta.url), 'utf8')
    const size = gzipSync(css.replace(/\/\*.*?\*\//gs, '').replace(/\s+/g, ' '), { level: 9 }).length
    sum += size
    console.log(`  ${name}: ${size} bytes`)
  }
  console.log(`  in all: ${sum} bytes (limit ${limits.player})${sum > limits.player ? '   OVER' : ''}`)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`
}
