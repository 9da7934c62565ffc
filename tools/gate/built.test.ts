import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { root } from '../figures/testing/published.ts'
import { checkBuilt } from './built.ts'
import { readPage } from './page.ts'
import { factsOf } from './testing/facts.ts'

const scratch = mkdtempSync(join(tmpdir(), 'built-'))
afterAll(() => rmSync(scratch, { recursive: true }))
beforeEach(() => rmSync(join(scratch, 'dist'), { recursive: true, force: true }))

const post = readPage(
  [
    '---',
    'title: A judge right in <Num of="controls.correct">53</Num> of <Num of="controls.calls">54</Num> calls',
    'summary: It says so in <Num of="open.grounded">36</Num> calls.',
    'published: 2026-09-23',
    'literals: [{ text: post 4, why: names another post }]',
    '---',
    '',
    'As in post 4.',
  ].join('\n'),
  'site/content/posts/fixture/index.mdx',
  'post',
)
const facts = factsOf()

// A built site of a few files, made for these tests.
const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0"><channel><title>A fixture</title><link>https://fixture.example/7/</link>
<item><title>A judge right in 53 of 54 calls</title><link>https://fixture.example/posts/4/</link>
<description><![CDATA[It says so in 36 calls.]]></description>
<pubDate>Wed, 23 Sep 2026 00:00:00 GMT</pubDate></item></channel></rss>`
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-label="A mark"><style>path { width: 7px }</style>' +
  '<title>A mark</title><path d="M1 2L3 4"/><text x="7">axis</text></svg>'
const site = {
  'posts/fixture/index.html':
    '<!doctype html><title>A fixture</title><p>In <a data-figure="controls.correct">53</a> of ' +
    '<a data-figure="controls.calls">54</a> and <a data-figure="open.grounded">36</a> calls, post 4.</p>',
  'rss.xml': feed,
  'mark.svg': picture,
  '_astro/page.css': 'p { width: 7px } p::after { content: "–" }',
  '_astro/page.js': 'const seven = 7',
  'robots.txt': 'User-agent: *\nAllow: /\nSitemap: https://fixture.example/sitemap-7.xml\n',
  'judgements.tsv': readFileSync(join(root, 'judgements.tsv'), 'utf8'),
}
cpSync(join(root, 'judgements.tsv'), join(scratch, 'judgements.tsv'))

function messagesOf(change: Record<string, string>): string[] {
  for (const [name, text] of Object.entries({ ...site, ...change })) {
    mkdirSync(dirname(join(scratch, 'dist', name)), { recursive: true })
    writeFileSync(join(scratch, 'dist', name), text)
  }
  return checkBuilt(scratch, 'dist', [post], facts).disagreements.map(({ message }) => message)
}
const changed = (name: keyof typeof site, from: string, to: string) => {
  expect(site[name]).toContain(from)
  return messagesOf({ [name]: site[name].replace(from, () => to) })
}

describe('everything that was built', () => {
  it('passes where it agrees, and says what was met', () => {
    expect(messagesOf({})).toEqual([])
    expect(checkBuilt(scratch, 'dist', [post], facts).counts).toMatchObject({ pages: 1, numbers: 3, literals: 1 })
  })

  it.each<[string, keyof typeof site, string, string]>([
    ['a page', 'posts/fixture/index.html', 'calls', 'calls, and 77'],
    ['a bound number of a page', 'posts/fixture/index.html', '>53<', '>52<'],
    ['the title of the feed', 'rss.xml', '<title>A fixture', '<title>77'],
    ['the title of an item', 'rss.xml', 'right in 53', 'right in 52'],
    ['the description of an item', 'rss.xml', 'in 36 calls', 'in 37 calls'],
    ['a word in it', 'rss.xml', 'It says', 'It seventy says'],
    ['its day', 'rss.xml', '23 Sep', '24 Sep'],
    ['a text in a picture', 'mark.svg', '>axis', '>77'],
    ['a number split over the parts of a line', 'mark.svg', '>axis', '>five-<tspan>hun</tspan>dred'],
    ['a link that is no address', 'rss.xml', '<link>https://fixture.example/7/', '<link>53 of 54'],
    ['the style of a picture', 'mark.svg', 'width: 7px }', 'width: 7px } text::after { content: "77" }'],
    ['a title in a picture', 'mark.svg', '<title>A mark', '<title>77'],
    ['a label of a picture', 'mark.svg', 'aria-label="A mark"', 'aria-label="77"'],
    ['a style sheet', '_astro/page.css', '"–"', '"77"'],
    ['robots.txt', 'robots.txt', 'Allow', '# 77\nAllow'],
    ['the published data', 'judgements.tsv', '0.90', '0.91'],
  ])('is red with one number changed in %s', (_, name, from, to) => {
    const messages = changed(name, from, to)
    expect(messages.length).toBeGreaterThan(0)
    for (const message of messages) expect(message).toContain(`dist/${name}`)
  })

  it('is red with a kind of file that nobody reads', () => {
    expect(messagesOf({ 'notes.txt': 'No number.' })).toEqual([expect.stringContaining('that the gate cannot read')])
    expect(messagesOf({ 'data.json': '{}' }).length).toBeGreaterThan(0)
  })
  it('is red where the page of a post binds less than its source, or is not there', () => {
    const unbound = { ...site, 'posts/fixture/index.html': '<!doctype html><title>A fixture</title><p>In post 4.</p>' }
    expect(messagesOf(unbound)).toEqual([
      expect.stringContaining('binds less than site/content/posts/fixture/index.mdx'),
    ])
    rmSync(join(scratch, 'dist/posts'), { recursive: true })
    const { disagreements } = checkBuilt(scratch, 'dist', [post], facts)
    expect(disagreements.map(({ message }) => message)).toEqual([expect.stringContaining('no page')])
  })
})
