import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Frame, type ToolResult, type Trace, traceSchema } from '../../../tools/trace/schema.ts'
import { hostile } from '../../testing/hostile.ts'
import { openRuns, type RunPages } from '../../testing/run-page.ts'

/** A run that was never recorded: each hostile string stands in every field of a trace that holds free text. */
function hostileRun(id: string, strings: readonly string[]): Trace {
  const frames = strings.flatMap((text): Frame[] => {
    const result = (result: ToolResult): Frame => ({ type: 'tool_result', id: text, ok: result.ok, result })
    return [
      { type: 'user', content: text },
      { type: 'tool_call', id: text, name: text, args: { [`key ${text}`]: text, list: [text] } },
      result({ ok: true, pattern: text, filesSearched: 1, matches: [{ file: text, line: 1, text }], truncated: false }),
      { type: 'tool_call', id: text, name: text, args: text },
      result({ ok: true, directory: text, files: [text, text], truncated: true }),
      result({ ok: false, reason: text }),
      { type: 'assistant', content: text },
    ]
  })
  const [first = ''] = strings
  return traceSchema.parse({
    id,
    commit: first,
    model: first,
    task: `not the first frame: ${first}`,
    outcome: 'failure',
    tokens: frames.map(() => null),
    frames,
  })
}

const half = Math.ceil(hostile.length / 2)
const runs = [
  hostileRun('fixture-hostile-1', hostile.slice(0, half)),
  hostileRun('fixture-hostile-2', hostile.slice(half)),
]

let pages: RunPages

beforeAll(async () => {
  pages = await openRuns(runs)
})

afterAll(() => pages.close())

describe('hostile strings', () => {
  it('are at least 120, no two the same', () => {
    expect(new Set(hostile).size).toBe(hostile.length)
    expect(hostile.length).toBeGreaterThanOrEqual(120)
  })

  it.each(runs)('run nowhere, ask for nothing, and make no element: $id', async ({ id }) => {
    await pages.onPage(
      async (page) => {
        const found = await page.evaluate(() => ({
          ran: 'ran' in window,
          // The arguments hold one list each, which folds.
          elements: [
            ...new Set(
              [
                ...document.querySelectorAll('.frames *:not(.frame-args > details, .frame-args > details > summary)'),
              ].map(({ localName }) => localName),
            ),
          ],
          handlers: [...document.querySelectorAll('.frames *')].filter((element) =>
            element.getAttributeNames().some((name) => name.startsWith('on') || name === 'style'),
          ).length,
          hosts: [...new Set(performance.getEntriesByType('resource').map(({ name }) => new URL(name).host))],
          here: location.host,
        }))
        expect(found.ran).toBe(false)
        expect(found.handlers).toBe(0)
        expect(found.hosts).toEqual([found.here])
        const ours = 'a button code dd div dl dt h3 li ol p span table tbody td th thead tr ul'.split(' ')
        expect(found.elements.filter((name) => !ours.includes(name))).toEqual([])
      },
      { run: id },
    )
  })

  it.each(runs)('stand in the page as exactly what they are: $id', async ({ id, frames }) => {
    await pages.onPage(
      async (page) => {
        // Characters that no HTML file can hold are put back from the code that stands in their place.
        const shown = await page.evaluate(() => {
          for (const lost of document.querySelectorAll('.odd:empty')) {
            lost.textContent = String.fromCharCode(Number.parseInt(lost.getAttribute('data-odd')?.slice(2) ?? '', 16))
          }
          const texts = (frame: Element, selector: string) =>
            [...frame.querySelectorAll(selector)].map(({ textContent }) => JSON.stringify(textContent))
          return [...document.querySelectorAll('.frame')].map((frame) => ({
            content: texts(frame, '.frame-content'),
            call: texts(frame, '.frame-tool, .frame-args'),
            fields: texts(frame, '[data-key="pattern"], [data-key="directory"], [data-key="reason"]'),
            items: texts(frame, '.match > td, .files > li'),
          }))
        })
        const json = (...values: string[]) => values.map((value) => JSON.stringify(value))
        const expected = frames.map((frame) => {
          const result = 'result' in frame ? frame.result : undefined
          return {
            content: 'content' in frame ? json(frame.content) : [],
            call:
              'args' in frame
                ? json(frame.name, typeof frame.args === 'string' ? frame.args : JSON.stringify(frame.args, null, 2))
                : [],
            fields: result
              ? json('pattern' in result ? result.pattern : 'directory' in result ? result.directory : result.reason)
              : [],
            items: !result?.ok
              ? []
              : 'files' in result
                ? json(...result.files)
                : result.matches.flatMap(({ file, line, text }) => json(file, String(line), text)),
          }
        })
        expect(shown).toEqual(expected)
      },
      { run: id },
    )
  })

  it.each(runs)('break no layout, on a phone: $id', async ({ id }) => {
    await pages.onPage(
      async (page) => {
        const wide = await page.evaluate(() => {
          const frames = [...document.querySelectorAll<HTMLElement>('.frame')]
          const list = document.querySelector('.frames')
          const wide: string[] = []
          for (const frame of frames) {
            for (const other of frames) other.hidden = other !== frame
            if (document.documentElement.scrollWidth > innerWidth || (list && list.scrollWidth > list.clientWidth))
              wide.push(frame.id)
          }
          return wide
        })
        expect(wide).toEqual([])
      },
      { run: id, viewport: { width: 320, height: 700 } },
    )
  })

  it.each(runs)('run nowhere in the raw text and in find: $id', async ({ id, frames }) => {
    await pages.onPage(
      async (page) => {
        await page.getByRole('button', { name: 'Raw text' }).click()
        await page.waitForSelector('.player-text')
        const slider = page.getByRole('slider')
        for (let index = 0; index < frames.length; index += 7) {
          await slider.fill(String(index + 1))
          const frame = frames[index]
          expect(await page.locator('.player-text').evaluate(({ textContent }) => JSON.stringify(textContent))).toBe(
            JSON.stringify(frame && 'content' in frame ? frame.content : ''),
          )
        }
        expect(await page.evaluate(() => 'ran' in window)).toBe(false)
      },
      { run: id },
    )
  })
})

describe('the page', () => {
  it('has a Content-Security-Policy without unsafe-inline', async () => {
    await pages.onPage(async (page) => {
      const policy = await page.locator('meta[http-equiv="content-security-policy" i]').getAttribute('content')
      expect(policy).toMatch(/script-src 'self' 'sha256-/)
      expect(policy).toMatch(/style-src 'self'/)
      expect(policy).not.toMatch(/unsafe/)
    })
  })
})
