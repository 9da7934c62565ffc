import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Running, type ScratchCopy, scratchCopy } from '../testing/scratch-copy.ts'

/*
 * The writing loop: `astro dev` over a scratch copy of the real project. A disagreement is marked in the page, and the
 * page is served. The tests run one after another in the one server, as an author's changes do.
 */

vi.setConfig({ testTimeout: 200_000, hookTimeout: 200_000 })

const post = 'site/content/posts/judging-a-moving-target/index.mdx'
const table = 'judgements.tsv'

let copy: ScratchCopy
let server: Running
let address: string

beforeAll(async () => {
  copy = scratchCopy()
  const port = await freePort()
  address = `http://127.0.0.1:${port}/posts/judging-a-moving-target/`
  server = copy.start('dev', '--host', '127.0.0.1', '--port', String(port))
  await served(() => true)
})
afterAll(() => copy.remove())

async function freePort(): Promise<number> {
  const listening = createServer()
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const taken = listening.address()
  if (taken === null || typeof taken === 'string') throw new Error('the system gave no port')
  await new Promise((resolve) => listening.close(resolve))
  return taken.port
}

/** The post as it is served, once it `holds` something; raises with what is served where that does not come. */
async function served(holds: (html: string) => boolean): Promise<string> {
  let last = ''
  for (let attempt = 0; attempt < 600; attempt++) {
    if (server.child.exitCode !== null) throw new Error(`the server ended:\n${server.output()}`)
    const response = await fetch(address).catch(() => undefined)
    last = response ? `${response.status} ${await response.text()}` : ''
    if (last.startsWith('200 ') && holds(last)) return last
    await sleep(150)
  }
  throw new Error(`what was waited for was not served; the last was ${last.slice(0, 2000)}\n${server.output()}`)
}

/** The opening tags that bind a number to this figure, and what they hold. */
function quoted(html: string, id: string): string[] {
  return [...html.matchAll(new RegExp(`<a [^>]*data-figure="${id}"[^>]*>[^<]*`, 'g'))].map(([tag]) => tag)
}

/** The opening tags that are marked as disagreeing. */
function marked(html: string): string[] {
  return html.match(/<[^>]* data-disagrees="[^>]*>/g) ?? []
}

it('marks nothing where prose and data agree', async () => {
  const html = await served((page) => quoted(page, 'tokens.output').length > 0)
  expect(marked(html)).toEqual([])
})

it('renders a wrong number of the prose, and marks it with the right one', async () => {
  copy.replace(post, '<Num of="tokens.output">46,964</Num>', '<Num of="tokens.output">46,965</Num>')
  const html = await served((page) => page.includes('46,965'))
  expect(quoted(html, 'tokens.output')).toEqual([expect.stringMatching(/data-disagrees="46,964".*>46,965$/)])
  copy.replace(post, '46,965', '46,964')
  await served((page) => marked(page).length === 0)
})

it('reports in the terminal what the page cannot mark: a number that nothing binds', async () => {
  copy.replace(
    post,
    'Where the answer is known, the judge is good.',
    'Where the answer is known, the judge is good, 17 times.',
  )
  await vi.waitUntil(() => /index\.mdx:\d+:\d+ {2}the number "17" is bound to nothing/.test(server.output()), {
    timeout: 60_000,
  })
  copy.replace(post, ', 17 times.', '.')
  await served((page) => !page.includes('17 times'))
})

it('picks up a data file that changes while it runs', async () => {
  copy.replace(table, '\t2412\t304\t', '\t2413\t304\t')
  const html = await served((page) => marked(page).length > 0)
  expect(quoted(html, 'tokens.input')).toEqual([expect.stringMatching(/data-disagrees="142,894".*>142,893$/)])
  copy.replace(table, '\t2413\t304\t', '\t2412\t304\t')
  await served((page) => marked(page).length === 0)
})

it('says what is wrong with a malformed data file, serves on, and picks up the mended one', async () => {
  const whole = copy.read(table)
  copy.replace(table, '\t2412\t304\t-\n', '\t2412\t304\n')
  await vi.waitUntil(() => /judgements\.tsv:\d+ {2}is a ragged row: 9 cells/.test(server.output()), { timeout: 60_000 })
  expect(quoted(await served(() => true), 'tokens.input')).toHaveLength(1)
  expect(server.output()).not.toMatch(/^\s+at\s/m)

  copy.write(table, whole.replace('\t2412\t304\t', '\t2414\t304\t'))
  const html = await served((page) => page.includes('data-disagrees="142,895"'))
  expect(quoted(html, 'tokens.input')).toHaveLength(1)
})
