import mdx from '@astrojs/mdx'
import sitemap from '@astrojs/sitemap'
import { defineConfig } from 'astro/config'
import { gate } from './site/integrations/gate.ts'
import { islands } from './site/integrations/islands.ts'

export default defineConfig({
  // The address the built site is published at. Set SITE to build for your own.
  site: process.env.SITE ?? 'https://moving-target.example',
  srcDir: './site',
  trailingSlash: 'always',
  // The gate comes last, so that it sees what the others wrote.
  integrations: [mdx(), ...islands(), sitemap(), gate()],
  // A highlighter would colour code by inline styles, which the policy below forbids.
  markdown: { syntaxHighlight: false },
  // Everything comes from the site itself; the hashes of what Astro puts inline are added to the policy by Astro.
  security: {
    csp: { directives: ["default-src 'self'", "object-src 'none'", "base-uri 'none'", "form-action 'none'"] },
  },
  devToolbar: { enabled: false },
  // Astro marks every MDX entry with a directive of its own, and the bundler warns of each: nothing an author can mend.
  vite: { build: { rolldownOptions: { checks: { moduleLevelDirective: false } } } },
})
