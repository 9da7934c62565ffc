import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRuns, type RunPages, retiredControl as run } from '../../testing/run-page.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let pages: RunPages

beforeAll(async () => {
  pages = await openRuns([run])
})

afterAll(() => pages.close())

const open = (page: Page, tool: string) => page.getByRole('button', { name: tool, exact: true }).click()

/** What axe finds wrong with the run, as `rule: element`. */
async function violations(page: Page): Promise<string[]> {
  // Run through the debugger, which the page's Content-Security-Policy does not govern.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(context: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run('.run')
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`))
  })
}

const states: { state: string; hash: string; reach: (page: Page) => Promise<unknown> }[] = [
  { state: 'the first frame', hash: '', reach: async () => {} },
  { state: 'a large result, unfolded', hash: '/f11', reach: (page) => open(page, 'Show all 40 matches (28 hidden)') },
  { state: 'the answer and its evidence', hash: '/f12', reach: async () => {} },
  {
    state: 'find',
    hash: '/f2',
    reach: async (page) => {
      await open(page, 'Find')
      await page.getByRole('searchbox').fill('avif')
      await page.getByText(/^1 of /).waitFor()
    },
  },
  {
    state: 'the raw text',
    hash: '/f5',
    reach: (page) => open(page, 'Raw text').then(() => page.waitForSelector('.player-text')),
  },
  {
    state: 'the keys',
    hash: '/f2',
    reach: (page) => open(page, 'Keys').then(() => page.waitForSelector('.player-keys')),
  },
]

describe.each(['light', 'dark'] as const)('in the %s theme, axe finds nothing in', (colorScheme) => {
  it.each(states)('$state', async ({ hash, reach }) => {
    await pages.onPage(
      async (page) => {
        await reach(page)
        expect(await violations(page)).toEqual([])
      },
      { colorScheme, hash: hash && `#${run.id}${hash}` },
    )
  })

  it('the transcript without JavaScript', async () => {
    // axe itself is a script: the page's own scripts are withheld instead, which leaves the transcript as it came.
    const page = await pages.browser.newPage({ colorScheme })
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${pages.origin}/${run.id}/`)
    expect(await violations(page)).toEqual([])
    await page.close()
  })
})

describe('a keyboard alone', () => {
  it('reaches every control, and steps through the whole run', async () => {
    await pages.onPage(async (page) => {
      const names: string[] = []
      for (let presses = 0; presses < 16; presses++) {
        await page.keyboard.press('Tab')
        const name = await page.evaluate(() => {
          const { activeElement } = document
          return activeElement?.getAttribute('aria-label') ?? activeElement?.className ?? ''
        })
        const text = await page.evaluate(() => document.activeElement?.textContent?.trim().slice(0, 20) ?? '')
        names.push(name || text)
      }
      const controls = [
        'Frame',
        'First frame',
        'Previous frame',
        'Play',
        'Next frame',
        'Last frame',
        'Find',
        'Raw text',
        'Judge’s view',
        'Keys',
        'Copy',
        'frames',
      ]
      expect(names.filter((name) => controls.includes(name)).slice(0, controls.length)).toEqual(controls)
    })
  })

  it('opens find, searches, and gets back out', async () => {
    await pages.onPage(async (page) => {
      await page.getByRole('button', { name: 'Find' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForSelector('.player-find')
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
        .toBe('Find in this run')
      await page.keyboard.type('avif')
      await expect.poll(() => page.locator('.player-find output').textContent()).toMatch(/^1 of/)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('.player-find output').textContent()).toMatch(/^2 of/)
      await page.keyboard.press('Escape')
      expect(await page.locator('.player-find').count()).toBe(0)
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Find')
    })
  })
})

describe('the size of things', () => {
  it('is at least 24 pixels for every target', async () => {
    await pages.onPage(
      async (page) => {
        await open(page, 'Find')
        await page.waitForSelector('.player-find')
        const small = await page.locator('.player :is(button, input, select):visible').evaluateAll((targets) =>
          targets.flatMap((target) => {
            const { width, height } = target.getBoundingClientRect()
            return width >= 24 && height >= 24 ? [] : [`${target.textContent} ${width} × ${height}`]
          }),
        )
        expect(small).toEqual([])
      },
      { hash: `#${run.id}/f11`, viewport: { width: 375, height: 800 } },
    )
  })

  it('fits a page of 320 pixels, frame by frame', async () => {
    await pages.onPage(
      async (page) => {
        for (let index = 0; index < run.frames.length; index++) {
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
          if (index < run.frames.length - 1) await page.getByRole('button', { name: 'Next frame' }).click()
        }
      },
      { viewport: { width: 320, height: 640 } },
    )
  })
})

describe('forced colours', () => {
  it('leave the rail, the marks and the current frame to be seen', async () => {
    await pages.onPage(
      async (page) => {
        const strokes = await page
          .locator('.rail path')
          .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).stroke))
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        expect(strokes.slice(0, 5).every((stroke) => stroke !== paper && stroke !== 'none')).toBe(true)
        const bars = await page
          .locator('.evidence-mark td')
          .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).borderInlineStartStyle))
        expect(bars).toEqual(['dashed', 'dashed', 'solid'])
      },
      { forcedColors: 'active' },
    )
  })
})
