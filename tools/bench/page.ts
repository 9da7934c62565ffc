import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { textTable } from '../text-table.ts'

/*
 * What the post page weighs with everything that it loads, as it stands in dist, and what it asks of other hosts.
 * It follows what the HTML and the style sheets name, and what the scripts import; what they import only when they
 * have run, it follows for the page's own scripts, which wake the player when it comes into view.
 */
const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const page = '/posts/judging-a-moving-target/index.html'
const compressed = /\.(woff2|png|jpe?g|webp|avif)$/

const loaded = new Map<string, Buffer>()
const elsewhere = new Set<string>()
follow(page)

function follow(path: string, isOwn = false): void {
  if (loaded.has(path)) return
  const bytes = readFileSync(join(dist, path))
  loaded.set(path, bytes)
  if (compressed.test(path)) return
  const text = bytes.toString('utf8')
  for (const name of namedIn(path, text, isOwn)) {
    const url = new URL(name, `http://site.invalid${path}`)
    if (url.protocol === 'data:') continue
    if (url.hostname === 'site.invalid') follow(url.pathname, path === page)
    else elsewhere.add(url.href)
  }
}

/** What a file makes a browser load: not links, which a reader follows. */
function namedIn(path: string, text: string, isOwn: boolean): string[] {
  const patterns = path.endsWith('.html')
    ? [
        /<link[^>]+rel="(?:stylesheet|icon|preload|modulepreload)"[^>]*?href="([^"]+)"/g,
        /<link[^>]+href="([^"]+)"[^>]*rel="(?:stylesheet|icon|preload|modulepreload)"/g,
        /<(?:script|img|source|iframe)[^>]+src="([^"]+)"/g,
        /(?:component|renderer|before-hydration)-url="([^"]+)"/g,
      ]
    : path.endsWith('.css')
      ? [/url\(["']?([^"')]+)["']?\)/g, /@import\s+["']([^"']+)["']/g]
      : path.endsWith('.js')
        ? [/(?:from|import)\s*["'`]([./][^"'`]+)["'`]/g, ...(isOwn ? [/import\(["'`]([./][^"'`]+)["'`]/g] : [])]
        : []
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []))
}

const weigh = (path: string, bytes: Buffer) => ({
  path,
  raw: bytes.length,
  gzip: compressed.test(path) ? bytes.length : gzipSync(bytes, { level: 9 }).length,
  brotli: compressed.test(path) ? bytes.length : brotliCompressSync(bytes).length,
})
const rows = [...loaded].map(([path, bytes]) => weigh(path, bytes))
/** Code that stands in the page itself: Astro's own for its islands, and what is too small for a file. */
const inline = [
  ...(loaded.get(page)?.toString('utf8') ?? '').matchAll(/<script(?![^>]*ld\+json)[^>]*>([\s\S]*?)<\/script>/g),
]
  .flatMap(([, code]) => code || [])
  .map((code) => weigh('a script within the page', Buffer.from(code)))
const sum = (list: typeof rows, key: 'raw' | 'gzip' | 'brotli') => list.reduce((total, row) => total + row[key], 0)
const total = (name: string, list: typeof rows) => [
  name,
  String(sum(list, 'raw')),
  String(sum(list, 'gzip')),
  String(sum(list, 'brotli')),
]
console.log(
  textTable(
    ['the post page loads', 'bytes', 'gzip', 'brotli'],
    [
      ...rows.map(({ path, raw, gzip, brotli }) => [path, String(raw), String(gzip), String(brotli)]),
      total('JavaScript, with what stands in the page', [
        ...rows.filter(({ path }) => path.endsWith('.js')),
        ...inline,
      ]),
      total('all', rows),
    ],
  ),
)
console.log(
  `Limits: all under 150 KB compressed, JavaScript under 12 KB gzipped. Other hosts asked: ${[...elsewhere].join(', ') || 'none'}.`,
)
