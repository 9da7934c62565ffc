import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

/** A number that a test puts on a finished page, where no source holds it. */
export interface Planted {
  surface: string
  /** A file of the built site. */
  file: string
  /** Where it is put. */
  from: RegExp
  to: string
  /** What the gate has to say of it. */
  says: RegExp
}

const post = 'posts/judging-a-moving-target/index.html'
const loose = /the number "4711" is bound to nothing/

/** One number on each surface on which a number can reach a reader or a machine. */
export const planted: readonly Planted[] = [
  {
    surface: 'a bound number',
    file: post,
    from: /(data-figure="controls\.correct"[^>]*>)53</,
    to: '$154<',
    says: /controls\.correct disagrees with the data/,
  },
  { surface: 'the body', file: post, from: /<\/main>/, to: '<p>Of 4711 calls.</p></main>', says: loose },
  { surface: 'the body of another page', file: '404.html', from: /<\/main>/, to: '<p>4711</p></main>', says: loose },
  { surface: 'a heading', file: post, from: /(<h2[^>]*>)/, to: '$14711 ', says: loose },
  { surface: 'a caption', file: post, from: /(<figcaption[^>]*>)/, to: '$14711 ', says: loose },
  { surface: 'a table cell', file: post, from: /<\/tbody>/, to: '<tr><td>4711</td></tr></tbody>', says: loose },
  {
    surface: 'an alternative text',
    file: post,
    from: /<\/main>/,
    to: '<img src="/a.png" alt="4711 calls"></main>',
    says: loose,
  },
  { surface: 'a tooltip', file: post, from: /<\/main>/, to: '<p title="4711 calls">Calls</p></main>', says: loose },
  { surface: 'a label', file: post, from: /<\/main>/, to: '<p aria-label="4711 calls">Calls</p></main>', says: loose },
  { surface: 'the title', file: post, from: /<\/title>/, to: ' 4711</title>', says: loose },
  {
    surface: 'the meta description',
    file: post,
    from: /(<meta name="description" content=")/,
    to: '$14711 ',
    says: loose,
  },
  {
    surface: 'the Open Graph description',
    file: post,
    from: /(<meta property="og:description" content=")/,
    to: '$14711 ',
    says: loose,
  },
  { surface: 'JSON-LD', file: post, from: /("description":")/, to: '$14711 ', says: loose },
  {
    surface: 'the text of a picture in the page',
    file: post,
    from: /<\/main>/,
    to: '<svg><text>4711</text></svg></main>',
    says: loose,
  },
  { surface: 'the feed', file: 'rss.xml', from: /(<item><title>)/, to: '$14711 ', says: loose },
  {
    surface: 'the text of a picture',
    file: 'favicon.svg',
    from: /<\/svg>/,
    to: '<text>4711</text></svg>',
    says: loose,
  },
  {
    surface: 'the published table',
    file: 'judgements.tsv',
    from: /\t0\.65\t/,
    to: '\t0.66\t',
    says: /is not the file judgements\.tsv/,
  },
]

/** Plants a number in a built site. Raises where its place is not found, so that no test passes by planting nothing. */
export function plant(folder: string, { surface, file, from, to }: Planted): void {
  const before = readFileSync(join(folder, file), 'utf8')
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${surface}: ${file} holds no ${from}`)
  writeFileSync(join(folder, file), after)
}

/** A test double: an integration that plants every number between rendering and the gate. */
export function plantingDouble(): AstroIntegration {
  return {
    name: 'planting-double',
    hooks: {
      'astro:build:done': ({ dir }) => {
        for (const each of planted) plant(fileURLToPath(dir), each)
      },
    },
  }
}
