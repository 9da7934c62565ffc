import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { publishedFiles } from '../figures/testing/published.ts'
import { checkHtml, statedNumbers } from './html.ts'
import type { Allowed } from './surfaces.ts'
import { factsOf } from './testing/facts.ts'

const page = readFileSync(new URL('fixtures/page.html', import.meta.url), 'utf8')
const facts = factsOf()
const allowed: Allowed = {
  texts: ['A judge right in 53 of 54 calls', 'It says so in 36 calls of 36.'],
  literals: ['post 4'],
  days: [new Date('2026-09-23')],
}
const messagesOf = (html: string, of = facts) =>
  checkHtml(html, 'fixture.html', of, allowed).disagreements.map(({ message }) => message)

/** The page with one text replaced; the test fails where the text does not stand there once. */
function planted(from: string, to: string): string {
  expect(page.split(from)).toHaveLength(2)
  return page.replace(from, () => to)
}
const lineOf = (text: string) => page.slice(0, page.indexOf(text)).split('\n').length

describe('a built page that agrees', () => {
  it('passes, and says what was met', () => {
    expect(messagesOf(page)).toEqual([])
    expect(checkHtml(page, 'fixture.html', facts, allowed).counts).toEqual({
      numbers: page.split('data-figure=').length - 1,
      claims: page.split('data-claim=').length - 1,
      literals: 1,
    })
  })

  it('does not pass without the texts, literals and days that were checked in their source', () => {
    const nothing: Allowed = { texts: [], literals: [], days: [] }
    expect(checkHtml(page, 'fixture.html', facts, nothing).disagreements.length).toBeGreaterThan(10)
  })
})

