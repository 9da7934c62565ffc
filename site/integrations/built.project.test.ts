import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { plant, planted } from '../testing/planted.ts'
import { type ScratchCopy, scratchCopy } from '../testing/scratch-copy.ts'
import {
  changeCell,
  copyWithOlderSite,
  entries,
  expectBroken,
  expectRed,
  measured,
  post,
  table,
} from './testing/red-build.ts'
import { asBuilt, messagesAfter } from './testing/second-check.ts'

/* The build can go red after rendering, and what it publishes is fresh. Each build is a real one, in a scratch copy. */

vi.setConfig({ testTimeout: 400_000 })

describe.concurrent('what reaches the finished pages', () => {
  it('is published from tables with Windows line endings, with the same figures, also after a killed build', async (context) => {
    const copy = copyWithOlderSite(context)
    const killed = copy.start('build')
    await vi.waitUntil(() => existsSync(copy.path('.dist-building')) && hasPage(copy), {
      timeout: 100_000,
      interval: 20,
    })
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(killed.child.signalCode).toBe('SIGKILL')
    expect(copy.has('dist')).toBe(false)

    for (const file of [table, `${measured}/evidence.tsv`, `${measured}/runs.tsv`])
      copy.write(file, copy.read(file).replaceAll('\n', '\r\n'))
    const { code, output } = await copy.astro('build')
    expect(code, output).toBe(0)
    const figures = (folder: string) => withoutIds(readFileSync(join(folder, 'figures/index.html'), 'utf8'))
    expect(figures(copy.path('dist'))).toBe(figures(inject('builtSite')))
    expect(copy.read(`dist/${table}`)).toContain('\r\n')
    expect(copy.has('.dist-building')).toBe(false)
  })

  it('fails where numbers are planted on every surface between rendering and the gate', async (context) => {
    const copy = copyWithOlderSite(context)
    copy.write(
      'planting.config.mjs',
      `import config from './astro.config.mjs'
       import { plantingDouble } from './site/testing/planted.ts'
       export default { ...config, integrations: config.integrations.toSpliced(-1, 0, plantingDouble()) }`,
    )
    const ended = await copy.astro('build', '--config', 'planting.config.mjs')
    expectRed(ended, copy)
    expect(copy.has('.dist-building')).toBe(false)
    const found = entries(ended.output)
    for (const { file, says } of planted)
      expect(found.filter((entry) => entry.startsWith(`.dist-building/${file}`))).toContainEqual(
        expect.stringMatching(says),
      )
    expect(found).toHaveLength(planted.length)
  })

  it('is not built at all where an integration would come after the gate', async (context) => {
    const copy = copyWithOlderSite(context)
    const [, list = ''] = /integrations: \[(.*)\]/.exec(copy.read('astro.config.mjs')) ?? []
    copy.replace('astro.config.mjs', list, `${list}, { name: 'after-the-gate', hooks: {} }`)
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    expect(entries(ended.output)).toEqual([
      expect.stringMatching(/^astro\.config\.mjs {2}the gate is not the last integ/),
    ])
  })

  it('is fresh where one byte changed, the file kept its time and every cache is warm', async (context) => {
    const copy = copyWithOlderSite(context)
    const cold = await copy.astro('build')
    expect(cold.code, cold.output).toBe(0)
    // The cache is read: a title that is changed in it alone, and whose file still has the digest noted there, is built.
    const store = 'node_modules/.astro/data-store.json'
    copy.write(store, copy.read(store).replaceAll('"Judging a Moving Target"', '"Judging from a Warm Cache"'))
    copy.keepingTime(table, () => copy.replace(table, 'an open_file call', 'an Open_file call'))
    const passed = await copy.astro('build')
    expect(passed.code, passed.output).toBe(0)
    const page = copy.read('dist/posts/judging-a-moving-target/index.html')
    expect(page).toContain('Judging from a Warm Cache')
    expect(page).toContain('Open_file')

    copy.keepingTime(table, () => changeCell(copy, 'copies-only', 5, 'confidence', '0.66'))
    copy.keepingTime(post, () => copy.replace(post, '46,964', '46,965'))
    const failed = await copy.astro('build')
    expectRed(failed, copy)
    expectBroken(failed, copy, ['undecidable.confidence', 'calls.lowest-confidence', 'tokens.output'])
  })
})

/** A page without the ids of its islands, which Astro makes from the folder that the site is built in. */
function withoutIds(html: string): string {
  return html.replaceAll(/ uid="[^"]*"/g, '')
}

function hasPage(copy: ScratchCopy): boolean {
  return readdirSync(copy.path('.dist-building'), { recursive: true }).some((name) => String(name).endsWith('.html'))
}

// One real build with planted numbers is above; here each stands alone, before the same second check over the same site.
describe('the second check finds a number planted in', () => {
  let copy: ScratchCopy
  beforeAll(() => {
    copy = scratchCopy()
  })
  afterAll(() => copy.remove())

  it.for(planted.map((each) => [each.surface, each] as const))('%s', ([, each]) => {
    const messages = messagesAfter(copy, inject('builtSite'), (folder) => plant(folder, each))
    expect(messages).toEqual([expect.stringMatching(each.says)])
    expect(messages[0]?.startsWith(join(asBuilt, each.file))).toBe(true)
  })
})
