import type { Plugin } from 'vite'

/**
 * Lets a dynamic import be what the language has. Vite wraps each in a helper that first asks for the style sheets and
 * modules behind it: 0.9 KB on every page with a player. Astro puts the style sheets of all islands in the page, and
 * what a tool needs next it loads itself. Should Vite name its helper otherwise, it is only there again: the test of
 * the post's weight says so.
 */
export function plainImport(): Plugin {
  return {
    name: 'plain-import',
    enforce: 'pre',
    apply: 'build',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}
