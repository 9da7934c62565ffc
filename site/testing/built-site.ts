import type { TestProject } from 'vitest/node'
import { buildScratchSite } from './scratch-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the site as it is built, made once for all tests of a run. A test that changes it changes it back. */
    builtSite: string
  }
}

/** Builds the site once for every test that opens its pages in the browser. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await buildScratchSite()
  project.provide('builtSite', folder)
  return remove
}
