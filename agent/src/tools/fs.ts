import { execFile } from 'node:child_process'
import { lstatSync, realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { promisify } from 'node:util'
import { AgentError } from '../agent-error.ts'

/** The names of files that hold no text. They are listed and never searched. */
const BINARY = /\.(png|jpe?g|gif|ico|webp|avif|woff2?|ttf|otf|eot|pdf|zip)$/i

export function isBinary(file: string): boolean {
  return BINARY.test(file)
}

/**
 * The files that the tools see, relative to the root and ordered by code unit: what git tracks or would track, less
 * every file whose path has a part that begins with a dot. Only regular files that stand where their path says:
 * a symbolic link is none of them, and nothing is reached through one.
 *
 * Git is asked, rather than its ignore files read, because it alone knows that a tracked file is seen even where a
 * pattern ignores it, and it reads nested ignore files and negations by its own rules. The user's global ignore file
 * is left out of account, so that the same tree gives the same list on every machine.
 */
export async function visibleFiles(root: string): Promise<string[]> {
  const real = realpathSync(root)
  const listed = await gitList(real)
  return [...new Set(listed)]
    .filter((file) => !hasDotPart(file) && standsAt(real, file))
    .sort((one, other) => (one < other ? -1 : 1))
}

export function hasDotPart(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'))
}

/** Whether a regular file stands at exactly this path: it exists, and no part of the path is a symbolic link. */
function standsAt(root: string, file: string): boolean {
  const path = join(root, file)
  try {
    return lstatSync(path).isFile() && realpathSync(path) === path
  } catch {
    return false
  }
}

/** Whether a part of this path is a symbolic link. Nothing behind the first link is looked at. */
export function passesThroughLink(root: string, path: string): boolean {
  const parts = path.split('/')
  return parts.some((_, index) => {
    const known = lstatSync([root, ...parts.slice(0, index + 1)].join(sep), { throwIfNoEntry: false })
    return known?.isSymbolicLink()
  })
}

async function gitList(root: string): Promise<string[]> {
  const settings = ['-c', 'core.excludesFile=', '-c', 'core.fsmonitor=false', '-c', 'core.quotePath=false']
  try {
    const { stdout } = await promisify(execFile)(
      'git',
      [...settings, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
      { cwd: root, env: withoutGit(process.env), maxBuffer: 1 << 30 },
    )
    return stdout.split('\0').filter((file) => file !== '')
  } catch (cause) {
    throw new AgentError(
      'The tools see what git tracks, and git lists nothing here: run it inside a git work tree (git init makes one).',
      { cause },
    )
  }
}

/** The environment less git's own variables, which a hook sets and which would point it at another repository. */
function withoutGit(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('GIT_')))
}
