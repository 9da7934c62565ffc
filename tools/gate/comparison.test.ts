import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publishedFiles } from '../figures/testing/published.ts'
import { parseTrace } from '../trace/schema.ts'
import { checkHtml } from './html.ts'
import { factsOf } from './testing/facts.ts'

// As the site printed it: retired-control beside itself without its source lines.
const page = readFileSync(new URL('fixtures/comparison.html', import.meta.url), 'utf8')
const facts = factsOf()
const messagesOf = (html: string, of = facts) =>
  checkHtml(html, 'fixture.html', of, { texts: [], literals: [], days: [] }).disagreements.map(({ message }) => message)

function planted(from: string, to: string): string {
  expect(page.split(from)).toHaveLength(2)
  return page.replace(from, () => to)
}

describe('a comparison on a built page', () => {
  it('passes as it was printed', () => {
    expect(messagesOf(page)).toEqual([])
  })

  it.each<[string, string, string, string]>([
    ['the call at which they part', 'part at call 5', 'part at call 4', 'expected  retired-control beside'],
    ['a count', '39 observations in both', '38 observations in both', 'expected  39 observations in both'],
    ['a count of none', 'no observations in both', '1 observation in both', 'expected  no observations in both'],
    ['a count of what one side saw', '1 observation only here', '2 observations only here', 'expected  1 observation'],
    ['the number of a call', '>3 <', '>4 <', 'found     4\n  expected  3'],
    ['where it first parts', 'first divergence', 'divergence', 'expected  5 first divergence'],
    ['whether the answers agree', 'are the same', 'differ', 'Their answers are the same.'],
    ['what a side is', 'made by subtraction, not recorded', 'as recorded', 'made by subtraction, not recorded'],
    [
      'a recorded argument',
      '{"pattern":"binary"}',
      '{"pattern":"binaries"}',
      'expected  search_files {"pattern":"binary"}',
    ],
    ['a recorded line', 'fs.ts:42', 'fs.ts:43', 'fs.ts:42'],
    ['a space of a recorded line', 'fs.ts:42  const', 'fs.ts:42 const', 'fs.ts:42  const'],
    ['a text between', '<tbody>', '<tbody><tr><td>4711</td></tr>', 'a text stands in the comparison'],
    ['a text more', '<p>nothing else</p>', '<p>nothing else</p><p>4711</p>', 'found     4711\n  expected  nothing'],
    ['a text less', '<p>nothing else</p>', '', 'found     nothing\n  expected  nothing else'],
    ['a label', '<table>', '<table aria-label="4711 calls">', 'the number "4711" is bound to nothing'],
    ['a label of the whole', '<figure', '<figure title="4711 calls"', 'the number "4711" is bound to nothing'],
    ['what is compared', 'without source"', 'without every-match"', 'another text than its traces give'],
    ['a run that has no trace', '"retired-control without', '"retired without', 'there is no trace of the run retired'],
    ['a comparison of nothing', '"retired-control without source"', '"retired-control"', 'neither with what nor'],
  ])('is red: %s', (_, from, to, message) => {
    const messages = messagesOf(planted(from, to))
    expect(messages.length).toBeGreaterThan(0)
    for (const each of messages) expect(each).toMatch(/^fixture\.html:\d+:\d+ {2}/)
    expect(messages.join('\n')).toContain(message)
  })

  it('is red where the page is as it was and the trace changed', () => {
    const files = publishedFiles()
    const traces = files.traces.map(({ file, trace }) => {
      const frames = trace.frames.map((frame) =>
        frame.type === 'tool_result' && 'files' in frame.result
          ? { ...frame, result: { ...frame.result, files: frame.result.files.slice(1) } }
          : frame,
      )
      return { file, trace: { ...trace, frames } }
    })
    expect(messagesOf(page, factsOf({ ...files, traces })).join('\n')).toContain('expected  4 observations in both')
  })

  it('names every text that is another one', () => {
    const html = planted('39 observations in both', '38 observations in both').replace('19 obs', '18 obs')
    expect(messagesOf(html)).toHaveLength(2)
  })
})

describe('a recorded text with a character that cannot be seen', () => {
  const side = 'search_files {"pattern":"binary"}'
  const files = publishedFiles()
  const traces = files.traces.map(({ file, trace }) => ({
    file,
    trace: parseTrace(JSON.stringify(trace).replaceAll('"pattern":"binary"', '"pattern":"bin\u202eary"'), file),
  }))
  const shown = (odd: string) =>
    page.replace(side, side.replace('binary', `bin<span class="odd" data-odd="${odd}">\u202e</span>ary`))
  const odd = factsOf({ ...files, traces })

  it('passes with the code of that character, and with no other', () => {
    expect(messagesOf(shown('U+202E'), odd)).toEqual([])
    expect(messagesOf(shown('U+4711'), odd)).toHaveLength(1)
  })
})
