import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagesAfter } from '../../integrations/testing/second-check.ts'
import { generateRun, sentinel } from '../../testing/generate-run.ts'
import { type ScratchCopy, scratchCopy } from '../../testing/scratch-copy.ts'

const post = 'posts/judging-a-moving-target'
const generated = generateRun(600, 'fixture-long')
/** A recorded text may hold half of a character, which no file of text can: it has to come through every store whole. */
const half = { type: 'assistant' as const, content: 'half of a character: \ud800 and \udc00' }
const run = { ...generated, frames: [...generated.frames.slice(0, -1), half] }
const pages = ['runs/fixture-long', 'runs/fixture-long/2', 'runs/fixture-long/3'].map((at) => `${at}/index.html`)

let copy: ScratchCopy

beforeAll(async () => {
  copy = scratchCopy()
  const content = `site/content/${post}`
  copy.write(`${content}/trace-fixture-long.json`, JSON.stringify(run))
  copy.replace(
    `${content}/index.mdx`,
    '<Run of="retired-control" />',
    '<Run of="retired-control" />\n\n<Run of="fixture-long" />',
  )
  const { code, output } = await copy.astro('build')
  expect(output).toContain('built site agrees')
  expect(code).toBe(0)
})

afterAll(() => copy.remove())

describe('a large run in a post', () => {
  it('stands on pages of its own, to which the post links', () => {
    expect(copy.read(`dist/${post}/index.html`)).toContain('href="/runs/fixture-long/"')
    const counts = pages.map((page) => copy.read(`dist/${page}`).match(/<li class="frame"/g)?.length)
    expect(counts).toEqual([250, 250, 100])
  })

  it('stands in all pages together once', () => {
    const site = [`${post}/index.html`, ...pages].map((file) => copy.read(`dist/${file}`)).join('')
    for (const frame of [1, 249, 250, 598]) {
      const recorded = JSON.stringify(run.frames[frame]).split(sentinel(frame)).length
      expect(site.split(sentinel(frame)).length).toBe(recorded)
    }
  })
})

describe('the second check', () => {
  /** What it says of the site after a change of one page; without a text, the page is taken away. */
  const messagesOf = (page: string, change: (html: string) => string | undefined) =>
    messagesAfter(copy, copy.path('dist'), (folder) => {
      const file = join(folder, page)
      const html = readFileSync(file, 'utf8')
      const changed = change(html)
      expect(changed).not.toBe(html)
      if (changed === undefined) rmSync(file)
      else writeFileSync(file, changed)
    })
  const [first = '', second = '', third = ''] = pages

  it('finds a page of a large run that is not there', () => {
    expect(messagesOf(second, () => undefined)).toEqual([
      expect.stringContaining('there is no page for frames 251 to 500 of fixture-long'),
    ])
  })

  it('finds a page that stands in the place of another', () => {
    const other = copy.read(`dist/${third}`)
    expect(messagesOf(second, () => other)).toEqual([
      expect.stringContaining('is not where page 3 of the run fixture-long stands'),
    ])
  })

  it('finds a changed word of a frame on a later page, under its own number', () => {
    expect(messagesOf(second, (html) => html.replace(sentinel(299), 'sentinel'))).toEqual([
      expect.stringContaining('the page shows another arguments of frame 300 than'),
    ])
  })

  it('finds a number beside the frames that the run does not give', () => {
    expect(messagesOf(first, (html) => html.replace('Frames 1 to 250 of 600', 'Frames 1 to 250 of 6001'))).toEqual([
      expect.stringContaining('"6001"'),
    ])
    expect(messagesOf(`${post}/index.html`, (html) => html.replace('This run of 600', 'This run of 601'))).toEqual([
      expect.stringContaining('"601"'),
    ])
  })
})
