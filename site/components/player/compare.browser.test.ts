import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Frame, Trace } from '../../../tools/trace/schema.ts'
import { hostile } from '../../testing/hostile.ts'
import { openRuns, type RunPages, retiredControl as run } from '../../testing/run-page.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const address = `#${run.id}/without-source/divergence`
const themes = ['light', 'dark'] as const
const widths = [320, 375, 768, 1440]

// A run that was never recorded: the real one with one call fewer and another one.
const other = structuredClone({ ...run, id: 'fixture-other' })
other.frames.splice(5, 2)
other.tokens.splice(5, 2)
other.frames = other.frames.map((frame, index) =>
  frame.type === 'tool_call' && index === 3 ? { ...frame, args: { pattern: 'isBinary' } } : frame,
)

let pages: RunPages

beforeAll(async () => {
  pages = await openRuns([run, other])
})

afterAll(() => pages.close())

async function onComparisons(use: (page: Page) => Promise<void>, hash = '', options: BrowserContextOptions = {}) {
  const page = await pages.browser.newPage({ viewport: { width: 1440, height: 900 }, ...options })
  await page.goto(`${pages.origin}/compare/${hash}`)
  await use(page)
  await page.close()
}

/** That the first divergence of the run without its source lines is the target, and can be read without scrolling. */
async function expectThere(page: Page) {
  const row = page.locator('tr:target')
  expect(await row.textContent()).toContain('first divergence')
  await expect
    .poll(() =>
      row.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    )
    .toBe(true)
  // What was taken out, in the row below it, is the source line.
  expect(await page.locator('tr:target + tr li').allTextContents()).toEqual([
    expect.stringMatching(/^agent\/src\/tools\/fs\.ts:42 /),
  ])
}

describe('the first divergence', () => {
  it('is reached by the keyboard alone', async () => {
    await onComparisons(async (page) => {
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href') ?? '')
      for (let presses = 0; presses < 200 && (await focused()) !== address; presses++) await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('They first part at call 5.')
      await page.keyboard.press('Enter')
      expect(new URL(page.url()).hash).toBe(address)
      await expectThere(page)
    })
  })

  it('is opened by its address, with scripts and without', async () => {
    for (const javaScriptEnabled of [true, false]) await onComparisons(expectThere, address, { javaScriptEnabled })
  })

  it('has an address of its own in each comparison', async () => {
    await onComparisons(async (page) => {
      const ids = await page.locator('.compare [id]').evaluateAll((rows) => rows.map(({ id }) => id))
      expect(new Set(ids).size).toBe(ids.length)
      const links = await page
        .locator('.compare a')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(links).toEqual(ids.map((id) => `#${id}`))
      // Those of a run beside itself have none.
      expect(await page.locator('.compare').count()).toBe(ids.length + 2)
    })
  })
})

describe('a case made by subtraction', () => {
  it('is said not to be recorded, where it is named', async () => {
    for (const width of [320, 1440]) {
      await onComparisons(
        async (page) => {
          const comparison = page.locator(`[data-comparison="${run.id} without source"]`)
          expect(await comparison.getByText('The second is no recorded run').isVisible()).toBe(true)
          const names = comparison.locator(':is(thead th, td)').getByText('without its source lines')
          expect(await names.filter({ visible: true }).count()).toBe(1)
        },
        '',
        { viewport: { width, height: 900 } },
      )
    }
  })
})

describe.each(themes)('in the %s theme', (colorScheme) => {
  it.each(widths)('axe finds nothing at %i pixels, and the page does not scroll sideways', async (width) => {
    await onComparisons(
      async (page) => {
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        const clipped = await page
          .locator('.compare :is(code, p, li, summary)')
          .evaluateAll((texts) =>
            texts.flatMap(({ scrollWidth, clientWidth, textContent }) =>
              scrollWidth > clientWidth && clientWidth > 0 ? [textContent] : [],
            ),
          )
        expect(clipped).toEqual([])
        // Run through the debugger, which the page's Content-Security-Policy does not govern.
        await page.evaluate(axe)
        const violations = await page.evaluate<string[]>(
          `axe.run('.compare').then(({ violations }) =>
            violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 120))))`,
        )
        expect(violations).toEqual([])
      },
      address,
      { colorScheme, viewport: { width, height: 900 } },
    )
  })
})

