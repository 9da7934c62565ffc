import preact from '@astrojs/preact'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

/** Preact for the islands, and how their code reaches a reader: in few files, with nothing in them that nobody needs. */
export function islands(): AstroIntegration[] {
  return [
    preact(),
    {
      name: 'islands',
      hooks: {
        'astro:config:setup': ({ updateConfig }) => {
          updateConfig({
            // Styles in files, which the pages share: each of the pages of a large run would carry them otherwise.
            build: { inlineStylesheets: 'never' },
            vite: { plugins: [plainImport()], build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
          })
        },
      },
    },
  ]
}

const helper = /^\0vite\/preload-helper\.js$/

/** Which modules make a file together. */
const groups = [
  // Apart from Preact, which would be loaded with every script that loads anything later.
  { name: 'import', test: helper },
  // One file of Preact, since those that it comes in compress worse; without its hooks, which the player does not use.
  { name: 'preact', test: /node_modules\/preact\/(dist|jsx-runtime)\// },
]

/**
 * Lets a dynamic import be what the language has. Vite wraps each in a helper that first asks for the style sheets and
 * modules behind it: 0.9 KB on every page with a player. Astro puts the style sheets of all islands in the page, and
 * what a tool needs next it loads itself. Should Vite name its helper otherwise, it is only there again: the test of
 * the post's weight says so.
 */
function plainImport(): Plugin {
  return {
    name: 'plain-import',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: helper },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}
