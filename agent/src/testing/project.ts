import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A scratch directory of a test, with a git repository in it. */
export interface ScratchProject {
  root: string
  /** A directory beside the root, which no tool may reach. */
  outside: string
  git(...args: string[]): string
  write(file: string, text: string): void
  remove(): void
}

/** Makes a git work tree with these files, all of them committed. */
export function scratchProject(files: Record<string, string>): ScratchProject {
  const place = mkdtempSync(join(tmpdir(), 'scratch-project-'))
  const [root, outside] = [join(place, 'root'), join(place, 'outside')]
  mkdirSync(root)
  mkdirSync(outside)
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  git('init', '--quiet')
  git('add', '--all', '--force')
  const fixture = ['-c', 'user.name=fixture', '-c', 'user.email=fixture@example.org']
  git(...fixture, 'commit', '--quiet', '--allow-empty', '--message', 'A fixture')
  return { root, outside, git, write, remove: () => rmSync(place, { recursive: true, force: true }) }
}
