import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface ScratchSite {
  /** The folder of the built pages. */
  folder: string
  remove(): Promise<void>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const notSource = new Set(['node_modules', 'dist', '.dist-building', '.astro', '.git'])

/** Builds the project as it stands, with its gate, in a copy: the project's own `dist` is not touched. */
export async function buildScratchSite(): Promise<ScratchSite> {
  const scratch = await mkdtemp(join(tmpdir(), 'site-'))
  await cp(root, scratch, { recursive: true, filter: (path) => !notSource.has(basename(path)) })
  await symlink(join(root, 'node_modules'), join(scratch, 'node_modules'), 'dir')
  const astro = join(root, 'node_modules', 'astro', 'bin', 'astro.mjs')
  await promisify(execFile)(process.execPath, [astro, 'build'], { cwd: scratch })
  return { folder: join(scratch, 'dist'), remove: () => rm(scratch, { recursive: true, force: true }) }
}