describe('a number that is planted', () => {
  const surfaces: [string, string, string][] = [
    ['the body', '<p>Text.</p>', '<p>Text of 77.</p>'],
    ['the body, in words', '<p>Text.</p>', '<p>Text of seventy-seven.</p>'],
    ['the body, over two elements', '<p>Text.</p>', '<p>Text of <b>seventy</b>-<i>seven</i>.</p>'],
    ['the body, inside a word with a place to break', '<p>Text.</p>', '<p>Text of seven<wbr>ty.</p>'],
    ['the body, inserted', '<p>Text.</p>', '<p>Text of seven<ins>ty</ins>.</p>'],
    ['the body, straight in it', '<h1>', '77 <h1>'],
    ['a comparing word', '<p>Text.</p>', '<p>Most of the text.</p>'],
    ['a heading', '<h1>A judge', '<h1>77: A judge'],
    ['a caption of a figure', 'A caption.', 'A caption of 77.'],
    ['a caption of a table', '<caption>A table', '<caption>A table of 77'],
    ['a cell', '<th scope="col">case', '<th scope="col">77'],
    ['the short form of a cell', '<th scope="col">', '<th scope="col" abbr="77">'],
    ['an item', '<li>An item.', '<li>An item of 77.'],
    ['the number of an item', '<li>Another', '<li value="77">Another'],
    ['the first number of a list', '<ol>', '<ol start="77">'],
    ['an alternative text', 'alt="A picture"', 'alt="A picture of 77"'],
    ['a title attribute', 'title="Its title"', 'title="77"'],
    ['<title>', '<title>A judge', '<title>77: A judge'],
    ['the description', 'name="description" content="', 'name="description" content="77. '],
    [
      'the description, as if it were an address',
      'name="description" content="It',
      'name="description" content="note:77. It',
    ],
    ['Open Graph', 'og:title" content="', 'og:title" content="77 '],
    [
      'an Open Graph address with words',
      'og:url" content="https://fixture.example/posts/4/',
      'og:url" content="https://fixture.example/ 77 calls',
    ],
    ['twitter', 'twitter:title" content="', 'twitter:title" content="77 '],
    ['a day that is another', 'published_time" content="2026-09-23', 'published_time" content="2026-09-24'],
    ['JSON-LD', '"headline":"', '"headline":"77 '],
    ['JSON-LD, as a number', '"isPartOf":{', '"isPartOf":{"position":77,'],
    ['JSON-LD, as if it were an address', '"name":"A fixture"', '"name":"calls:77"'],
    ['text in a picture', 'y="2">axis', 'y="2">77'],
    ['text in a picture, by pieces', 'y="2">axis', 'y="2"><tspan>seven</tspan><tspan>ty</tspan>'],
    ['the title of a picture', '<title>A chart', '<title>77'],
    ['the description of a picture', '<desc>It shows.', '<desc>It shows 77.'],
    ['a label for those who do not see', 'aria-label="A chart"', 'aria-label="A chart of 77"'],
    ['a description for those who do not see', '<details>', '<details aria-description="77">'],
    ['a value for those who do not see', '<details>', '<details aria-valuetext="seventy-seven">'],
    ['a number for those who do not see', '<details>', '<details role="meter" aria-valuenow="77">'],
    ['text that a style sheet prints', 'content: "\\2014"', 'content: "\\2014 77"'],
    ['its second string', 'content: "\\2014"', 'content: "\\2014" "77"'],
    ['text by the side of a picture in it', 'content: "\\2014"', 'content: url(x.png) / "77"'],
    ['an escaped digit in it', 'content: "\\2014"', "content: '\\37\\37'"],
    ['an escaped letter in it', 'content: "\\2014"', 'content: "seven\\74y"'],
    ['a custom property in it', '--dash: "–"', '--dash: "77"'],
    ['an attribute in it', 'attr(href)', 'attr(data-other)'],
    ['a mark of a list', 'h1::after {', 'ul { list-style: "77" } h1::after {'],
    ['quotation marks', 'h1::after {', 'q { quotes: "77" "–" } h1::after {'],
    ['noscript', 'Without a script.', 'Without 77 scripts.'],
    ['a template', 'A template.', 'A template of 77.'],
    ['a summary', '<summary>More', '<summary>77 more'],
    ['a placeholder', 'placeholder="a name"', 'placeholder="77"'],
    ['a value in a form', 'placeholder="a name"', 'value="77"'],
    ['a label of a form', '<label>Name', '<label>77'],
    ['a document in a frame', '<details>', '<iframe srcdoc="<p>77</p>"></iframe><details>'],
    ['an attribute inside a bound number', 'controls.correct">53<', 'controls.correct">53<i title="77"></i><'],
    ['an attribute inside code', '<code>echo 7', '<code title="77">echo 7'],
    ['an attribute inside a quotation', '<q>7', '<q><b title="77">7</b>'],
    ['text beside a bound number', 'open.grounded">thirty-six</a>', 'open.grounded">thirty-six</a>teen'],
    ['a unit beside a bound number', 'open.grounded">thirty-six</a>', 'open.grounded">thirty-six</a> %'],
    ['digits of another script', '<p>Text.</p>', '<p>Text of ٧٧ or ½.</p>'],
    ['an entity', '<p>Text.</p>', '<p>Text of &#55;&#x37;.</p>'],
    ['a word with an invisible character', '<p>Text.</p>', '<p>Text of seven&shy;ty.</p>'],
    ['a claim’s sentence', 'says else', 'says else, not 77'],
    ['a claim’s sentence, as a word that counts', 'says else', 'says else, not a dozen'],
    ['a day in the text', '</time>.', '</time>, 24 September 2026.'],
  ]
  it.each(surfaces)('is found in %s', (_, from, to) => {
    const messages = messagesOf(planted(from, to))
    expect(messages.length).toBeGreaterThan(0)
    for (const message of messages) expect(message).toMatch(/^fixture\.html:\d+:\d+ {2}/)
  })

  it('is named with its line and its surface', () => {
    const [message] = messagesOf(planted('title="Its title"', 'title="Its 77"'))
    expect(message).toContain(
      `fixture.html:${lineOf('<img')}:7  the number "77" is bound to nothing, in the title of <img>`,
    )
  })

  it('is found as often as it is planted: three give three', () => {
    const html = planted('alt="A picture"', 'alt="77"').replace('<desc>It', '<desc>78').replace('A template.', '79')
    expect(messagesOf(html)).toHaveLength(3)
  })
})

