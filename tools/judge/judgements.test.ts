import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { UserError } from '../user-error.ts'
import { parseJudgements } from './judgements.ts'

// The measurement itself, cut and changed in memory.
const file = 'judgements.tsv'
const published = readFileSync(new URL('../../judgements.tsv', import.meta.url), 'utf8')
const lines = published.trimEnd().split('\n')
const lineOf = (name: string, repeat: number) =>
  lines.findIndex((line) => new RegExp(`^${name}\t[^\t]+\t[^\t]+\t${repeat}\t`).test(line)) + 1
const text = (changed: readonly string[]) => `${changed.join('\n')}\n`
const without = (...numbers: number[]) => text(lines.filter((_, index) => !numbers.includes(index + 1)))
const changed = (number: number, from: string | RegExp, to: string) =>
  text(lines.map((line, index) => (index + 1 === number ? line.replace(from, to) : line)))
const headerLineOf = (key: string) => lines.findIndex((line) => line.startsWith(`# ${key}: `)) + 1
const withHeader = (key: string, value: string) =>
  text(lines.map((line) => (line.startsWith(`# ${key}: `) ? `# ${key}: ${value}` : line)))

function refusal(content: string): UserError {
  try {
    parseJudgements(content, file)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('nothing was raised')
}

describe('the published judgements', () => {
  it('are ninety rows, ten cases by nine repeats', () => {
    const { rows } = parseJudgements(published, file)
    // Counted with plain string splitting, as `cut | sort | uniq -c` would.
    const cases = Object.groupBy(
      lines.filter((line) => /^[a-z]/.test(line) && !line.startsWith('case\t')),
      (line) => line.split('\t')[0] ?? '',
    )
    expect(Object.values(cases).map((of) => of?.length)).toEqual(Array(10).fill(9))
    expect(rows).toHaveLength(90)
  })

  it('have their price from the header, exactly', () => {
    const { price } = parseJudgements(published, file)
    expect([price?.input.toFixed(2), price?.output.toFixed(2)]).toEqual(['0.25', '2.00'])
    expect(parseJudgements(withHeader('price', 'unknown'), file).price).toBeUndefined()
  })
})

describe('judgements that are not whole', () => {
  const of = (name: string) => Array.from({ length: 9 }, (_, index) => lineOf(name, index + 1))
  const cases: [string, string, number, RegExp][] = [
    ['a row twice', text([...lines, lines.at(-1) ?? '']), lines.length + 1, /retired-control, repeat 9 stands twice/],
    [
      'a repeat under the number of another',
      changed(lineOf('loop-demo', 4), '\t4\t', '\t3\t'),
      lineOf('loop-demo', 4),
      /loop-demo, repeat 3 stands twice/,
    ],
    ['a missing repeat', without(lineOf('loop-demo', 4)), lineOf('loop-demo', 1), /loop-demo lacks repeat 4/],
    ['a missing last repeat', without(lineOf('loop-demo', 9)), lineOf('loop-demo', 1), /loop-demo lacks repeat 9/],
    ['the missing last row of the file', without(lines.length), lineOf('retired-control', 1), /lacks repeat 9/],
    ['a missing first repeat', without(lineOf('loop-demo', 1)), lineOf('loop-demo', 1), /loop-demo lacks repeat 1/],
    [
      'a whole case that is missing',
      without(...of('loop-demo')),
      headerLineOf('calls'),
      /holds 81 judgements, and its header says 90/,
    ],
    [
      'a repeat beyond those that were fixed',
      changed(lineOf('loop-demo', 9), '\t9\t', '\t10\t'),
      lineOf('loop-demo', 9),
      /repeat 10 is beyond the 9/,
    ],
    ['a repeat zero', changed(lineOf('loop-demo', 1), '\t1\t', '\t0\t'), lineOf('loop-demo', 1), /column repeat/],
    [
      'more calls than the header says',
      withHeader('calls', '89'),
      headerLineOf('calls'),
      /holds 90 judgements, and its header says 89/,
    ],
    ['fewer repeats than the header says', withHeader('repeats', '10'), lineOf('binary-control', 1), /lacks repeat 10/],
    ['a header count that is no count', withHeader('calls', 'ninety'), headerLineOf('calls'), /"calls" is no count/],
    ['a price in another form', withHeader('price', '25 cents'), headerLineOf('price'), /"price" is not in its form/],
    [
      'an open case with a known answer',
      changed(lineOf('loop-demo', 1), 'open\t-', 'open\tgrounded'),
      lineOf('loop-demo', 2),
      /another kind or known answer/,
    ],
    [
      'open calls that all have a known answer',
      text(lines.map((line) => line.replace(/^loop-demo\topen\t-/, 'loop-demo\topen\tgrounded'))),
      lineOf('loop-demo', 1),
      /loop-demo is open and has a known answer/,
    ],
    [
      'controls without one',
      text(lines.map((line) => line.replace(/^named-only\tcontrol\t[a-z-]+/, 'named-only\tcontrol\t-'))),
      lineOf('named-only', 1),
      /named-only is a control without a known answer/,
    ],
    [
      'a case that changes its kind',
      changed(lineOf('named-only', 5), 'control', 'open'),
      lineOf('named-only', 5),
      /another kind or known answer here/,
    ],
    [
      'a verdict that is no label',
      changed(lineOf('named-only', 5), /unevidenced\tnone/, 'unsure\tnone'),
      lineOf('named-only', 5),
      /column verdict/,
    ],
    [
      'a citation that is no line',
      changed(lineOf('loop-demo', 5), /config\.ts:1\t/, 'config.ts\t'),
      lineOf('loop-demo', 5),
      /column citation/,
    ],
    [
      'a confidence with one decimal',
      changed(lineOf('loop-demo', 5), /\t0\.9\d\t/, '\t0.9\t'),
      lineOf('loop-demo', 5),
      /column confidence/,
    ],
  ]
  it.each(cases)('are refused: %s', (_, content, line, message) => {
    const { complaint, message: said } = refusal(content)
    expect(said).toMatch(message)
    expect([complaint.file, complaint.line]).toEqual([file, line])
  })
})
