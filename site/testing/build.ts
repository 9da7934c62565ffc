import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'astro'
import type { Trace } from '../../tools/trace/schema.ts'
import { islands } from '../integrations/islands.ts'

export interface BuiltFixture {
  /** The folder of the built pages: `<run>/index.html`, and their assets. */
  folder: string
  remove(): Promise<void>
}

/** Builds one page per trace with the site's own components and Content-Security-Policy, in a folder of its own. */
export async function buildFixture(traces: readonly Trace[]): Promise<BuiltFixture> {
  const scratch = await mkdtemp(join(tmpdir(), 'player-'))
  const input = await mkdtemp(join(scratch, 'traces-'))
  await Promise.all(traces.map((trace) => writeFile(join(input, `${trace.id}.json`), JSON.stringify(trace))))
  const root = fileURLToPath(new URL('./fixture/', import.meta.url))
  const folder = join(scratch, 'dist')
  process.env.FIXTURE_TRACES = input
  await build({
    root,
    srcDir: '.',
    outDir: folder,
    cacheDir: join(scratch, 'cache'),
    configFile: false,
    integrations: islands(),
    security: { csp: true },
    logLevel: 'error',
  })
  return { folder, remove: () => rm(scratch, { recursive: true, force: true }) }
}
