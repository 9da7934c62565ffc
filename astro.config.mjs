import mdx from '@astrojs/mdx'
import preact from '@astrojs/preact'
import sitemap from '@astrojs/sitemap'
import { defineConfig } from 'astro/config'

export default defineConfig({
  // The address the built site is published at. Set SITE to build for your own.
  site: process.env.SITE ?? 'https://moving-target.example',
  srcDir: './site',
  trailingSlash: 'always',
  integrations: [mdx(), preact(), sitemap()],
  security: { csp: true },
  devToolbar: { enabled: false },
})
