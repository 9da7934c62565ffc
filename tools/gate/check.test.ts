import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publishedFiles } from '../figures/testing/published.ts'
import { checkPage } from './check.ts'
import { checkedLine, checkSources, report } from './gate.ts'
import { readPage } from './page.ts'
import type { Floor } from './project.ts'
import { factsOf } from './testing/facts.ts'

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
const facts = factsOf()
const withBody = (body: string, literals: readonly string[] = []) => {
  const declared = literals.map((text) => `\n  - text: ${JSON.stringify(text)}\n    why: a test`).join('')
  return `---\ntitle: A title\nsummary: A summary.${declared && `\nliterals:${declared}`}\n---\n\n${body}\n`
}
const check = (body: string, literals?: readonly string[]) =>
  checkPage(readPage(withBody(body, literals), 'fixture.mdx', 'page'), facts)
const problemsOf = (body: string, literals?: readonly string[]) =>
  check(body, literals).disagreements.map(({ complaint: { problem } }) => problem)

describe('the report', () => {
  const { disagreements, counts } = checkPage(
    readPage(fixture('disagreements.mdx'), 'disagreements.mdx', 'page'),
    facts,
  )

  it('has every disagreement of a page, in the order of the file, each with what is written and what the data say', () => {
    expect(`${report('The sources do not agree', disagreements)}\n`).toBe(fixture('disagreements.txt'))
  })

  it('says the places once each, in order', () => {
    const places = disagreements.map(({ complaint: { line = 0, column = 0 } }) => line * 1000 + column)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
  })

  it('counts what was met', () => {
    const text = fixture('disagreements.mdx')
    // `about 53` is no number, and is counted all the same: it is bound to a figure.
    expect(counts).toEqual({
      numbers: text.split('<Num ').length - 1,
      claims: text.split('<Claim ').length - 1,
      literals: text.split('- text: ').length - 1,
    })
  })
})

describe('a page that agrees', () => {
  it.each([
    '<Num of="controls.correct">53</Num> of <Num of="controls.calls">fifty-four</Num> calls.',
    'A mean of <Num of="open.confidence">0.93</Num>, or <Num of="open.confidence">0.9283</Num>.',
    '<Num of="tokens.input">142,893</Num> tokens at <Num of="cost">$0.13</Num>, <Num of="cost">thirteen cents</Num>.',
    '<Num of="controls.share-correct">98 %</Num>, <Num of="panel.repeats">nine times</Num>.',
    '<Num of="undecidable.calls">Once</Num> it said so.',
    '<Claim of="open.only-grounded">None of the <Num of="open.calls">36</Num> says anything else.</Claim>',
    '<Claim of="grounded.gap-below">less than 0.002 apart</Claim>',
    'One thing, no one, zero.',
  ])('has no disagreement: %s', (body) => {
    expect(check(body).disagreements).toEqual([])
  })
})

describe('a sentence that is a claim', () => {
  it.each([
    ['the number is too low', '<Claim of="grounded.gap-below">less than 0.001 apart</Claim>', /does not hold/],
    [
      'the number has a unit',
      '<Claim of="grounded.gap-below">less than 0.002 % apart</Claim>',
      /cannot check "0.002 %"/,
    ],
    ['the number has a sign', '<Claim of="grounded.gap-below">less than −0.002 apart</Claim>', /does not hold/],
    ['the number is missing', '<Claim of="grounded.gap-below">hardly apart</Claim>', /does not hold/],
    ['there are two', '<Claim of="grounded.gap-below">0.001 is less than 0.002</Claim>', /does not hold/],
    ['a number that it does not check', '<Claim of="open.only-grounded">all 36</Claim>', /does not hold/],
    ['a number in words', '<Claim of="open.only-grounded">all thirty-five</Claim>', /does not hold/],
    ['a word that counts', '<Claim of="open.only-grounded">all three dozen</Claim>', /cannot check "dozen"/],
    ['a half', '<Claim of="open.only-grounded">half of them</Claim>', /cannot check "half"/],
    ['a sign for a half', '<Claim of="open.only-grounded">½ of them</Claim>', /cannot check "½"/],
    ['digits of another script', '<Claim of="open.only-grounded">all ٣٥</Claim>', /cannot check "٣٥"/],
    ['a number that is hidden', '<Claim of="open.only-grounded">thir\u200bty</Claim>', /not what they look like/],
    ['a unit of a bound number', '<Claim of="open.only-grounded"><Num of="open.calls">36</Num> %</Claim>', /runs into/],
    ['an unknown name', '<Claim of="open.only">all</Claim>', /no claim is called open.only/],
    ['no name', '<Claim>all</Claim>', /names no claim/],
    ['a figure’s name', '<Claim of="open.calls">all</Claim>', /no claim is called open.calls/],
    ['a name of JavaScript', '<Claim of="constructor">all</Claim>', /no claim is called constructor/],
  ])('is refused where %s', (_, body, problem) => {
    expect(problemsOf(body)).toHaveLength(1)
    expect(problemsOf(body)[0]).toMatch(problem)
  })

  it('gets its numbers in the order in which they are written, without those of another claim', () => {
    const body = (one: string, other: string) =>
      `<Claim of="grounded.gap-below">less than ${one}</Claim> and <Claim of="source-only.gap-below">less than ${other}</Claim>`
    expect(problemsOf(body('0.002', '0.01'))).toEqual([])
    expect(problemsOf(body('0.01', '0.002'))).toEqual([expect.stringContaining('source-only.gap-below does not hold')])
  })

  it('fails when a row changes, and shows it', () => {
    const files = publishedFiles()
    const rows = files.judgements.rows.map((row) =>
      row.case === 'loop-demo' && row.repeat === 3 ? { ...row, verdict: 'undecidable' as const } : row,
    )
    const changed = factsOf({ ...files, judgements: { ...files.judgements, rows } })
    const line = rows.find((row) => row.case === 'loop-demo' && row.repeat === 3)?.at.line
    const page = readPage(withBody('<Claim of="open.only-grounded">None.</Claim>'), 'fixture.mdx', 'page')
    const [disagreement] = checkPage(page, changed).disagreements
    expect(disagreement?.complaint).toMatchObject({
      file: 'fixture.mdx',
      line: 6,
      column: 1,
      expected: 'what the data say: it holds for 35 of 36',
      behind: `judgements.tsv line ${line}`,
    })
  })
})

