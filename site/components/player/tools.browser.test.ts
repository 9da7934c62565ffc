import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { questionOfId } from '../../../tools/eval/question.ts'
import { judgePrompt } from '../../../tools/judge/prompt.ts'
import { openRuns, type RunPages, retiredControl as run } from '../../testing/run-page.ts'

let pages: RunPages

beforeAll(async () => {
  pages = await openRuns([run])
})

afterAll(() => pages.close())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const place = (page: Page) => page.locator('.player-place').textContent()
const shownText = (page: Page) => page.locator('.player-text').evaluate((element) => element.textContent)

/** What was recorded of frame `index`, as text. */
function recorded(index: number): string {
  const frame = run.frames[index]
  if (!frame) throw new Error('no such frame')
  if ('content' in frame) return frame.content
  return JSON.stringify('args' in frame ? frame.args : frame.result, null, 2)
}

describe('the raw text', () => {
  it('is exactly what was recorded of each frame, and follows the reader', async () => {
    await pages.onPage(async (page) => {
      await press(page, 'Raw text')
      await page.waitForSelector('.player-text')
      for (let index = 0; index < run.frames.length; index++) {
        expect(await shownText(page)).toBe(recorded(index))
        if (index < run.frames.length - 1) await press(page, 'Next frame')
      }
      await press(page, 'Raw text')
      expect(await page.locator('.player-text').count()).toBe(0)
      expect(await page.locator('.frame:visible').count()).toBe(1)
    })
  })

  it('is what a copy puts on the clipboard', async () => {
    await pages.onPage(
      async (page) => {
        await press(page, 'Copy')
        await expect.poll(() => page.getByRole('status').textContent()).toBe('Copied frame 11')
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(recorded(10))
      },
      { hash: '#retired-control/f11', permissions: ['clipboard-read', 'clipboard-write'] },
    )
  })
})

describe('the judge’s view', () => {
  it('is the prompt that a judge is sent, made from the page', async () => {
    await pages.onPage(async (page) => {
      await press(page, 'Judge’s view')
      await expect.poll(() => shownText(page)).not.toBe('')
      expect(await shownText(page)).toBe(judgePrompt(run, questionOfId('binary-extensions')))
    })
  })
})

describe('find', () => {
  const count = (page: Page) => page.locator('.player-find output').textContent()

  it('counts every occurrence in what was recorded, and goes from one to the next', async () => {
    // Counted in the trace: every recorded string, in any case.
    const strings = run.frames.flatMap((frame): string[] => {
      if ('content' in frame) return [frame.content]
      if ('args' in frame) return [frame.name, JSON.stringify(frame.args, null, 2)]
      const { result } = frame
      if (!result.ok) return [result.reason]
      if ('files' in result) return [result.directory, ...result.files]
      return [result.pattern, ...result.matches.flatMap(({ file, text }) => [file, text])]
    })
    const occurrences = strings.reduce((sum, string) => sum + string.toLowerCase().split('avif').length - 1, 0)
    await pages.onPage(async (page) => {
      await press(page, 'Find')
      await page.getByRole('searchbox').fill('AVIF')
      await expect.poll(() => count(page)).toBe(`1 of ${occurrences}`)
      const first = await place(page)
      await press(page, 'Previous find')
      expect(await count(page)).toBe(`${occurrences} of ${occurrences}`)
      expect(await place(page)).toBe('Frame 12 of 12')
      await press(page, 'Next find')
      expect(await place(page)).toBe(first)
      const marked = await page.evaluate(() => [...(CSS.highlights.get('trace-find-current') ?? [])].map(String))
      expect(marked.map((text) => text.toLowerCase())).toEqual(['avif'])
      await page.getByRole('searchbox').fill('no such words')
      expect(await count(page)).toBe('not found')
    })
  })

  it('unfolds a large result where a find stands in it', async () => {
    const [, folded] = run.frames.flatMap((frame) =>
      'result' in frame && 'matches' in frame.result && frame.result.matches.length === 40
        ? [frame, frame.result.matches[20]?.text]
        : [],
    )
    if (typeof folded !== 'string') throw new Error('the run has no large result')
    await pages.onPage(
      async (page) => {
        await press(page, 'Find')
        await page.getByRole('searchbox').fill(folded)
        await expect.poll(() => count(page)).toMatch(/^1 of /)
        expect(await place(page)).toBe('Frame 11 of 12')
        expect(await page.locator('.frame:visible .long[data-open]').count()).toBe(1)
        const inView = await page.evaluate(() => {
          const [range] = CSS.highlights.get('trace-find-current') ?? []
          const stage = document.querySelector('.frames')?.getBoundingClientRect()
          const place = range instanceof Range ? range.getBoundingClientRect() : undefined
          return place && stage && place.height > 0 && place.top >= stage.top && place.top < stage.bottom
        })
        expect(inView).toBe(true)
      },
      { hash: '#retired-control/f11' },
    )
  })

  it('steps through the frames of one kind', async () => {
    await pages.onPage(async (page) => {
      await press(page, 'Find')
      const visited = [await place(page)]
      await page.getByLabel('Among').selectOption('evidence')
      for (let step = 0; step < 3; step++) {
        visited.push(await place(page))
        await press(page, 'Next find')
      }
      expect(visited).toEqual(['Frame 1 of 12', 'Frame 3 of 12', 'Frame 5 of 12', 'Frame 11 of 12'])
      expect(await count(page)).toBe('1 of 3')
    })
  })
})

