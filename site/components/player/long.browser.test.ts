import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateRun } from '../../testing/generate-run.ts'
import { openRuns, type PageOptions, type RunPages, retiredControl } from '../../testing/run-page.ts'

/* A large run: on pages of its own, and in a post, whose player fetches them. */

const run = generateRun(1200, 'fixture-long')
const post = `posts/${run.id}`
/** The real run with much between its searches and its answer: it was never recorded. */
const withEvidence = {
  ...retiredControl,
  id: 'fixture-evidence',
  frames: [...retiredControl.frames.slice(0, -1), ...run.frames.slice(1, 701), ...retiredControl.frames.slice(-1)],
  tokens: [...retiredControl.tokens.slice(0, -1), ...run.tokens.slice(1, 701), ...retiredControl.tokens.slice(-1)],
}

/** A run that is large by its length and not by its frames. */
const few = generateRun(60, 'fixture-few')
const heavy = {
  ...few,
  frames: few.frames.map((frame) => ('content' in frame ? { ...frame, content: 'much '.repeat(130_000) } : frame)),
}

let pages: RunPages

beforeAll(async () => {
  pages = await openRuns([run, withEvidence, heavy])
})

afterAll(() => pages.close())

const onPage = <T>(use: (page: Page) => Promise<T>, options?: PageOptions) => pages.onPage(use, options)
const place = (page: Page) => page.locator('.player-place').textContent()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const address = (page: Page) => page.evaluate(() => location.pathname + location.hash)
const shown = (page: Page) =>
  page
    .locator('.frame')
    .evaluateAll((frames) =>
      frames.filter((frame) => frame.checkVisibility({ visibilityProperty: true })).map(({ id }) => id),
    )
const here = (page: Page) => page.locator('.frame').count()
const shows = (page: Page, frame: number) =>
  expect.poll(() => shown(page), { timeout: 10_000 }).toEqual([`${run.id}/f${frame}`])

