import { hasDotPart, passesThroughLink, visibleFiles } from './fs.ts'
import { type ListFilesResult, type Refusal, refuse } from './result.ts'

/** The most file names that one call returns. */
export const MOST_FILES = 500

/** The visible files below a directory of the root, by name only. `.` is the root itself. */
export async function listFiles(root: string, directory: string): Promise<ListFilesResult | Refusal> {
  const path = directory.replace(/^(\.\/+)+/, '').replace(/\/+$/, '') || (directory.startsWith('/') ? '/' : '.')
  const objection = objectionTo(path)
  if (objection) return refuse(objection)

  const visible = await visibleFiles(root)
  const files = path === '.' ? visible : visible.filter((file) => file.startsWith(`${path}/`))
  if (files.length === 0 && path !== '.') {
    if (visible.includes(path)) return refuse('that is a file; a directory was expected')
    if (passesThroughLink(root, path)) return refuse('that is a symbolic link, and the tools follow none')
    return refuse('there is no such directory with files that the tools may see')
  }
  return { ok: true, directory, files: files.slice(0, MOST_FILES), truncated: files.length > MOST_FILES }
}

/** Why a path is not even looked up; none for a plain path below the root. */
function objectionTo(path: string): string | undefined {
  if (path.includes('\0')) return 'a path holds no NUL character'
  if (path.includes('\\')) return 'paths are written with /, from the root of the project'
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'absolute paths are not allowed; the root is "."'
  if (path.split('/').includes('..')) return 'a path may not leave the project: ".." is not allowed'
  if (path !== '.' && hasDotPart(path)) return 'files and directories that begin with a dot are not shown'
  return undefined
}
