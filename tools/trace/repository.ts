import { execFileSync } from 'node:child_process'
import { UserError } from '../user-error.ts'

/** Which state of a repository a run's tools read. */
export interface Commit {
  commit: string
  /** True where the work tree holds changes that the commit does not. */
  dirty: boolean
}

/** The commit of the repository at `root`. Raises a UserError where there is none. */
export function commitOf(root: string): Commit {
  try {
    return { commit: git(root, 'rev-parse', 'HEAD').trim(), dirty: git(root, 'status', '--porcelain') !== '' }
  } catch {
    throw new UserError({
      problem: 'a run is recorded together with the commit that its tools read, and git names none here',
      mend: 'run it in a git work tree that has a commit',
    })
  }
}

function git(root: string, ...args: string[]): string {
  // Git's own variables, as a hook sets them, would point it at another repository.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  return execFileSync('git', args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}
