import rss from '@astrojs/rss'
import type { APIContext } from 'astro'
import { publishedPosts } from '../posts.ts'
import { site } from '../site.ts'

export async function GET(context: APIContext): Promise<Response> {
  const posts = await publishedPosts()
  return rss({
    title: site.name,
    description: site.description,
    site: context.site ?? context.url,
    items: posts.map(({ slug, title, summaryText, published }) => ({
      title,
      description: summaryText,
      pubDate: published,
      link: `/posts/${slug}/`,
    })),
    customData: `<language>${site.language}</language>`,
  })
}
