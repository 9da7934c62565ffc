import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { entries, expectRed, linesWith, measured, post } from '../integrations/testing/red-build.ts'
import { asBuilt, messagesAfter } from '../integrations/testing/second-check.ts'
import { retiredControl } from '../testing/run-page.ts'
import { type ScratchCopy, scratchCopy } from '../testing/scratch-copy.ts'

/* Two runs side by side in a post, in real builds of a scratch copy. */

vi.setConfig({ testTimeout: 400_000 })

const opening = '<VerdictGrid />\n'
const compares = [
  '<Compare of="retired-control" without="source" />',
  '<Compare of="retired-control" with="fixture-other-2" />',
]
let copy: ScratchCopy

/** A run that was never recorded: the real one with one call fewer, another one, and more in its answer. */
function fixtureOther() {
  const run = structuredClone({ ...retiredControl, id: 'fixture-other-2' })
  run.frames.splice(5, 2)
  run.tokens.splice(5, 2)
  run.frames = run.frames.map((frame, index) => {
    if (frame.type === 'tool_call' && index === 3) return { ...frame, args: { pattern: 'isBinary' } }
    return frame.type === 'assistant' ? { ...frame, content: `${frame.content} So much.` } : frame
  })
  return run
}

beforeAll(() => {
  copy = scratchCopy()
  copy.write(`${measured}/trace-fixture-other-2.json`, JSON.stringify(fixtureOther()))
  copy.replace(post, opening, [opening, ...compares, '<Run of="fixture-other-2" />', ''].join('\n\n'))
})
afterAll(() => copy.remove())

describe('two runs side by side in a post', () => {
  const page = 'posts/judging-a-moving-target/index.html'

  it('pass the gate, with their first divergence at an address', async () => {
    const { code, output } = await copy.astro('build')
    expect(code, output).toBe(0)
    const html = copy.read(`dist/${page}`)
    expect(html.match(/data-comparison="[^"]*"/g)).toEqual([
      'data-comparison="retired-control without source"',
      'data-comparison="retired-control with fixture-other-2"',
    ])
    for (const address of ['retired-control/without-source/divergence', 'retired-control/fixture-other-2/divergence']) {
      expect(html).toContain(`href="#${address}"`)
      expect(html).toContain(`id="${address}"`)
    }
  })

  it.each<[what: string, from: string, to: string, says: string]>([
    ['a count', '39 observations in both', '38 observations in both', 'expected  39 observations in both'],
    ['the call at which they part', 'first part at call 2.', 'first part at call 3.', 'They first part at call 2.'],
    ['a pair of call numbers', '>4 / 3 <', '>4 / 4 <', 'expected  4 / 3'],
    [
      'a recorded line',
      '<li>agent/src/tools/index.ts',
      '<li>agent/src/tools/index.js',
      'expected  agent/src/tools/index.ts',
    ],
  ])('fail the second check with one change after rendering: %s', (_, from, to, says) => {
    const messages = messagesAfter(copy, copy.path('dist'), (folder) => {
      const file = join(folder, page)
      // The comparison of the two runs comes after the other one, and a call of a run may stand in its transcript as well.
      const html = readFileSync(file, 'utf8')
      const place = html.indexOf(from, html.indexOf('data-comparison="retired-control with'))
      expect(place).toBeGreaterThan(0)
      writeFileSync(file, `${html.slice(0, place)}${to}${html.slice(place + from.length)}`)
    })
    expect(messages).toEqual([expect.stringContaining(says)])
    expect(messages[0]).toMatch(new RegExp(`^${asBuilt}/${page}:\\d+:\\d+  the comparison of retired-control with`))
  })

  it('end the build with file and line where they name what is not there', async () => {
    const wrong: [string, string][] = [
      ['<Compare of="retired" without="source" />', 'there is no trace of the run retired'],
      ['<Compare of="retired-control" with="fixture" />', 'there is no trace of the run fixture'],
      ['<Compare of="retired-control" without="sources" />', 'no subtraction is called sources'],
      ['<Compare of="retired-control" />', 'says neither with what nor without what'],
      ['<Compare of="retired-control" with="fixture-other-2" without="source" />', 'says both with what and'],
    ]
    copy.replace(post, opening, [opening, ...wrong.map(([text]) => text), ''].join('\n\n'))
    const ended = await copy.astro('build')
    expectRed(ended, copy)
    const places = wrong.map(([text, says]) => [`${post}:${linesWith(copy, post, text)[0]}:1  `, says])
    const found = entries(ended.output)
    expect(found).toHaveLength(wrong.length)
    for (const [index, [place = '', says = '']] of places.entries()) {
      expect(found[index]).toContain(place)
      expect(found[index]).toContain(says)
    }
  })
})
