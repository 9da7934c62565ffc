import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type OpenSite, openSite } from '../../testing/browser.ts'

/* For a reader who asked for reduced motion: nothing on the site moves by itself, and play changes frames and no more. */

const post = '/posts/judging-a-moving-target/'

let site: OpenSite

beforeAll(async () => {
  site = await openSite(inject('builtSite'))
})
afterAll(() => site?.close())

async function onPage(path: string, use: (page: Page) => Promise<void>) {
  const page = await site.browser.newPage({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
  // The page's own clock goes on only where the test says so.
  await page.clock.install()
  // Fonts that arrive move text, and are no motion.
  await page.goto(`${site.origin}${path}`, { waitUntil: 'networkidle' })
  await use(page)
  await page.close()
}

/** Every element that a style would move, fade or scroll smoothly, as `element: what`, and what moves at this moment. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lasts = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0)
    const styled = [...document.querySelectorAll('*')].flatMap((element) =>
      [undefined, '::before', '::after', '::details-content', '::backdrop'].flatMap((part) => {
        const style = getComputedStyle(element, part)
        const found = [
          lasts(style.transitionDuration) ? `transition of ${style.transitionProperty}` : '',
          style.animationName !== 'none' ? `animation ${style.animationName}` : '',
          style.scrollBehavior === 'smooth' ? 'smooth scrolling' : '',
        ]
        return found.filter((what) => what !== '').map((what) => `${element.tagName}${part ?? ''}: ${what}`)
      }),
    )
    const media = [...document.querySelectorAll('video, audio, marquee, animate, animateTransform, animateMotion, set')]
    const running = document.getAnimations().map((animation) => `running: ${animation.constructor.name}`)
    const refreshing = document.querySelector('meta[http-equiv="refresh" i]') ? ['refreshes itself'] : []
    return [...styled, ...media.map(({ tagName }) => tagName), ...running, ...refreshing]
  })
}

/** What a reader sees of the page: its words, where each element stands, and where the reader is. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('body *')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return `${element.tagName} ${[x, y, width, height].map(Math.round)}`
    })
    return [document.body.textContent, ...boxes, location.href, scrollX, scrollY, document.activeElement?.tagName]
  })

const place = (page: Page) => page.locator('.player-place').textContent()

async function openPlayer(page: Page) {
  await page.locator('.run').scrollIntoViewIfNeeded()
  await page.waitForSelector('[data-ready]')
  // What the player does once it is ready, it does now.
  await page.clock.runFor(1000)
}

describe('nothing moves by itself', () => {
  it.each(['/', '/about/', '/figures/', '/404.html', post])('on %s', async (path) => {
    await onPage(path, async (page) => {
      expect(await moving(page)).toEqual([])
      const before = await seen(page)
      await page.clock.runFor(60_000)
      expect(await seen(page)).toEqual(before)
    })
  })

  it('in the player, however long it stands there', async () => {
    await onPage(post, async (page) => {
      await openPlayer(page)
      const before = await seen(page)
      await page.clock.runFor(60_000)
      expect(await seen(page)).toEqual(before)
      expect(await place(page)).toBe('Frame 1 of 12')
    })
  })

  it('where the reader points, opens and steps', async () => {
    await onPage(post, async (page) => {
      await openPlayer(page)
      const acts: (() => Promise<unknown>)[] = [
        () => page.locator('.prose a.num').first().hover(),
        () => page.locator('.prose a.num').first().focus(),
        () => page.getByRole('button', { name: 'Find', exact: true }).click(),
        () => page.getByRole('searchbox').fill('avif'),
        () => page.getByRole('button', { name: 'Keys', exact: true }).click(),
        () => page.getByRole('button', { name: 'Last frame' }).click(),
        () => page.getByRole('button', { name: 'Previous frame' }).click(),
        () => page.locator('.unfold:visible').first().click(),
      ]
      for (const act of acts) {
        await act()
        expect(await moving(page)).toEqual([])
      }
    })
  })
})

describe('play', () => {
  it('goes on frame by frame because the reader asked, with no motion between, and stops when told to', async () => {
    await onPage(post, async (page) => {
      await openPlayer(page)
      await page.getByRole('button', { name: 'Play' }).click()
      expect(await place(page)).toBe('Frame 1 of 12')
      const scrolled = await page.evaluate(() => scrollY)
      for (const frame of [2, 3]) {
        await page.clock.runFor(2500)
        await expect.poll(() => place(page)).toBe(`Frame ${frame} of 12`)
        expect(await moving(page)).toEqual([])
        expect(await page.locator('.frame:visible').count()).toBe(1)
      }
      expect(await page.evaluate(() => scrollY)).toBe(scrolled)
      await page.getByRole('button', { name: 'Pause' }).click()
      await page.clock.runFor(60_000)
      expect(await place(page)).toBe('Frame 3 of 12')
    })
  })

  it('ends at the last frame', async () => {
    await onPage(post, async (page) => {
      await openPlayer(page)
      await page.getByRole('button', { name: 'Play' }).click()
      for (let frame = 2; frame <= 12; frame++) {
        await page.clock.runFor(2500)
        await expect.poll(() => place(page)).toBe(`Frame ${frame} of 12`)
      }
      const before = await seen(page)
      await page.clock.runFor(60_000)
      await page.getByRole('button', { name: 'Play' }).waitFor()
      expect(await place(page)).toBe('Frame 12 of 12')
      expect((await seen(page)).slice(1)).toEqual(before.slice(1))
    })
  })
})
