import { type CollectionEntry, getCollection } from 'astro:content'
import { plainText } from '../tools/gate/prose.ts'
import { summaryHtml } from './summary.ts'

export interface PublishedPost {
  slug: string
  title: string
  /** The summary with its numbers as verified numbers, and as plain text for descriptions and the feed. */
  summaryHtml: string
  summaryText: string
  published: Date
  entry: CollectionEntry<'posts'>
}

/** The posts, newest first. */
export async function publishedPosts(): Promise<PublishedPost[]> {
  const entries = await getCollection('posts')
  return entries
    .map((entry) => ({
      slug: entry.id,
      title: plainText(entry.data.title),
      summaryHtml: summaryHtml(entry.data.summary, entry.filePath ?? entry.id),
      summaryText: plainText(entry.data.summary),
      published: entry.data.published,
      entry,
    }))
    .toSorted((one, other) => other.published.getTime() - one.published.getTime())
}