describe('a large run in a post', () => {
  it('is stepped through from end to end, and only what is looked at is fetched', async () => {
    await onPage(
      async (page) => {
        await shows(page, 1)
        expect(await here(page)).toBe(250)
        await page.getByRole('slider').fill('600')
        expect(await place(page)).toBe('Frame 600 of 1200')
        await shows(page, 600)
        await button(page, 'Next frame').click()
        await shows(page, 601)
        await expect.poll(() => address(page)).toBe(`/${post}/#${run.id}/f601`)
        await button(page, 'Last frame').click()
        await shows(page, 1200)
        // Pages 1, 3 and 5: frames 251 to 500 and 751 to 1000 were never near.
        expect(await here(page)).toBe(250 + 250 + 200)
        await page.goBack()
        await shows(page, 601)
      },
      { run: post },
    )
  })

  it('fetches the next page before the reader is there, and keeps the frames in order', async () => {
    await onPage(
      async (page) => {
        await page.getByRole('slider').fill('240')
        await expect.poll(() => here(page)).toBe(500)
        await page.getByRole('slider').fill('1100')
        await shows(page, 1100)
        const numbers = await page
          .locator('.frame')
          .evaluateAll((frames) => frames.map((frame) => Number(frame.getAttribute('data-frame'))))
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      },
      { run: post },
    )
  })

  it('opens at the frame that the address names', async () => {
    await onPage((page) => shows(page, 777), { run: post, hash: `#${run.id}/f777` })
  })

  it('is searched as a whole', async () => {
    await onPage(
      async (page) => {
        await button(page, 'Find').click()
        await page.locator('.player-find input:enabled').waitFor()
        expect(await here(page)).toBe(1200)
        await page.locator('.player-find input').fill('sentinel-')
        // Every frame but the first holds one such word in one place or two; what is counted is checked elsewhere.
        expect(await page.locator('.player-find output').textContent()).toMatch(/^1 of 1,2\d\d$/)
        await page.locator('.player-find input').fill('agent/src/config.ts sets it')
        await shows(page, 1200)
      },
      { run: post },
    )
  })

  it('shows the whole run on the rail before any other page is fetched', async () => {
    const drawn = (page: Page) =>
      page.locator('.rail path').evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
    const [inPost, onOwn] = await Promise.all([
      onPage(async (page) => (await page.locator('.rail path').first().waitFor({ state: 'attached' })) ?? drawn(page), {
        run: post,
      }),
      onPage(
        async (page) => {
          await expect.poll(() => page.locator('.rail path').count(), { timeout: 20_000 }).toBeGreaterThan(0)
          return drawn(page)
        },
        { run: `runs/${run.id}` },
      ),
    ])
    expect(inPost.length).toBeGreaterThan(2)
    expect(inPost).toEqual(onOwn)
  })

  it('leads from the answer to its evidence and back, on whatever pages they stand', async () => {
    const { id, frames } = withEvidence
    for (const path of [`posts/${id}`, `runs/${id}`]) {
      await onPage(
        async (page) => {
          const sentence = page.locator('.evidence-sentence')
          await expect.poll(() => sentence.textContent(), { timeout: 10_000 }).toMatch(/^1 source line, 2 copies among/)
          const [source] = await page.locator('.evidence-places [data-mark="source"] a').allTextContents()
          const frame = Number(source?.match(/frame (\d+)/)?.[1])
          expect(frame).toBeLessThan(13)
          await page.locator('.evidence-places [data-mark="source"] a').click()
          await expect.poll(() => shown(page), { timeout: 10_000 }).toEqual([`${id}/f${frame}`])
          await expect.poll(() => address(page)).toMatch(new RegExp(`^/${path}/#${id}/f${frame}/o\\d+$`))
          await page.locator('.frame:visible .evidence-mark[data-mark="source"] a').click()
          await expect.poll(() => shown(page)).toEqual([`${id}/f${frames.length}`])
          await page.goBack()
          await expect.poll(() => shown(page)).toEqual([`${id}/f${frame}`])
        },
        { run: path, hash: `#${id}/f${frames.length}` },
      )
    }
  })

  it('says what could not be fetched, and asks again when the reader comes back', async () => {
    const page = await pages.browser.newPage()
    let isDown = false
    await page.route('**/runs/**', (route) => (isDown ? route.fulfill({ status: 503 }) : route.continue()))
    await page.goto(`${pages.origin}/${post}/`)
    await shows(page, 1)
    isDown = true
    await page.getByRole('slider').fill('600')
    const said = page.locator('.player-said')
    await expect.poll(() => said.textContent()).toMatch(/^Frame 600 could not be fetched: 503/)
    expect(await shown(page)).toEqual([])
    await button(page, 'Find').click()
    await expect.poll(() => said.textContent()).toMatch(/^The run could not be fetched as a whole: 503/)
    expect(await page.locator('.player-find').count()).toBe(0)
    isDown = false
    await button(page, 'Next frame').click()
    await shows(page, 601)
    expect(await said.count()).toBe(0)
    await page.close()
  })

  it('keeps the tool that was opened while the run could not be fetched as a whole', async () => {
    const page = await pages.browser.newPage()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    await page.route('**/runs/*/3/', async (route) => {
      await asked
      await route.fulfill({ status: 503 })
    })
    await page.goto(`${pages.origin}/${post}/`)
    await shows(page, 1)
    await button(page, 'Find').click()
    await button(page, 'Raw text').click()
    await page.waitForSelector('.player-text')
    ask()
    await expect.poll(() => page.locator('.player-said').textContent()).toMatch(/^The run could not be fetched/)
    expect(await page.locator('.player-text').count()).toBe(1)
    await page.close()
  })

  it('of few frames leaves those that were stepped past to the search of the browser', async () => {
    await onPage(
      async (page) => {
        const hidden = () =>
          page
            .locator('.frame[hidden]')
            .evaluateAll((frames) => [...new Set(frames.map((frame) => frame.getAttribute('hidden')))])
        for (const frame of [3, 4, 3]) {
          await page.getByRole('slider').fill(String(frame))
          await page.locator('[data-ahead]').waitFor({ state: 'attached' })
        }
        await page.getByRole('slider').fill('40')
        expect(await hidden()).toEqual(['until-found'])
      },
      { run: `posts/${heavy.id}` },
    )
  })

  it('refuses a page that holds other frames, as after the site was changed', async () => {
    const page = await pages.browser.newPage()
    await page.route(`**/runs/${run.id}/3/`, (route) =>
      route.fulfill({ path: `${pages.folder}/runs/${run.id}/4/index.html` }),
    )
    await page.goto(`${pages.origin}/${post}/`)
    await shows(page, 1)
    await page.getByRole('slider').fill('600')
    await expect
      .poll(() => page.locator('.player-said').textContent())
      .toBe('Frame 600 could not be fetched: what came holds other frames.')
    await page.close()
  })

  it('is a link to its pages where there are no scripts', async () => {
    await onPage(
      async (page) => {
        await page.locator('.run-pages a').click()
        await page.waitForURL(`**/runs/${run.id}/`, { waitUntil: 'load' })
        expect(await here(page)).toBe(250)
      },
      { run: post, javaScriptEnabled: false },
    )
  })
})

