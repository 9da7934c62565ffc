import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { APIRoute } from 'astro'

/** The data files beside each post, published byte for byte, so that a reader can count them. */
export function getStaticPaths() {
  return globSync('site/content/posts/*/*.{tsv,json}').map((path) => ({
    params: { slug: basename(dirname(path)), file: basename(path) },
    props: { path },
  }))
}

export const GET: APIRoute<{ path: string }> = ({ props: { path } }) => new Response(readFileSync(path))
