import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** A data file: its path from the root, with `/`, and its bytes. */
export interface DataFile {
  file: string
  bytes: Uint8Array
}

/** Directories that hold nothing of the project's own, and test data made up on purpose. */
const PASSED_OVER = new Set(['node_modules', 'dist', 'fixtures', 'testing'])

/** What a data file is called: a table, a journal, a trace. */
const DATA = /\.(?:tsv|jsonl)$|(?:^|\/)trace-[^/]*\.json$/

/** The data files below `root`, in a fixed order. No link is followed, and nothing whose name begins with a dot. */
export function readDataFiles(root: string): DataFile[] {
  return namesBelow(root)
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((file) => DATA.test(file) || /^site\/content\/.*\.json$/.test(file))
    .toSorted()
    .map((file) => ({ file, bytes: readFileSync(join(root, file)) }))
}

function namesBelow(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.name.startsWith('.')) return []
    if (entry.isDirectory()) return PASSED_OVER.has(entry.name) ? [] : namesBelow(path)
    return entry.isFile() ? [path] : []
  })
}