describe('the pages of a large run', () => {
  it('become the whole run, whichever is opened', async () => {
    await onPage(
      async (page) => {
        await shows(page, 501)
        await expect.poll(() => here(page), { timeout: 20_000 }).toBe(1200)
        await button(page, 'Previous frame').click()
        await shows(page, 500)
        // An address that also leads there without scripts: the frame stands on page 2.
        await expect.poll(() => address(page)).toBe(`/runs/${run.id}/2/#${run.id}/f500`)
        await button(page, 'First frame').click()
        await expect.poll(() => address(page)).toBe(`/runs/${run.id}/#${run.id}/f1`)
        await page.goBack()
        await shows(page, 500)
        expect(await page.locator('.run-facts').count()).toBe(1)
      },
      { run: `runs/${run.id}/3` },
    )
  })

  it('let play go on while the others come', async () => {
    const page = await pages.browser.newPage()
    await page.clock.install()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    await page.route('**/runs/*/*/', async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(`${pages.origin}/runs/${run.id}/`)
    await page.waitForSelector('.player[data-ready]')
    await button(page, 'Play').click()
    await page.clock.runFor(2000)
    expect(await here(page)).toBe(250)
    ask()
    await expect
      .poll(
        async () => {
          await page.clock.runFor(20)
          return here(page)
        },
        { timeout: 20_000, interval: 20 },
      )
      .toBe(1200)
    await page.clock.runFor(1000)
    expect(await place(page)).toBe('Frame 2 of 1200')
    await page.close()
  })

  it('hold every frame without scripts, one page after another, and scroll to the one that is addressed', async () => {
    const context = await pages.browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${pages.origin}/runs/${run.id}/`)
    const ids: string[] = []
    for (;;) {
      ids.push(...(await page.locator('.frame').evaluateAll((frames) => frames.map(({ id }) => id))))
      const next = page.getByRole('link', { name: 'Frames after these' })
      if ((await next.count()) === 0) break
      const href = await next.getAttribute('href')
      await next.click()
      await page.waitForURL(`**${href}`, { waitUntil: 'load' })
    }
    expect(ids).toEqual(run.frames.map((_, index) => `${run.id}/f${index + 1}`))
    await page.goto(`${pages.origin}/runs/${run.id}/4/#${run.id}/f900`)
    const box = await page.locator(`[id="${run.id}/f900"]`).boundingBox()
    expect(box && box.y >= 0 && box.y < 720).toBe(true)
    await context.close()
  })
})
