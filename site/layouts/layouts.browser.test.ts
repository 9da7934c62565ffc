import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type OpenSite, openSite } from '../testing/browser.ts'

const post = '/posts/judging-a-moving-target/'
const pages = ['/', '/about/', '/figures/', '/404.html', post]
const widths = [375, 768, 1440]
const schemes = ['light', 'dark'] as const

let site: OpenSite
let axe: string

beforeAll(async () => {
  site = await openSite(inject('builtSite'))
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})
afterAll(async () => {
  await site?.close()
})

/** A page as it is loaded, with the complaints of the browser and every response it got. */
async function load(path: string, width: number, colorScheme: 'light' | 'dark', bypassCSP = false) {
  const context = await site.browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP })
  const page = await context.newPage()
  const complaints: string[] = []
  const responses: { url: string; body: Promise<Buffer> }[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('response', (response) => responses.push({ url: response.url(), body: response.body() }))
  await page.goto(`${site.origin}${path}`, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  return { page, complaints, responses, close: () => context.close() }
}

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describe.each(pages)('%s', (path) => {
  test.each(widths)('fits a window of %i pixels, without a complaint of the browser', async (width) => {
    const { page, complaints, close } = await load(path, width, 'light')
    expect(complaints).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
    await close()
  })

  test.each(schemes)('passes axe in the %s theme', async (scheme) => {
    // axe is put into the page from here, which the page's own policy would rightly refuse.
    const { page, close } = await load(path, 1440, scheme, true)
    await page.evaluate(axe)
    const violations = await page.evaluate<string[]>(
      `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag2aaa', 'wcag21aa', 'wcag22aa', 'best-practice'] })
        .then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
    )
    expect(violations).toEqual([])
    await close()
  })
})

test('the post loads three fonts, nothing from another host, less than 150 KB, and less than 12 KB of scripts', async () => {
  const { page, responses, close } = await load(post, 1440, 'light')
  // The player's code is loaded when it comes into view.
  await page.locator('.run').scrollIntoViewIfNeeded()
  await page.locator('.run .player[data-ready]').waitFor({ state: 'attached' })
  const loaded = await Promise.all(
    responses.map(async ({ url, body }) => ({
      url,
      bytes: url.endsWith('.woff2') ? (await body).length : gzipSync(await body).length,
    })),
  )
  expect(loaded.filter(({ url }) => !url.startsWith(site.origin))).toEqual([])
  expect(loaded.filter(({ url }) => url.endsWith('.woff2'))).toHaveLength(3)
  expect(loaded.filter(({ url }) => url.endsWith('.js')).length).toBeGreaterThan(0)
  const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0)
  expect(total).toBeLessThan(150_000)
  const inline = await page.locator('script:not([src], [type="application/ld+json"])').allTextContents()
  expect(inline.length).toBeGreaterThan(0)
  const scripts = [
    ...loaded.filter(({ url }) => url.endsWith('.js')).map(({ bytes }) => bytes),
    ...inline.map((code) => gzipSync(code).length),
  ]
  expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(12 * 1024)
  await close()
})

test('the policy in the page allows nothing inline and no other host', async () => {
  const { page, close } = await load(post, 1440, 'light')
  const policy = await page.locator('meta[http-equiv="content-security-policy"]').getAttribute('content')
  expect(policy).toContain("default-src 'self'")
  expect(policy).not.toContain('unsafe')
  expect(policy).not.toContain('http')
  await close()
})

test('on paper the controls are gone, every frame of the run is there, and the theme is light', async () => {
  const { page, close } = await load(post, 1440, 'dark')
  await page.locator('.run').scrollIntoViewIfNeeded()
  await page.locator('.run .player[data-ready]').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.locator('button:visible, input:visible, nav:visible').count()).toBe(0)
  expect(await page.locator('.frames > li:visible').count()).toBe(await page.locator('.frames > li').count())
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  expect(background).toBe('rgb(255, 255, 255)')
  await close()
})
