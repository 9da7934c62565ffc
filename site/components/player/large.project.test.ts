import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generateRun, sentinel } from '../../testing/generate-run.ts'
import { type ScratchCopy, scratchCopy } from '../../testing/scratch-copy.ts'

const post = 'posts/judging-a-moving-target'
const run = generateRun(600, 'fixture-long')

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
  it('has a page of its own, to which the post links', () => {
    expect(copy.read(`dist/${post}/index.html`)).toContain('href="/runs/fixture-long/"')
    expect(copy.read('dist/runs/fixture-long/index.html').match(/<li class="frame"/g)).toHaveLength(600)
  })

  it('stands in the pages once', () => {
    const pages = copy.read(`dist/${post}/index.html`) + copy.read('dist/runs/fixture-long/index.html')
    for (const frame of [1, 300, 599]) {
      const recorded = JSON.stringify(run.frames[frame]).split(sentinel(frame)).length
      expect(pages.split(sentinel(frame)).length).toBe(recorded)
    }
  })
})
