import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type OpenSite, openSite } from '../testing/browser.ts'

const post = '/posts/judging-a-moving-target/'
/** A4 within the margins of the print style, in CSS pixels; and a print from a wide window, whose width rules must not hold. */
const printWidths = [627, 1440]
const phones = [320, 375]

let site: OpenSite

beforeAll(async () => {
  site = await openSite(inject('builtSite'))
})
afterAll(async () => {
  await site?.close()
})

async function load(path: string, width: number, media: 'screen' | 'print' = 'screen') {
  const page = await site.browser.newPage({ viewport: { width, height: 900 } })
  await page.emulateMedia({ media })
  await page.goto(`${site.origin}${path}`, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return page
}

/** The cells whose words reach beyond them, or right up to the words of the next. */
const crowdedCells = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.prose :is(td, th)')]
      .filter((cell) => {
        if (!cell.checkVisibility()) return false
        const words = document.createRange()
        words.selectNodeContents(cell)
        const { paddingInlineEnd } = getComputedStyle(cell)
        const end = cell.getBoundingClientRect().right - Number.parseFloat(paddingInlineEnd)
        return words.getBoundingClientRect().right > end + 0.5
      })
      .map((cell) => cell.textContent.trim()),
  )

test.each(printWidths)(
  'on paper of %i pixels every code block stands within its column, its lines wrapped',
  async (width) => {
    const page = await load(post, width, 'print')
    const blocks = await page.evaluate(() =>
      [...document.querySelectorAll('pre')].map((block) => {
        const { left, right } = block.getBoundingClientRect()
        const column = (block.parentElement ?? block).getBoundingClientRect()
        const text = document.createRange()
        text.selectNodeContents(block)
        // Spaces that end a line may hang; ink may not.
        const clipped = block.scrollWidth > block.clientWidth && getComputedStyle(block).whiteSpace !== 'pre-wrap'
        return { within: left >= column.left - 0.5 && right <= column.right + 0.5 && left >= 0, clipped }
      }),
    )
    expect(blocks.length).toBeGreaterThan(1)
    expect(blocks).toEqual(blocks.map(() => ({ within: true, clipped: false })))
    await page.close()
  },
)

test.each(printWidths)('on paper of %i pixels nothing is wider than the page', async (width) => {
  for (const path of [post, '/figures/']) {
    const page = await load(path, width, 'print')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.close()
  }
})

test('on paper the list of figures and the matches of a run break between their rows, never in one', async () => {
  for (const [path, table] of [
    ['/figures/', '.figures'],
    [post, '.matches'],
  ] as const) {
    const page = await load(path, 627, 'print')
    const breaks = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).breakInside)
    expect(await breaks(table)).toBe('auto')
    expect(await breaks(`${table} tbody tr`)).toBe('avoid')
    await page.close()
  }
})

test.each(phones)('on a phone of %i pixels the words of a table stay in their cells', async (width) => {
  for (const path of [post, '/figures/']) {
    const page = await load(path, width)
    expect(await crowdedCells(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.close()
  }
})

test.each(phones)('on a phone of %i pixels how often and which verdict stand on one line', async (width) => {
  const page = await load(post, width)
  const lines = await page.locator('.said').evaluateAll((all) =>
    all.map((said) => {
      const words = document.createRange()
      words.selectNodeContents(said)
      const middles = [...words.getClientRects()].map(({ top, bottom }) => (top + bottom) / 2)
      return Math.max(...middles) - Math.min(...middles) < 8
    }),
  )
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.every(Boolean)).toBe(true)
  await page.close()
})

test.each([...phones, 1440])(
  'at %i pixels code in a sentence is broken only where a line is too short for it',
  async (width) => {
    const page = await load(post, width)
    const codes = await page.evaluate(() =>
      [...document.querySelectorAll('.prose :is(p, li) > code')]
        .filter((code) => code.checkVisibility())
        .map((code) => {
          const lines = (node: Node, end?: number) => {
            const range = document.createRange()
            range.selectNodeContents(node)
            if (end !== undefined) range.setEnd(node, end)
            return [...range.getClientRects()]
          }
          const own = lines(code)
          const tops = new Set(own.map(({ top }) => Math.round(top)))
          const next = code.nextSibling
          const point = next instanceof Text && /^[,.;:)’]/u.test(next.data) ? lines(next, 1).at(-1) : undefined
          const last = own.at(-1)
          return {
            text: code.textContent,
            broken: tops.size > 1 && code.textContent.length < 24,
            // A comma or a point stays with the code before it.
            parted: point !== undefined && last !== undefined && point.top > last.bottom,
          }
        })
        .filter(({ broken, parted }) => broken || parted),
    )
    expect(codes).toEqual([])
    await page.close()
  },
)

test('a number leads to its row at once', async () => {
  const page = await load('/figures/', 1440)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto')
  await page.close()
})