describe('what only one side saw', () => {
  it('is folded where it is long, opens by the keyboard, and is whole on paper', async () => {
    await onComparisons(async (page) => {
      const long = page.locator('details:not([open])').first()
      const [fold, line] = [await long.elementHandle(), await long.locator('li').first().elementHandle()]
      const isShown = () => line?.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
      await (await fold?.$('summary'))?.focus()
      expect(await isShown()).toBe(false)
      await page.keyboard.press('Enter')
      expect(await isShown()).toBe(true)
      await page.keyboard.press('Enter')
      expect(await isShown()).toBe(false)
      await page.emulateMedia({ media: 'print' })
      const heights = await page.locator('.compare li').evaluateAll((lines) => lines.map((line) => line.clientHeight))
      expect(heights.length).toBeGreaterThan(72)
      expect(Math.min(...heights)).toBeGreaterThan(0)
    })
  })
})

describe('a finger', () => {
  it('has 24 pixels for every target but a link in a sentence', async () => {
    await onComparisons(
      async (page) => {
        const heights = await page
          .locator('.compare summary')
          .evaluateAll((all) => all.map((each) => each.clientHeight))
        expect(heights.length).toBeGreaterThan(0)
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(24)
      },
      '',
      { viewport: { width: 375, height: 800 } },
    )
  })
})

/** A run that was never recorded, of the same question: each hostile string in what is called and what comes back. */
const hostileRun: Trace = {
  ...other,
  id: 'fixture-hostile',
  tokens: hostile.flatMap(() => [null, null, null, null]),
  frames: hostile.flatMap((text): Frame[] => [
    { type: 'tool_call', id: text, name: 'search_files', args: { pattern: text } },
    {
      type: 'tool_result',
      id: text,
      ok: true,
      result: {
        ok: true,
        pattern: text,
        filesSearched: 1,
        matches: [{ file: text, line: 1, text }],
        truncated: false,
      },
    },
    { type: 'tool_call', id: text, name: 'list_files', args: text },
    { type: 'tool_result', id: text, ok: true, result: { ok: true, directory: text, files: [text], truncated: false } },
  ]),
}

describe('hostile strings', () => {
  let hostilePages: RunPages
  beforeAll(async () => {
    hostilePages = await openRuns([hostileRun, run])
  })
  afterAll(() => hostilePages.close())

  it('are shown as what they are, run nowhere and break nothing', async () => {
    const page = await hostilePages.browser.newPage({ viewport: { width: 320, height: 800 } })
    await page.goto(`${hostilePages.origin}/compare/`)
    const shown = await page.locator(`[data-comparison="${hostileRun.id} with ${run.id}"]`).evaluate((figure) => {
      for (const odd of figure.querySelectorAll<HTMLElement>('.odd:empty'))
        odd.textContent = String.fromCharCode(Number.parseInt((odd.dataset.odd ?? '').slice(2), 16))
      return [...figure.querySelectorAll('td > code, li')].map(({ textContent }) => textContent)
    })
    const expected = hostile.flatMap((text) => [
      `search_files ${JSON.stringify({ pattern: text })}`,
      `${text}:1  ${text}`,
      `list_files ${text}`,
      text,
    ])
    expect(expected.filter((text) => !shown.includes(text))).toEqual([])
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const names = await page.locator('.compare *').evaluateAll((all) => all.map(({ localName }) => localName))
    const ours = 'a caption code details li p span strong summary table tbody td th thead tr ul'.split(' ')
    expect([...new Set(names)].filter((name) => !ours.includes(name))).toEqual([])
    await page.close()
  })
})