describe('keys', () => {
  it('act while focus is inside the player, and nowhere else', async () => {
    await pages.onPage(async (page) => {
      await page.keyboard.press('ArrowRight')
      expect(await place(page)).toBe('Frame 1 of 12')
      await page.getByRole('slider', { name: 'Frame' }).focus()
      const placeOn = async (key: string) => {
        await page.keyboard.press(key)
        return place(page)
      }
      expect(await placeOn('ArrowRight')).toBe('Frame 2 of 12')
      expect(await placeOn('ArrowUp')).toBe('Frame 3 of 12')
      expect(await placeOn('ArrowLeft')).toBe('Frame 2 of 12')
      expect(await placeOn('End')).toBe('Frame 12 of 12')
      expect(await placeOn('PageUp')).toBe('Frame 11 of 12')
      expect(await placeOn('Home')).toBe('Frame 1 of 12')
      expect(await placeOn('PageDown')).toBe('Frame 2 of 12')
    })
  })

  it('are listed on a question mark, and Escape puts the list away', async () => {
    await pages.onPage(async (page) => {
      await page.getByRole('button', { name: 'Next frame' }).focus()
      await page.keyboard.press('?')
      await page.waitForSelector('.player-keys')
      await page.keyboard.press('Escape')
      expect(await page.locator('.player-keys').count()).toBe(0)
    })
  })

  it('leave a button that has reached its end in focus', async () => {
    await pages.onPage(async (page) => {
      await page.getByRole('button', { name: 'Last frame' }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowLeft')
      expect(await place(page)).toBe('Frame 11 of 12')
    })
  })

  it('step in any text field’s stead, but never while one has focus', async () => {
    await pages.onPage(async (page) => {
      await press(page, 'Find')
      await page.getByRole('searchbox').focus()
      await page.keyboard.press('End')
      expect(await place(page)).toBe('Frame 1 of 12')
    })
  })
})

describe('what a screen reader is told', () => {
  it('is one sentence for a step by hand, and nothing while the run plays', async () => {
    await pages.onPage(async (page) => {
      const status = page.getByRole('status')
      await press(page, 'Next frame')
      await press(page, 'Next frame')
      expect(await status.textContent()).toBe('Frame 3 of 12: Search result, 13 matches')
      expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toBe(
        'Frame 3 of 12: Search result, 13 matches',
      )
      await page.clock.install()
      await press(page, 'Play')
      await page.clock.runFor(6000)
      expect(await place(page)).toBe('Frame 5 of 12')
      expect(await status.textContent()).toBe('')
    })
  })
})
