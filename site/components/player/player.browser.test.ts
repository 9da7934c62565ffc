import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Trace } from '../../../tools/trace/schema.ts'
import { generateRun } from '../../testing/generate-run.ts'
import { openRuns, type PageOptions, type RunPages, retiredControl as run } from '../../testing/run-page.ts'

const other = generateRun(12, 'fixture-other')

let pages: RunPages

beforeAll(async () => {
  pages = await openRuns([run, other])
})

afterAll(() => pages.close())

const onPage = <T>(use: (page: Page) => Promise<T>, options?: PageOptions) => pages.onPage(use, options)
const place = (page: Page) => page.locator('.player-place').textContent()
const visibleFrames = (page: Page) =>
  page
    .locator('.frame')
    .evaluateAll((frames) => frames.flatMap((frame, index) => (frame.hasAttribute('hidden') ? [] : [index])))
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const hash = (page: Page) => page.evaluate(() => location.hash)

/** Builds the run anew from the page's transcript, by the structure that TraceTranscript promises. */
function rebuilt(page: Page): Promise<unknown> {
  return page.evaluate(() => {
    const fields = (within: Element, list: string) =>
      [...within.querySelectorAll(`${list} dd`)].map((dd): [string, string] => [
        dd.getAttribute('data-key') ?? '',
        dd.textContent ?? '',
      ])
    const texts = (within: Element, selector: string) =>
      [...within.querySelectorAll(selector)].map((element) => element.textContent)
    const frames = [...document.querySelectorAll<HTMLElement>('.frame')]
    return {
      facts: Object.fromEntries(fields(document.body, '.run-facts')),
      tokens: frames.map(({ dataset }) => dataset.tokens),
      frames: frames.map((frame) => ({
        type: frame.dataset.type,
        call: frame.dataset.call,
        ok: frame.dataset.ok,
        content: texts(frame, '.frame-content')[0],
        tool: texts(frame, '.frame-tool')[0],
        args: texts(frame, '.frame-args')[0],
        fields: fields(frame, '.result-fields'),
        matches: [...frame.querySelectorAll('.match')].map((row) => texts(row, 'td')),
        files: texts(frame, '.files li'),
      })),
    }
  })
}

/** The same, from the trace. */
function expected({ frames, tokens, task: _, ...facts }: Trace): unknown {
  return {
    facts,
    tokens: tokens.map(String),
    frames: frames.map((frame) => ({
      type: frame.type,
      call: 'id' in frame ? frame.id : undefined,
      ok: frame.type === 'tool_result' ? String(frame.ok) : undefined,
      content: 'content' in frame ? frame.content : undefined,
      tool: 'name' in frame ? frame.name : undefined,
      args: 'args' in frame ? JSON.stringify(frame.args, null, 2) : undefined,
      fields:
        'result' in frame
          ? Object.entries(frame.result).flatMap(([key, value]) => (Array.isArray(value) ? [] : [[key, String(value)]]))
          : [],
      matches:
        'result' in frame && 'matches' in frame.result
          ? frame.result.matches.map(({ file, line, text }) => [file, String(line), text])
          : [],
      files: 'result' in frame && 'files' in frame.result ? frame.result.files : [],
    })),
  }
}

describe('the transcript without JavaScript', () => {
  it('holds every character of the run', async () => {
    await onPage(async (page) => expect(await rebuilt(page)).toEqual(expected(run)), { javaScriptEnabled: false })
  })

  it('shows every frame and no control', async () => {
    await onPage(
      async (page) => {
        expect(await page.locator('.frame:visible').count()).toBe(12)
        expect(await page.locator('.match:visible').count()).toBe(13 + 19 + 40)
        expect(await page.locator('button:visible, input:visible').count()).toBe(0)
      },
      { javaScriptEnabled: false },
    )
  })

  it('scrolls to the frame that the address names', async () => {
    await onPage(
      async (page) => {
        const frame = page.locator('[id="retired-control/f9"]')
        await expect
          .poll(() => frame.evaluate((element) => Math.abs(element.getBoundingClientRect().top)))
          .toBeLessThan(300)
      },
      { javaScriptEnabled: false, hash: '#retired-control/f9' },
    )
  })
})