describe('a name that is not known', () => {
  it.each([
    ['controls.corect', 'controls.correct'],
    ['controls.right', 'controls.calls'],
    ['case.loop-demo.sure', 'case.loop-demo.grounded'],
  ])('%s comes with names like it, %s among them', (id, near) => {
    const [disagreement] = check(`<Num of="${id}">53</Num>`).disagreements
    expect(disagreement?.message).toContain(`no figure is called ${id}`)
    expect(disagreement?.complaint.expected?.split(/[ ,:]+/)).toContain(near)
  })

  it('comes with the command that lists them where nothing is like it', () => {
    expect(check('<Num of="zzzz">53</Num>').disagreements[0]?.complaint.expected).toBe(
      'an id that npm run figures lists',
    )
    expect(problemsOf('<Num of="toString">53</Num>')).toEqual(['no figure is called toString'])
    expect(problemsOf('<Num>53</Num>')).toEqual(['names no figure: of="…" is missing'])
  })
})

describe('a literal', () => {
  it('excuses the words that it declares, also over a line end, and no others', () => {
    expect(problemsOf('As in post 4 and post\n4.', ['post 4'])).toEqual([])
    expect(problemsOf('As in post 44.', ['post 4'])).toHaveLength(2)
    expect(problemsOf('As in post 4 and 4.', ['post 4'])).toEqual(['the number "4" is bound to nothing'])
    expect(problemsOf('It counts most things.', ['most things'])).toEqual([])
  })

  it.each([
    ['stands nowhere', 'No number.', 'post 4'],
    ['stands in code alone', '`post 4`', 'post 4'],
    ['stands in a quotation alone', '“post 4”', 'post 4'],
    ['covers no number', 'As in the post.', 'the post'],
    ['covers a part of a number', '<Num of="controls.correct">53</Num> of the v.', 'v'],
  ])('is an error where it %s', (_, body, literal) => {
    const [disagreement, ...more] = check(body, [literal]).disagreements
    expect(more).toEqual([])
    expect(disagreement?.complaint).toMatchObject({ file: 'fixture.mdx', line: 5, column: 5 })
    expect(disagreement?.message).toContain(`the literal ${JSON.stringify(literal)} covers no number`)
  })

  it('does not excuse what runs into a bound number', () => {
    expect(problemsOf('<Num of="controls.correct">53</Num>rd', ['53rd'])).toHaveLength(2)
  })
})

describe('figures without a value', () => {
  it('are a disagreement and no crash', () => {
    const files = publishedFiles()
    const rows = files.judgements.rows.filter(({ kind }) => kind === 'control')
    const changed = factsOf({ ...files, judgements: { ...files.judgements, rows } })
    const page = readPage(withBody('<Num of="open.confidence">0.93</Num>'), 'fixture.mdx', 'page')
    expect(checkPage(page, changed).disagreements[0]?.message).toContain('open.confidence has no value')
  })
})

describe('the whole gate', () => {
  const page = readPage(withBody('<Num of="controls.correct">53</Num> calls.'), 'fixture.mdx', 'page')
  const floor: Floor = { posts: 0, pages: 1, rows: 90, figures: 100, numbers: 1, claims: 0, literals: 0 }
  const project = { measurement: facts.measurement, pages: [page], floor, unread: [], errors: [] }

  it('says what it looked at', () => {
    const { checked, disagreements } = checkSources(project)
    expect(disagreements).toEqual([])
    expect(checkedLine({ ...checked, figures: 152 })).toBe(
      '0 posts, 1 page, 90 rows, 152 figures, 1 number, 0 claims, 0 literals',
    )
  })

  it.each(Object.keys(floor) as (keyof Floor)[])('does not pass by having looked at too few %s', (what) => {
    const { checked } = checkSources(project)
    const { disagreements } = checkSources({ ...project, floor: { ...floor, [what]: checked[what] + 1 } })
    expect(disagreements.map(({ message }) => message)).toEqual([
      expect.stringContaining(`site/gate.json  the gate met fewer ${what} than are committed`),
    ])
  })

  it('does not pass without pages, without data, or with an error of a file', () => {
    expect(checkSources({ ...project, pages: [] }).disagreements.length).toBeGreaterThan(0)
    expect(checkSources({ ...project, measurement: undefined }).disagreements.length).toBeGreaterThan(0)
  })
})
