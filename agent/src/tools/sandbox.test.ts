import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { scratchProject } from '../testing/project.ts'
import type { ToolResult } from './result.ts'
import { toolboxOf } from './toolbox.ts'

/** Stands in the name and the text of everything that no tool may show. */
const FORBIDDEN = 'forbidden-to-show'

const project = scratchProject({
  'src/a.txt': 'allowed',
  'src/deep/b.txt': 'allowed',
  'moved/c.txt': `${FORBIDDEN}: tracked below a directory that became a link`,
  '.env': FORBIDDEN,
  'src/.secret/d.txt': FORBIDDEN,
})
const { root, outside } = project
mkdirSync(join(outside, 'src'))
writeFileSync(join(outside, `${FORBIDDEN}.txt`), FORBIDDEN)
writeFileSync(join(outside, 'src', `${FORBIDDEN}.txt`), FORBIDDEN)
writeFileSync(join(outside, 'c.txt'), FORBIDDEN)
// A link to a directory, to its parent by way of itself, to a file, to a file from inside, to itself, to nothing.
symlinkSync(outside, join(root, 'link'))
symlinkSync('../../outside', join(root, 'src', 'up'))
symlinkSync(join(outside, 'c.txt'), join(root, 'file-link.txt'))
symlinkSync('../link/c.txt', join(root, 'src', 'by-link.txt'))
symlinkSync('loop', join(root, 'loop'))
symlinkSync(join(outside, 'gone'), join(root, 'dangling'))
symlinkSync('/', join(root, 'system'))
project.git('add', '--all', '--force')
// A tracked directory gives way to a link: git still lists what was below it.
renameSync(join(root, 'moved'), join(outside, 'moved-away'))
symlinkSync(outside, join(root, 'moved'))
afterAll(project.remove)

const tools = toolboxOf(root)
const visible = ['src/a.txt', 'src/deep/b.txt']

function expectInside(result: ToolResult): void {
  if (!result.ok) {
    expect(result.reason).not.toBe('')
    return
  }
  const files = 'files' in result ? result.files : result.matches.map(({ file }) => file)
  expect(visible).toEqual(expect.arrayContaining(files))
  if ('matches' in result) expect(JSON.stringify(result.matches)).not.toContain(FORBIDDEN)
}

const part = fc.oneof(
  fc.constantFrom('..', '.', '', '...', '~', 'src', 'deep', 'link', 'up', 'moved', 'loop', 'system', 'dangling', 'etc'),
  fc.constantFrom('file-link.txt', 'by-link.txt', 'c.txt', '.env', '.git', '.secret', 'a.txt', FORBIDDEN),
  fc.constantFrom(
    '%2e%2e',
    '%2E%2E%2F',
    '..%00',
    '..\0',
    '..;',
    '. .',
    '.. ',
    '\u2024\u2024',
    '．．',
    '..\u200b',
    '.\u0301.',
  ),
  fc.constantFrom(
    '..\\',
    '\\\\server\\share',
    'C:',
    'file:',
    '$HOME',
    '$(pwd)',
    '*',
    '**',
    '-rf',
    '--',
    ':/',
    ':(top)',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const separator = fc.constantFrom('/', '//', '/./', '\\', '∕', '%2f', '\0/')
const start = fc.constantFrom('', '', '', '/', './', '../', outside, `${root}/`, `${root}/../outside/`)
const path = fc
  .tuple(start, fc.array(fc.tuple(part, separator), { maxLength: 6 }), part)
  .map(([first, parts, last]) => first + parts.flat().join('') + last)

it('lists nothing outside the root, whatever the path', async () => {
  await fc.assert(
    fc.asyncProperty(path, async (directory) => {
      expectInside(await tools.call('list_files', { directory }))
    }),
    { numRuns: 150 },
  )
}, 60_000)

it('finds nothing outside the root, by link or by path', async () => {
  const all = await tools.call('search_files', { pattern: '.' })
  expect(all).toMatchObject({ ok: true, filesSearched: visible.length, matches: visible.map((file) => ({ file })) })
  await fc.assert(
    fc.asyncProperty(fc.oneof(path, fc.constant(FORBIDDEN)), async (pattern) => {
      expectInside(await tools.call('search_files', { pattern }))
    }),
    { numRuns: 10 },
  )
}, 60_000)
