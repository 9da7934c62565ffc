import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../../', import.meta.url))
/** Entries of `node_modules` that tools write to: a scratch copy gets its own. */
const caches = /^\.(astro|vite|vite-temp|vitest-cache|cache)$/

/** A command that came to its end. */
export interface Ended {
  /** None where a signal ended it. */
  code: number | null
  /** What it wrote to standard output and standard error. */
  output: string
}

export interface Running {
  child: ChildProcessByStdio<null, Readable, Readable>
  /** What it has written so far. */
  output(): string
  ended: Promise<Ended>
}

/** A copy of the real project in a folder of its own, in which a test may break what it likes. */
export interface ScratchCopy {
  root: string
  path(file: string): string
  has(file: string): boolean
  read(file: string): string
  write(file: string, text: string): void
  /** Replaces a text that stands in the file once. Raises otherwise, so that no test passes by having changed nothing. */
  replace(file: string, from: string, to: string): void
  /** Does `change`, and gives the file its time of last change back. */
  keepingTime(file: string, change: () => void): void
  /** Runs the real `astro`, with the Node of the dependencies, to its end. */
  astro(...args: string[]): Promise<Ended>
  start(...args: string[]): Running
  /** Ends what still runs in the copy, and removes it. */
  remove(): Promise<void>
}

/** The bytes of files by their path from the root. */
export type Snapshot = ReadonlyMap<string, Uint8Array>

/** The project as it stands in the work tree: each file that git tracks or would track. */
export function takeSnapshot(): Snapshot {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: project })
  const files = listed.toString().split('\0')
  // What was deleted in the work tree is still listed, and so are dependencies that are a link to elsewhere.
  const present = files.filter((file) => statSync(join(project, file), { throwIfNoEntry: false })?.isFile())
  return new Map(present.map((file) => [file, readFileSync(join(project, file))]))
}

/**
 * Copies the project. The dependencies are linked one by one, so that `node_modules/.astro` and `node_modules/.vite`,
 * where Astro and Vite keep their caches, are the copy's own: it neither reads nor writes those of the real project.
 */
export function scratchCopy(snapshot: Snapshot = takeSnapshot()): ScratchCopy {
  // A real path: the system's folder for temporary files may be a link, and the bundler resolves links.
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'scratch-copy-')))
  const path = (file: string) => join(root, file)
  for (const [file, bytes] of snapshot) {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), bytes)
  }
  mkdirSync(path('node_modules'))
  for (const name of readdirSync(join(project, 'node_modules'))) {
    if (!caches.test(name)) symlinkSync(join(project, 'node_modules', name), path(`node_modules/${name}`))
  }

  const read = (file: string) => readFileSync(path(file), 'utf8')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), text)
  }
  const begun: Running[] = []
  const start = (...args: string[]) => {
    const running = run(root, [path('node_modules/.bin/astro'), ...args])
    begun.push(running)
    return running
  }
  return {
    root,
    path,
    has: (file) => existsSync(path(file)),
    read,
    write,
    replace(file, from, to) {
      const parts = read(file).split(from)
      if (parts.length !== 2)
        throw new Error(`${file} holds ${JSON.stringify(from)} ${parts.length - 1} times, not once`)
      write(file, parts.join(to))
    },
    keepingTime(file, change) {
      const { atime, mtime } = statSync(path(file))
      change()
      utimesSync(path(file), atime, mtime)
    },
    astro: (...args) => start(...args).ended,
    start,
    async remove() {
      for (const { child } of begun) child.kill('SIGKILL')
      await Promise.allSettled(begun.map(({ ended }) => ended))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function run(root: string, args: readonly string[]): Running {
  // What the test runner sets for itself would make another build than an author's.
  const outside = Object.entries(process.env).filter(
    ([name]) => !/^(NODE_ENV|NODE_OPTIONS|VITEST.*|VITE_.*|TEST|DEV|PROD|MODE|FORCE_COLOR)$/.test(name),
  )
  const child = spawn(join(root, 'node_modules/.bin/node'), args, {
    cwd: root,
    env: { ...Object.fromEntries(outside), NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
  return { child, output: () => output, ended }
}
