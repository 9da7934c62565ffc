import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { UserError } from '../user-error.ts'
import { readPage } from './page.ts'

const file = 'fixture.mdx'
const withBody = (body: string) => `---\ntitle: A title\nsummary: A summary.\n---\n\n${body}\n`
const proseOf = (body: string) => readPage(withBody(body), file, 'page').prose
const looseOf = (body: string) =>
  proseOf(body).blocks.flatMap(({ loose }) =>
    loose.map(({ kind, text }) => (kind === 'number' ? text : `${kind}: ${text}`)),
  )
const numbersOf = (body: string) => proseOf(body).numbers.map(({ of, written }) => `${of}: ${written}`)
const unreadableOf = (body: string) => proseOf(body).unreadable.map(({ problem }) => problem)

describe('places', () => {
  const text = readFileSync(new URL('fixtures/positions.mdx', import.meta.url), 'utf8')
  const page = readPage(text, 'positions.mdx', 'page')
  const loose = page.prose.blocks.flatMap((block) => block.loose)

  /** Line and column of an occurrence in the file, counted by splitting it into lines. */
  function place(wanted: string, from = ''): string {
    const at = text.indexOf(wanted, text.indexOf(from))
    const before = text.slice(0, at).split('\n')
    return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`
  }
  const at = ({ at: { line, column } }: { at: { line?: number | undefined; column?: number | undefined } }) =>
    `${line}:${column}`

  it('of loose numbers are line and column in the file, wherever they stand', () => {
    const numbers = loose.filter(({ kind }) => kind === 'number')
    const written = Array.from({ length: 22 }, (_, index) => String(index + 11)).filter((number) => number !== '17')
    const expected = [
      ['54', place('54')],
      ['thirty-six', place('thirty-six')],
      ...written.map((number) => [number, number === '31' ? place('&#51;1') : place(number, '# Heading')]),
      ['seventeen', place('seventeen')],
      // The literal covers it, and that is decided later.
      ['four', place('four, with')],
      ['0.002', place('0.002')],
    ]
    const found = numbers.map((number) => [number.text, at(number)])
    expect(found.toSorted()).toEqual(expected.toSorted())
  })

  it('of bound numbers and claims are those of their elements, and their texts can be cut out of the file', () => {
    expect(page.prose.numbers.map((number) => [number.of, at(number)])).toEqual([
      ['controls.correct', place('<Num of="controls.correct">')],
      ['open.grounded', place('<Num of="open.grounded">')],
      ['panel.cases', place('<Num of="panel.cases">')],
    ])
    for (const { range, written } of page.prose.numbers) expect(text.slice(range.start, range.end)).toBe(written)
    expect(page.prose.claims.map((claim) => [claim.of, at(claim)])).toEqual([
      ['open.only-grounded', place('<Claim of="open.only-grounded">')],
      ['grounded.gap-below', place('<Claim of="grounded.gap-below">')],
    ])
  })

  it('are the same lines where the file has CRLF', () => {
    const windows = readPage(text.replaceAll('\n', '\r\n'), 'positions.mdx', 'page')
    const places = ({ prose }: typeof page) =>
      prose.blocks.flatMap((block) => block.loose.map((each) => [each.text.replaceAll(/\s+/g, ' '), at(each)]))
    expect(places(windows)).toEqual(places(page))
    expect(windows.prose.numbers.map(at)).toEqual(page.prose.numbers.map(at))
  })

  it('know the claim that a number stands in', () => {
    const inClaims = loose.filter(({ claim }) => claim).map(({ claim, text: number }) => [claim?.of, number])
    expect(inClaims).toEqual(
      [
        ['open.only-grounded', '28'],
        ['open.only-grounded', '29'],
        ['grounded.gap-below', '0.002'],
        ['grounded.gap-below', 'less than'],
      ].toSorted((one, other) => Number(one[1] === '0.002') - Number(other[1] === '0.002')),
    )
  })
})

describe('what is loose', () => {
  const cases: [string, string[]][] = [
    ['It says 53 of 54.', ['53', '54']],
    ['It costs $0.13, or 98 %, or 98%, or −1.9 points, or +3.', ['$0.13', '98 %', '98%', '−1.9', '+3']],
    ['It took 142,893 tokens.', ['142,893']],
    ['It is thirty-six, or thirty six, or Ninety.', ['thirty-six', 'thirty six', 'Ninety']],
    ['It is one hundred and five, a hundred, two thousand.', ['one hundred and five', 'a hundred', 'two thousand']],
    ['It is *thirty*-six.', ['thirty-six']],
    ['It is thirty-*six*.', ['thirty-six']],
    ['It is **5**3 and 5*3*.', ['53', '53']],
    ['It is [nine](/a) times.', ['nine']],
    ['It is ½, ², Ⅳ, ٥٣, ５３, ③ and 三.', ['½', '²', 'Ⅳ', '٥٣', '５３', '③', '三']],
    ['It is v4 and 4th and x2y and the 1990s.', ['4', '4', '2', '1990']],
    ['It is &#53;3 and &#x35;3 and &frac12;.', ['53', '53', '½']],
    ['It is \\53.', ['53']],
    [
      'It came twice, a dozen times, half of them, a quarter, doubled.',
      ['twice', 'dozen', 'half', 'quarter', 'doubled'],
    ],
    [
      'Twenties, tens, sixes, twofold, two-thirds, a third of it.',
      ['Twenties', 'tens', 'sixes', 'twofold', 'two', 'a third'],
    ],
    ['A billion and a trillion.', ['billion', 'trillion']],
    ['http://example.org/53 and <a href="/53">x</a>.', ['53']],
    ['![three](x.png)', ['three']],
    ['<img alt="three" src="/3.png" />', ['three']],
    ['<Reason of="x" repeat={2} />', []],
    ['<span aria-label="53">x</span>', ['53']],
    ['~~53~~', ['53']],
    ['Often, someone lone wolf attended; weight, height, freight, tone.', []],
    ['One of them, no one, zero and none of it once.', ['comparison: none']],
    ['`53` and <code>53</code> and <q>53</q> and “53, thirty”', []],
    ['“53” and 54 and “55”', ['54']],
    ['An “open quotation of 53', ['53']],
    ['"53" and ‘54’', ['53', '54']],
    ['> 53', []],
    ['53. An item.\n54. Another.', ['53']],
    ['1. An item.\n2. Another.\n\n0) An item.', []],
    ['```\n53\n```', []],
    ['{/* 53 */}', []],
    ['It is 53{/* 54 */}.', ['53']],
    [
      'Most of them, every call, none, a majority.',
      ['Most', 'every', 'none', 'majority'].map((word) => `comparison: ${word}`),
    ],
    [
      'More than that, the lowest of all, at least.',
      ['More than', 'the lowest', 'at least'].map((word) => `comparison: ${word}`),
    ],
    ['It is more\nthan that.', ['comparison: more\nthan']],
    ['It is the *lowest*.', ['comparison: the lowest']],
    ['Almost everything is mostly foremost.', []],
    ['one hundred\nand five', ['one hundred\nand five']],
  ]
  it.each(cases)('%j', (body, expected) => {
    expect(looseOf(body)).toEqual(expected)
  })

  it.each(['<Note>\n[ref]: /x.png "title 13"\n</Note>', '> [ref]: /x.png "title 13"', '- [ref]: /x.png "title 13"'])(
    'is found in a definition wherever it stands: %j',
    (body) => {
      expect(looseOf(body)).toEqual(['13'])
    },
  )

  it('is found in each surface that a reader gets beside the prose', () => {
    const body =
      '![alt 11][ref] [a](/b "title 12")\n\n[ref]: /x.png "title 13"\n\n<Note title="14" />\n\n[^n]\n\n[^n]: 15'
    expect(looseOf(body).toSorted()).toEqual(['11', '12', '13', '14', '15'])
  })
})

describe('what runs into a bound number is no other number in disguise', () => {
  const num = '<Num of="controls.correct">53</Num>'
  const attached = [
    `${num}rd`,
    `${num} %`,
    `${num}%`,
    `${num}‰`,
    `${num} percent`,
    `${num} per cent`,
    `${num}teen`,
    `${num}²`,
    `$${num}`,
    `€${num}`,
    `x${num}`,
    `−${num}`,
    `about -${num}`,
    `${num}${num}`,
    `${num}-${num}`,
    `${num} ${num}`,
    `${num}-one`,
    `*${num}*%`,
  ]
  it.each(attached)('%s', (body) => {
    expect(looseOf(body).filter((text) => text.startsWith('attached'))).toHaveLength(1)
  })

  it.each([`1${num}`, `${num},000`, `${num}.5`, `${num} thousand`, `${num} million`, `hundred ${num}`])(
    '%s',
    (body) => {
      expect(looseOf(body)).not.toEqual([])
    },
  )

  const apart = [
    `${num}.`,
    `${num}, ${num}`,
    `(${num})`,
    `${num}/${num}`,
    `${num}–${num}`,
    `${num} of ${num}`,
    `${num}’s`,
    `${num}-call run`,
    `${num} times`,
    `**${num}** calls`,
    `low-${num}`,
    `${num} everything`,
  ]
  it.each(apart)('and %s stands apart', (body) => {
    expect(looseOf(body)).toEqual([])
  })

  const disguised = [
    'thir\u200bty',
    'thir\u00adty',
    'thir&shy;ty',
    's\u2060ix',
    'thir&zwj;ty',
    'ﬁve',
    'ѕix',
    'ｓｉｘ',
    '𝐬𝐢𝐱',
    's\u0332ix',
    '<Num of="a.b">53</Num>\u2060rd',
    '<Num of="a.b">53</Num>\u200b%',
    'tеn',
  ]
  it.each(disguised)('nor a word that is not what it looks like: %j', (word) => {
    expect(looseOf(`It is ${word}.`).map((text) => text.split(':')[0])).toContain('disguised')
  })

  it.each(['naïve façade', 'nai\u0308ve', 'λόγος', 'судья', 'kappa κ', 'a\u00a0b', '“s\u200bix”'])(
    'but %j is',
    (words) => {
      expect(looseOf(words)).toEqual([])
    },
  )
})

describe('bound numbers', () => {
  const cases: [string, string[]][] = [
    ['<Num of="a.b">53</Num>', ['a.b: 53']],
    ['It is <Num  of = "a.b" >53</Num > here', ['a.b: 53']],
    ["<Num of='a.b'>53</Num>", ['a.b: 53']],
    ['<Num of="a.b">\n53\n</Num>', ['a.b: 53']],
    ['<Num of="a.b">5&#51;</Num>', ['a.b: 53']],
    ['<Num of="a.b">nine times</Num>', ['a.b: nine times']],
    ['**<Num of="a.b">53</Num>**', ['a.b: 53']],
    ['<Claim of="x"><Num of="a.b">53</Num> are</Claim>', ['a.b: 53']],
    ['“<Num of="a.b">53</Num>”', ['a.b: 53']],
    ['<Num>53</Num>', [': 53']],
    ['<Num of={"a.b"}>53</Num>', [': 53']],
    ['`<Num of="a.b">53</Num>`', []],
    ['> <Num of="a.b">53</Num>', ['a.b: 53']],
    ['> - a list\n>   with <Num of="a.b">53</Num>', ['a.b: 53']],
    ['<q><Num of="a.b">53</Num></q>', ['a.b: 53']],
    ['a <code>x *<Num of="a.b">53</Num>*</code>', ['a.b: 53']],
    ['<pre>\n<Num of="a.b">53</Num>\n</pre>', ['a.b: 53']],
  ]
  it.each(cases)('%j', (body, expected) => {
    expect(numbersOf(body)).toEqual(expected)
  })

  it.each([
    '<Num of="a.b"></Num>',
    '<Num of="a.b" />',
    '<Num of="a.b"> </Num>',
    '<Num of="a.b">5<b>3</b></Num>',
    '<Num of="a.b"><Num of="c.d">53</Num></Num>',
    '<Num of="a.b">5{3}</Num>',
    '<Num of="a.b">`53`</Num>',
    '<Num of="a.b">*53*</Num>',
  ])('hold a number and nothing else: %s', (body) => {
    expect(unreadableOf(body)).toContain('Num holds more than a number')
    expect(numbersOf(body)).toEqual([])
  })

  it.each([
    '<NUM of="a.b">53</NUM>',
    '<num of="a.b">53</num>',
    '<My.Num of="a.b">53</My.Num>',
    '<Number of="a.b">53</Number>',
  ])('are made by Num alone: %s', (body) => {
    expect(numbersOf(body)).toEqual([])
    expect(looseOf(body)).toEqual(['53'])
  })
})

describe('what the gate cannot read', () => {
  const cases = [
    '{53}',
    'It is {50 + 3}.',
    '{"fifty-three"}',
    '{/* a comment */ "53" /* and another */}',
    '{`53`}',
    '<Note title={"53"} />',
    '<Note {...{ title: 53 }} />',
    '<span dangerouslySetInnerHTML={{ __html: "53" }} />',
    '<Num of="a.b" {...{ of: "c.d" }}>53</Num>',
    'export const Num = () => "54"',
    'export default function Layout() { return 54 }',
    "import Num from './Num.astro'",
    "import { Other as Claim } from './other.ts'",
    "import * as Num from './other.ts'",
    '> {53}',
    '<q>{53}</q>',
    '<code>{53}</code>',
  ]
  it.each(cases)('is refused: %s', (body) => {
    expect(unreadableOf(body).length).toBeGreaterThan(0)
  })

  it.each(['{/* one */}', '{ /* one */ /* 53 */ }', '{}', "import Chart from './Chart.astro'"])('is not %s', (body) => {
    expect(unreadableOf(body)).toEqual([])
  })

  it.each(['<!-- 53 -->', '<Num of="x">53', 'a { b', '</Num>', '<Num of=x>53</Num>'])(
    'is refused as no MDX: %s',
    (body) => {
      expect(() => proseOf(body)).toThrow(UserError)
      expect(() => proseOf(body)).toThrow(/^fixture\.mdx:\d+:\d+ {2}is no MDX/)
    },
  )
})
