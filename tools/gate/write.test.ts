import { describe, expect, it } from 'vitest'
import { publishedFiles } from '../figures/testing/published.ts'
import type { Facts } from './check.ts'
import { readPage } from './page.ts'
import { factsOf } from './testing/facts.ts'
import { rewriteNumbers, rewriteProject } from './write.ts'

const text = (body: string) => `---\ntitle: A title\nsummary: A summary.\n---\n\n${body}\n`
const pageOf = (body: string) => readPage(text(body), 'fixture.mdx', 'page')

// The published rows with two changes: one right control call fewer, and every confidence of loop-demo 0.50.
const files = publishedFiles()
const rows = files.judgements.rows.map((row) => {
  if (row.case === 'source-only' && row.repeat === 1) return { ...row, verdict: 'undecidable' as const }
  return row.case === 'loop-demo' ? { ...row, confidence: 50 } : row
})
const changed = factsOf({ ...files, judgements: { ...files.judgements, rows } })
const published = factsOf()
const rewrite = (body: string, facts: Facts = changed) => rewriteNumbers(pageOf(body), facts).text
const num = (of: string, written: string) => `<Num of="${of}">${written}</Num>`

describe('rewriting', () => {
  // What the changed rows give: 52 right calls of 54, two undecidable calls, a mean of 0.50.
  const manners: [string, string, string][] = [
    ['digits', num('controls.correct', '53'), num('controls.correct', '52')],
    ['words', num('controls.correct', 'fifty-three'), num('controls.correct', 'fifty-two')],
    ['capitals', num('controls.correct', 'Fifty-three'), num('controls.correct', 'Fifty-two')],
    ['times', num('undecidable.calls', 'once'), num('undecidable.calls', 'twice')],
    ['a capital and times', num('undecidable.calls', 'Once'), num('undecidable.calls', 'Twice')],
    ['two decimals', num('case.loop-demo.confidence', '0.93'), num('case.loop-demo.confidence', '0.50')],
    ['four decimals', num('case.loop-demo.confidence', '0.9344'), num('case.loop-demo.confidence', '0.5000')],
    ['a percent sign', num('controls.share-correct', '98 %'), num('controls.share-correct', '96 %')],
    [
      'a percent sign without its space',
      num('controls.share-correct', '98.1%'),
      num('controls.share-correct', '96.3%'),
    ],
    ['the word percent', num('controls.share-correct', '98 percent'), num('controls.share-correct', '96 percent')],
    ['a share', num('controls.share-correct', '0.98'), num('controls.share-correct', '0.96')],
  ]
  it.each(manners)('keeps the manner: %s', (_, before, after) => {
    expect(rewrite(before)).toBe(text(after))
  })

  it('keeps separators, their absence, and money in words', () => {
    const wrong: [string, string][] = [
      ['tokens.input', '142,000'],
      ['tokens.input', '142000'],
      ['cost', '$0.14'],
      ['cost', 'fourteen cents'],
    ]
    expect(wrong.map(([of, written]) => rewrite(num(of, written), published))).toEqual(
      [
        ['tokens.input', '142,893'],
        ['tokens.input', '142893'],
        ['cost', '$0.13'],
        ['cost', 'thirteen cents'],
      ].map(([of = '', written = '']) => text(num(of, written))),
    )
  })

  const body = [
    `It is ${num('controls.correct', '53')} of ${num('controls.calls', '54')}, 53 in prose, \`53\` in code.`,
    '',
    `- ${num('controls.correct', 'Fifty-three')} and **${num('undecidable.calls', 'once')}**`,
    '',
    `<Claim of="open.only-grounded">All ${num('open.calls', '36')}, ${num('controls.correct', '53')}.</Claim>`,
  ].join('\n')

  it('touches the numbers inside Num that disagree, and not a byte besides', () => {
    const expected = body
      .replaceAll('correct">53<', 'correct">52<')
      .replace('Fifty-three', 'Fifty-two')
      .replace('>once<', '>twice<')
    const { text: rewritten, changes } = rewriteNumbers(pageOf(body), changed)
    expect(rewritten).toBe(text(expected))
    expect(changes.map(({ line, from, to }) => `${line}: ${from} → ${to}`)).toEqual([
      '6: 53 → 52',
      '8: Fifty-three → Fifty-two',
      '8: once → twice',
      '10: 53 → 52',
    ])
  })

  it('is idempotent, and goes back when the data do', () => {
    const once = rewriteNumbers(pageOf(body), changed).text
    const again = rewriteNumbers(readPage(once, 'fixture.mdx', 'page'), changed)
    expect([again.text, again.changes]).toEqual([once, []])
    expect(rewriteNumbers(readPage(once, 'fixture.mdx', 'page'), published).text).toBe(text(body))
  })

  it('reaches the title and the summary, plain, quoted and folded, with CRLF as well', () => {
    const of = (written: string, quote: string) =>
      `---\ntitle: ${quote}A ${num("'x'", '1').replace(`"'x'"`, "'controls.correct'").replace('1', written)}${quote}\nsummary: >-\n  B\n  ${num('controls.correct', written)}\n---\n\nC\n`
    for (const quote of ['', '"'])
      for (const end of ['\n', '\r\n']) {
        const page = readPage(of('53', quote).replaceAll('\n', end), 'fixture.mdx', 'page')
        expect(rewriteNumbers(page, changed).text).toBe(of('52', quote).replaceAll('\n', end))
      }
  })

  it.each([
    ['written with an entity', num('controls.correct', '5&#51;')],
    ['written with the wrong unit', num('controls.correct', '53 %')],
    ['written with more decimals than there are', num('case.loop-demo.confidence', '0.93000')],
    ['bound to no figure', num('controls.corect', '53')],
    ['no number', num('controls.correct', 'about 53')],
  ])('leaves alone what is %s', (_, before) => {
    expect(rewrite(before)).toBe(text(before))
  })
})

describe('rewriting a project', () => {
  const project = (body: string, facts: Facts) => ({
    measurement: facts.measurement,
    pages: [pageOf(body)],
    floor: undefined,
    unread: [],
    errors: [],
  })

  it('leaves nothing to mend where numbers alone disagree', () => {
    const { rewritten, left } = rewriteProject(project(num('controls.correct', '53'), changed))
    expect(left).toEqual([])
    expect(rewritten.map(({ changes }) => changes.length)).toEqual([1])
  })

  it('refuses where a claim no longer holds: a sentence has to be thought about', () => {
    const body = `${num('controls.correct', '53')} <Claim of="open.retired-control-is-least">It is.</Claim>`
    expect(rewriteProject(project(body, changed)).left.map(({ message }) => message)).toEqual([
      expect.stringContaining('open.retired-control-is-least does not hold'),
    ])
    expect(rewriteProject(project(body, published)).left).toEqual([])
  })

  it('refuses where a number stands in prose, where data cannot be read, and where a number cannot be rewritten', () => {
    expect(rewriteProject(project('53 calls', changed)).left).toHaveLength(1)
    expect(rewriteProject(project(num('controls.correct', '53 %'), changed)).left).toHaveLength(1)
    const unread = { ...project(num('controls.correct', '53'), changed), measurement: undefined }
    expect(rewriteProject(unread).rewritten.map(({ changes }) => changes)).toEqual([[]])
  })
})
