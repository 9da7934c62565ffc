import { scratchCopy } from './scratch-copy.ts'

export interface ScratchSite {
  /** The folder of the built pages. */
  folder: string
  remove(): Promise<void>
}

/** Builds the project as it stands, with its gate, in a scratch copy: the project's `dist` and caches are not touched. */
export async function buildScratchSite(): Promise<ScratchSite> {
  const copy = scratchCopy()
  const { code, output } = await copy.astro('build')
  if (code === 0) return { folder: copy.path('dist'), remove: copy.remove }
  await copy.remove()
  throw new Error(`the project does not build:\n${output}`)
}