describe('what is bound and was changed after rendering', () => {
  const changes: [string, string, string, RegExp][] = [
    ['a number', 'controls.correct">53', 'controls.correct">52', /controls\.correct disagrees with the data/],
    ['a number in words', '>thirty-six<', '>thirty-five<', /open\.grounded disagrees/],
    ['a decimal', '>0.9344<', '>0.9343<', /case\.loop-demo\.confidence disagrees/],
    ['a number that is gone', 'controls.correct">53', 'controls.correct">', /form that is no number/],
    [
      'a number bound to another figure',
      'data-figure="controls.calls"',
      'data-figure="open.calls"',
      /open\.calls disagrees/,
    ],
    [
      'a number bound to no figure',
      'data-figure="controls.calls"',
      'data-figure="controls.call"',
      /no figure is called/,
    ],
    ['a number that lost its figure', '<a data-figure="controls.calls">', '<a>', /"54" is bound to nothing/],
    ['a number in a quotation', '<q>7', '<q><a data-figure="controls.correct">52</a>', /controls\.correct disagrees/],
    ['a sentence’s number', '0.002 apart', '0.001 apart', /grounded\.gap-below does not hold/],
    ['a sentence’s claim', 'data-claim="open.only-grounded"', 'data-claim="open.only"', /no claim is called/],
    ['a sentence that lost its claim', ' data-claim="open.only-grounded"', '', /"none" compares or counts/],
    ['a claim in a quotation', '<q>7', '<q><i data-claim="open.only">7</i>', /no claim is called/],
    [
      'a mark',
      'loop-demo/3" data-verdict="grounded"',
      'loop-demo/3" data-verdict="from-copy"',
      /mark of judgement loop-demo\/3/,
    ],
    ['what a mark is called', 'aria-label="grounded"', 'aria-label="undecidable"', /mark of judgement loop-demo\/3/],
    ['the word of a mark', '>undecidable</span>', '>from-copy</span>', /mark of judgement copies-only\/5/],
    ['whose mark it is', 'data-judgement="copies-only/5"', 'data-judgement="copies-only/4"', /mark of judgement/],
    ['a mark of no call', 'data-judgement="copies-only/5"', 'data-judgement="copies-only/10"', /mark of judgement/],
    [
      'a reason',
      '<blockquote data-reason="source-only/2">',
      '<blockquote data-reason="source-only/2">Not ',
      /quoted reason/,
    ],
    ['whose reason it is', 'data-reason="source-only/2"', 'data-reason="corpus-hit/1"', /quoted reason/],
    ['a reason that was not published', 'data-reason="source-only/2"', 'data-reason="source-only/3"', /quoted reason/],
    ['a day', '>23 September 2026<', '>24 September 2026<', /no day on which a post was published/],
    ['a day for machines', 'datetime="2026-09-23"', 'datetime="2026-09-24"', /no day on which a post was published/],
    ['a time for machines', 'datetime="2026-09-23"', 'datetime="2026-09-23T01:00"', /no day on which/],
    ['the rows behind', 'judgements.tsv line 51', 'judgements.tsv line 52', /rows behind undecidable\.confidence/],
    [
      'a definition',
      '>control calls that gave the known answer<',
      '>control calls<',
      /definition of figure controls\.correct/,
    ],
    [
      'a claim’s definition',
      '>no open call says undecidable<',
      '>no call says so<',
      /definition of claim open\.never-undecidable/,
    ],
    [
      'a run that has no trace',
      '<details>',
      '<section data-run="fixture-run"></section><details>',
      /fixture-run that has no trace/,
    ],
    ['JSON-LD that is broken', '{"@type"', '{@type', /JSON-LD that is no JSON/],
  ]
  it.each(changes)('is found: %s', (_, from, to, message) => {
    const messages = messagesOf(planted(from, to))
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.join('\n')).toMatch(message)
  })

  it('is found where the page is as it was and the data changed', () => {
    const files = publishedFiles()
    const rows = files.judgements.rows.map((row) =>
      row.case === 'loop-demo' && row.repeat === 3 ? { ...row, verdict: 'from-copy' as const } : row,
    )
    const changed = factsOf({ ...files, judgements: { ...files.judgements, rows } })
    const messages = messagesOf(page, changed).join('\n')
    for (const what of ['open.grounded disagrees', 'open.only-grounded does not hold', 'mark of judgement loop-demo/3'])
      expect(messages).toContain(what)
  })
})

describe('the numbers that a sentence states', () => {
  it('are those outside bound numbers, literals and quotations, in order', () => {
    const html = 'less than 0.002, <a data-figure="open.calls">36</a>, post 4, “5”, <b>seven</b>'
    expect(statedNumbers(html, allowed, facts.measurement)).toEqual(['0.002', 'seven'])
  })
})
