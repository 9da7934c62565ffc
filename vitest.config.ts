import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{agent,tools,site}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.{browser,project}.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          // Tests that build a scratch copy of the whole project, or open it in the real browser: slow, one after another.
          name: 'project',
          globalSetup: ['site/testing/built-site.ts'],
          include: ['{agent,tools,site}/**/*.{browser,project}.test.ts'],
          exclude: ['**/node_modules/**'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
