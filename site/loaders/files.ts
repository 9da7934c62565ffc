import { globSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Loader, LoaderContext } from 'astro/loaders'
import { UserError } from '../../tools/user-error.ts'

/** One entry of a collection, and the file that it was read from. */
export interface Entry {
  id: string
  file: string
  data: Record<string, unknown>
}

/**
 * A loader that reads its entries from the bytes of files at every start, never from Astro's store of an earlier one.
 * `watched` are patterns from the root; in `astro dev` the collection is read again when such a file changes.
 * An entry that cannot be read ends a build; in `astro dev` it is said, and the last good entries stay.
 */
export function fileLoader(name: string, watched: readonly string[], readEntries: (root: string) => Entry[]): Loader {
  return {
    name,
    async load(context) {
      const root = fileURLToPath(context.config.root)
      await fill(context, root, readEntries)
      const { watcher } = context
      if (!watcher) return
      const files = () => watched.flatMap((pattern) => globSync(pattern, { cwd: root }))
      watcher.add(files())
      const reload = async (changed: string) => {
        if (files().includes(relative(root, changed))) await fill(context, root, readEntries)
      }
      watcher.on('change', reload)
      watcher.on('add', reload)
    },
  }
}

async function fill(context: LoaderContext, root: string, readEntries: (root: string) => Entry[]): Promise<void> {
  const { store, parseData, logger, watcher } = context
  try {
    const entries = readEntries(root)
    const parsed = await Promise.all(
      entries.map(async ({ id, file, data }) => ({
        id,
        filePath: file,
        data: await parseData({ id, data, filePath: file }),
      })),
    )
    store.clear()
    for (const entry of parsed) store.set(entry)
  } catch (error) {
    if (!watcher || !(error instanceof UserError)) throw error
    logger.error(error.message)
  }
}
