import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { scratchProject } from '../testing/project.ts'
import { toolboxOf } from './toolbox.ts'

const project = scratchProject({
  '.gitignore': 'built/\n*.log\n!kept.log\n',
  '.env': 'the words in a dotfile',
  'b/two.txt': 'one\r\n  two words  \r\n',
  'a/one.txt': 'one\ntwo words\nthree\n',
  'a/.hidden/three.txt': 'two words',
  'a/picture.png': 'two words',
  'a/Font.WOFF2': 'two words',
  'tracked.log': 'two words, ignored by a pattern and tracked all the same',
  'long.txt': `${'x'.repeat(199)}🙂 and more of it\n`,
})
project.write('untracked.txt', 'two words')
project.write('kept.log', 'two words')
project.write('other.log', 'two words')
project.write('built/page.html', 'two words')
writeFileSync(join(project.outside, 'far.txt'), 'two words')
symlinkSync(project.outside, join(project.root, 'way-out'))
symlinkSync(join(project.outside, 'far.txt'), join(project.root, 'a/far.txt'))
afterAll(project.remove)

const tools = toolboxOf(project.root)

describe('list_files', () => {
  it('names what git tracks or would track, in a fixed order, and no dotfile, link or ignored file', async () => {
    expect(await tools.call('list_files', { directory: '.' })).toEqual({
      ok: true,
      directory: '.',
      files: [
        'a/Font.WOFF2',
        'a/one.txt',
        'a/picture.png',
        'b/two.txt',
        'kept.log',
        'long.txt',
        'tracked.log',
        'untracked.txt',
      ],
      truncated: false,
    })
  })

  it.each(['b', 'b/', './b'])('names what is below %j', async (directory) => {
    expect(await tools.call('list_files', { directory })).toMatchObject({ ok: true, directory, files: ['b/two.txt'] })
  })

  it.each([
    ['the parent', '..', 'may not leave'],
    ['a way up and down again', 'a/../b', 'may not leave'],
    ['an absolute path', '/etc', 'absolute'],
    ['the root by its absolute path', project.root, 'absolute'],
    ['the root of the system', '/', 'absolute'],
    ['a drive', 'C:/Windows', 'absolute'],
    ['a backslash', '..\\..', 'written with /'],
    ['a NUL character', 'a\0/../..', 'NUL'],
    ['an encoded way up', '%2e%2e/%2e%2e', 'no such directory'],
    ['a way up in full-width letters', '．．/a', 'no such directory'],
    ['a dot directory', 'a/.hidden', 'begin with a dot'],
    ['the repository itself', '.git', 'begin with a dot'],
    ['a link out of the root', 'way-out', 'symbolic link'],
    ['what is behind a link', 'way-out/deeper', 'symbolic link'],
    ['an ignored directory', 'built', 'no such directory'],
    ['a file', 'a/one.txt', 'is a file'],
    ['the beginning of a name', 'a/on', 'no such directory'],
  ])('refuses %s with a reason', async (_, directory, reason) => {
    const result = await tools.call('list_files', { directory })
    expect(result).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })

  it('names at most 500 files and says that there are more', async () => {
    const many = scratchProject(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`d/${index}.txt`, ''])))
    const result = await toolboxOf(many.root).call('list_files', { directory: 'd' })
    many.remove()
    expect(result).toMatchObject({ ok: true, truncated: true })
    expect(result.ok && 'files' in result && result.files.length).toBe(500)
  })
})

describe('search_files', () => {
  it('finds lines by file and line in the text files, trimmed', async () => {
    expect(await tools.call('search_files', { pattern: '^\\s*two w' })).toEqual({
      ok: true,
      pattern: '^\\s*two w',
      // Of the eight visible files two are binary by their names.
      filesSearched: 6,
      matches: [
        { file: 'a/one.txt', line: 2, text: 'two words' },
        { file: 'b/two.txt', line: 2, text: 'two words' },
        { file: 'kept.log', line: 1, text: 'two words' },
        { file: 'tracked.log', line: 1, text: 'two words, ignored by a pattern and tracked all the same' },
        { file: 'untracked.txt', line: 1, text: 'two words' },
      ],
      truncated: false,
    })
  })

  it('cuts a long line at 200 characters and never inside a surrogate pair', async () => {
    expect(await tools.call('search_files', { pattern: 'xx' })).toMatchObject({
      matches: [{ file: 'long.txt', line: 1, text: 'x'.repeat(199) }],
    })
  })

  it('says that nothing was found', async () => {
    expect(await tools.call('search_files', { pattern: 'no such words' })).toMatchObject({
      ok: true,
      filesSearched: 6,
      matches: [],
      truncated: false,
    })
  })

  it('refuses what is no regular expression', async () => {
    const result = await tools.call('search_files', { pattern: 'a(b' })
    expect(result).toEqual({ ok: false, reason: expect.stringContaining('Unterminated group') })
  })

  it('stops a pattern that backtracks without end, and the process goes on meanwhile', async () => {
    const hostile = scratchProject({ 'a.txt': `${'a'.repeat(60)}!\n` })
    let turns = 0
    const timer = setInterval(() => turns++, 10)
    const result = await toolboxOf(hostile.root).call('search_files', { pattern: '^(a+)+$' })
    clearInterval(timer)
    hostile.remove()
    expect(result).toEqual({ ok: false, reason: expect.stringContaining('stopped after 1.7 seconds') })
    expect(turns).toBeGreaterThan(10)
  })
})

describe('a call that cannot be done', () => {
  it.each([
    ['a tool that does not exist', 'open_file', { path: 'a' }, 'there is no tool "open_file"'],
    ['arguments that are no object', 'list_files', '{"directory": "a"', 'no JSON object'],
    ['a missing argument', 'list_files', {}, 'directory'],
    ['an argument of another type', 'search_files', { pattern: ['a'] }, 'expected string'],
    ['an argument too many', 'search_files', { pattern: 'a', flags: 'i' }, 'flags'],
    ['a tool named like a part of every object', 'constructor', {}, 'there is no tool'],
  ])('is answered with a reason: %s', async (_, name, args, reason) => {
    expect(await tools.call(name, args)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })
})

it('offers two tools and no other', () => {
  expect(tools.definitions.map(({ function: { name } }) => name)).toEqual(['list_files', 'search_files'])
})