describe('stepping', () => {
  it('shows one frame at a time, its place and its context', async () => {
    await onPage(async (page) => {
      expect(await visibleFrames(page)).toEqual([0])
      expect(await place(page)).toBe('Frame 1 of 12')
      expect(await page.locator('.player-meter p').textContent()).toBe('209 tokens in context; peak 4,344')
      await button(page, 'Next frame').click()
      await button(page, 'Next frame').click()
      expect(await visibleFrames(page)).toEqual([2])
      expect(await place(page)).toBe('Frame 3 of 12')
      // 1,018 tokens at this frame, 290 at the one before.
      expect(await page.locator('.player-meter p').textContent()).toBe('1,018 tokens in context, 728 added; peak 4,344')
      await button(page, 'Previous frame').click()
      expect(await visibleFrames(page)).toEqual([1])
      await button(page, 'Last frame').click()
      expect(await place(page)).toBe('Frame 12 of 12')
      await button(page, 'First frame').click()
      expect(await place(page)).toBe('Frame 1 of 12')
    })
  })

  it('names the frame that added most to the context', async () => {
    await onPage(
      async (page) =>
        expect(await page.locator('.player-meter p').textContent()).toBe(
          '3,957 tokens in context, 1,604 added, the most of any frame; peak 4,344',
        ),
      { hash: '#retired-control/f11' },
    )
  })

  it('plays to the end and stops there, and pauses', async () => {
    await onPage(async (page) => {
      await page.clock.install()
      await button(page, 'Play').click()
      await page.clock.runFor(6000)
      expect(await place(page)).toBe('Frame 3 of 12')
      await button(page, 'Pause').click()
      await page.clock.runFor(60_000)
      expect(await place(page)).toBe('Frame 3 of 12')
      await button(page, 'Play').click()
      await page.clock.runFor(60_000)
      expect(await place(page)).toBe('Frame 12 of 12')
      await button(page, 'Play').click()
      expect(await place(page)).toBe('Frame 1 of 12')
    })
  })

  it('moves nothing on the page when it becomes ready', async () => {
    const page = await pages.browser.newPage()
    // Fonts that arrive late move text, whatever the player does; here there are none.
    await page.route('**/*.woff2', (route) => route.abort())
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/*.js', async (route) => {
      await held
      await route.continue()
    })
    // The scripts that are held would hold the event as well.
    await page.goto(`${pages.origin}/${run.id}/`, { waitUntil: 'commit' })
    await page.locator('.run-facts').waitFor({ state: 'attached' })
    const height = () => page.locator('.player').evaluate((player) => player.getBoundingClientRect().height)
    const before = await height()
    await page.evaluate(() => {
      document.documentElement.dataset.shift = '0'
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry) document.documentElement.dataset.shift += `, ${entry.value}`
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    release()
    await page.waitForSelector('.player[data-ready]')
    await page.waitForTimeout(200)
    expect(await height()).toBe(before)
    expect(await page.evaluate(() => document.documentElement.dataset.shift)).toBe('0')
    await page.close()
  })
})

describe('addresses', () => {
  it('replaces the address on a step and adds one on a jump', async () => {
    await onPage(async (page) => {
      const entries = () => page.evaluate(() => history.length)
      const before = await entries()
      await button(page, 'Next frame').click()
      await expect.poll(() => hash(page)).toBe('#retired-control/f2')
      expect(await entries()).toBe(before)
      await button(page, 'Last frame').click()
      await expect.poll(() => hash(page)).toBe('#retired-control/f12')
      expect(await entries()).toBe(before + 1)
      await page.goBack()
      await expect.poll(() => place(page)).toBe('Frame 2 of 12')
      await page.goForward()
      await expect.poll(() => place(page)).toBe('Frame 12 of 12')
    })
  })

  it('opens at the frame that a cold address names', async () => {
    await onPage(async (page) => expect(await visibleFrames(page)).toEqual([8]), { hash: '#retired-control/f9' })
  })

  it('goes back from the first jump to the frame at which it was opened', async () => {
    await onPage(async (page) => {
      await button(page, 'Last frame').click()
      await expect.poll(() => hash(page)).toBe('#retired-control/f12')
      await page.goBack()
      await expect.poll(() => place(page)).toBe('Frame 1 of 12')
      await page.goForward()
      await expect.poll(() => place(page)).toBe('Frame 12 of 12')
    })
  })

  it('has its controls in view when it is opened at a frame', async () => {
    await onPage(
      async (page) => {
        const box = await page.locator('.player-chrome').boundingBox()
        expect(box && box.y >= 0 && box.y + box.height < 720).toBe(true)
      },
      { hash: '#retired-control/f11' },
    )
  })

  it('opens at the first frame where the address names no frame of the run', async () => {
    for (const other of ['#retired-control/f13', '#retired-control/f0', '#other-run/f9', '#retired-control']) {
      await onPage(async (page) => expect(await visibleFrames(page)).toEqual([0]), { hash: other })
    }
  })

  it('follows links between the answer and the lines that carry it', async () => {
    await onPage(
      async (page) => {
        await page.locator('.evidence a', { hasText: 'Source' }).click()
        await expect.poll(() => place(page)).toBe('Frame 11 of 12')
        const row = page.locator('.evidence-mark:visible')
        expect(await row.textContent()).toContain('Source')
        await row.locator('a').click()
        await expect.poll(() => place(page)).toBe('Frame 12 of 12')
      },
      { hash: '#retired-control/f12' },
    )
  })
})

describe('two players on a page', () => {
  it('never move each other', async () => {
    const page = await pages.browser.newPage({ viewport: { width: 1000, height: 2000 } })
    await page.goto(`${pages.origin}/several/#fixture-other/f5`)
    await page.waitForFunction(() => document.querySelectorAll('.player[data-ready]').length === 2)
    const places = () =>
      Promise.all([run, other].map(({ id }) => page.locator(`[data-run="${id}"] .player-place`).textContent()))
    expect(await places()).toEqual(['Frame 1 of 12', 'Frame 5 of 12'])
    await page.locator(`[data-run="${run.id}"]`).getByRole('slider').focus()
    await page.keyboard.press('ArrowRight')
    expect(await places()).toEqual(['Frame 2 of 12', 'Frame 5 of 12'])
    await page.locator(`[data-run="${other.id}"]`).getByRole('button', { name: 'Last frame' }).click()
    expect(await places()).toEqual(['Frame 2 of 12', 'Frame 12 of 12'])
    await page.evaluate((address) => location.assign(address), `#${run.id}/f9`)
    await expect.poll(places).toEqual(['Frame 9 of 12', 'Frame 12 of 12'])
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    await page.close()
  })
})

describe('evidence', () => {
  it('marks the source line and the copies, in words and in shape', async () => {
    await onPage(
      async (page) => {
        const marked = await page
          .locator('.match[data-carries]')
          .evaluateAll((rows) =>
            rows.map((row) => [
              row.getAttribute('data-carries'),
              ...[...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent),
            ]),
          )
        // FACTS: one source line, and one line that two searches returned as a copy.
        const copy = ['copy', 'site/src/content/posts/04-does-it-work/trace-b-binary.json', '351']
        expect(marked).toEqual([copy, copy, ['source', 'agent/src/tools/fs.ts', '42']])
        expect(await page.locator('.evidence-sentence').textContent()).toMatch(
          /1 source line, 2 copies among 77 observations:\s+undecidable/,
        )
      },
      { javaScriptEnabled: false },
    )
  })
})

describe('large results', () => {
  it('fold their middle until the reader asks, and stay open across steps', async () => {
    await onPage(
      async (page) => {
        expect(await page.locator('.match:visible').count()).toBe(12)
        await button(page, 'Show all 40 matches (28 hidden)').click()
        expect(await page.locator('.match:visible').count()).toBe(40)
        await button(page, 'Next frame').click()
        await button(page, 'Previous frame').click()
        expect(await page.locator('.match:visible').count()).toBe(40)
      },
      { hash: '#retired-control/f11' },
    )
  })
})

describe('on paper', () => {
  it('shows every frame whole, and no control', async () => {
    await onPage(async (page) => {
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('.frame:visible').count()).toBe(12)
      expect(await page.locator('.match:visible').count()).toBe(13 + 19 + 40)
      expect(await page.locator('button:visible, input:visible').count()).toBe(0)
      const clipped = await page.locator('.frames').evaluate((list) => list.scrollHeight > list.clientHeight + 1)
      expect(clipped).toBe(false)
    })
  })
})

describe('the one copy', () => {
  it('stands in the page once: no recorded text is repeated in attributes, props or scripts', async () => {
    const html = readFileSync(`${pages.folder}/${run.id}/index.html`, 'utf8')
    for (const sentinel of ['site/src/content/posts/02-hands/trace-a-precise.json', 'png|jpe?g|woff2|avif|ttf']) {
      const inTrace = JSON.stringify(run).split(sentinel).length
      expect(html.split(sentinel).length).toBe(inTrace)
    }
  })
})
