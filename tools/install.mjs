// Runs `npm ci` when node_modules does not hold what package-lock.json asks for.
// Built-ins only, and plain JavaScript: it runs before anything is installed, on any Node from 20 on.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)

/** The packages a lock file lists, as path → version, or undefined where there is no readable file. */
function lockedPackages(path) {
  try {
    return JSON.parse(readFileSync(new URL(path, root), 'utf8')).packages
  } catch {
    return undefined
  }
}

const wanted = lockedPackages('package-lock.json')
const installed = lockedPackages('node_modules/.package-lock.json')
if (!wanted) {
  console.error('package-lock.json cannot be read. Restore it with: git checkout package-lock.json')
  process.exit(1)
}
// Packages for other platforms are optional, and npm leaves them out of what it installs here.
const stale =
  !installed ||
  Object.entries(wanted).some(
    ([path, { version, optional }]) => path !== '' && !optional && installed[path]?.version !== version,
  )
if (stale) {
  console.log(
    `${installed ? 'node_modules does not match package-lock.json' : 'node_modules is missing'}: running npm ci`,
  )
  const { status } = spawnSync('npm', ['ci', '--no-fund', '--no-audit'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  process.exit(status ?? 1)
}
