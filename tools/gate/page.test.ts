import { describe, expect, it } from 'vitest'
import { UserError } from '../user-error.ts'
import { readPage } from './page.ts'

const file = 'fixture.mdx'
const page = (frontmatter: string, body = 'Text.') => readPage(`---\n${frontmatter}\n---\n\n${body}\n`, file, 'page')
const looseOf = (frontmatter: string) =>
  page(frontmatter).prose.blocks.flatMap(({ loose }) => loose.map(({ text, at }) => `${at.line}:${at.column} ${text}`))

describe('numbers in the frontmatter', () => {
  const cases: [string, string, string[]][] = [
    ['plain', 'title: It says 53\nsummary: A line.', ['2:16 53']],
    ['in double quotes', 'title: "It says 53"\nsummary: A line.', ['2:17 53']],
    ['in single quotes', "title: 'It says 53'\nsummary: A line.", ['2:17 53']],
    ['folded', 'title: T\nsummary: >-\n  One line,\n  and 53.', ['5:7 53']],
    ['literal', 'title: T\nsummary: |\n  One line,\n  and 53.', ['5:7 53']],
    ['plain over two lines', 'title: T\nsummary: One line,\n  and 53.', ['4:7 53']],
    ['folded after a comment', 'title: T # 99\nsummary: >- # 99\n  One line,\n  and 53.', ['5:7 53']],
    ['a tag', 'title: !!str It says 53\nsummary: A line.', ['2:22 53']],
    ['an anchor', 'title: &t It says 53\nsummary: A line.', ['2:19 53']],
    // From here on YAML makes another text of what is written: the line is named, and nothing is overlooked.
    ['an alias', 'title: &t It says 53\nsummary: *t', ['2:19 53', '3:10 53']],
    ['an escape', 'title: "It says \\u0035\\x33"\nsummary: A line.', ['2:8 53']],
    ['a line that is continued inside a word', 'title: "It says thir\\\n  ty"\nsummary: A line.', ['2:8 thirty']],
    ['a doubled quote', "title: 'It''s 53'\nsummary: A line.", ['2:8 53']],
    ['what would be a quotation if it were not a line', 'title: T\nsummary: >-\n  It says\n  > 53 of them', ['5:5 53']],
    ['what would be a document of its own', 'title: T\nsummary: |-\n  ---\n  53\n  ---', ['5:3 53']],
  ]
  it.each(cases)('are found: %s', (_, frontmatter, expected) => {
    expect(looseOf(frontmatter)).toEqual(expected)
  })

  it('are bound there, and stand in the title as a reader sees it', () => {
    const { title, summary, prose } = page(
      'title: It says <Num of="a.b">53</Num>\nsummary: >-\n  And <Claim of="x">*more than*\n  <Num of="c.d">54</Num></Claim>',
    )
    expect([title, summary]).toEqual(['It says 53', 'And more than 54'])
    expect(prose.numbers.map(({ of, written }) => `${of}: ${written}`)).toEqual(['a.b: 53', 'c.d: 54'])
    expect(prose.claims.map(({ of }) => of)).toEqual(['x'])
  })
})

describe('frontmatter that is not in its form', () => {
  const good = 'title: T\nsummary: S'
  const cases: [string, string, string][] = [
    ['nothing at all', '', 'fixture.mdx:1  has no frontmatter'],
    ['text before it', `x\n---\n${good}\n---\n`, 'fixture.mdx:1  has no frontmatter'],
    ['an empty line before it', `\n---\n${good}\n---\n`, 'fixture.mdx:1  has no frontmatter'],
    ['no end', `---\n${good}\n`, 'fixture.mdx:1  has no frontmatter'],
    ['another kind', `+++\ntitle = "T"\n+++\n`, 'fixture.mdx:1  has no frontmatter'],
    ['no YAML', '---\ntitle: "T\nsummary: S\n---\n', 'is no YAML'],
    ['a key twice', `---\ntitle: U\n${good}\n---\n`, 'fixture.mdx:3:1  has frontmatter that is no YAML'],
    [
      'a title that is a number',
      '---\ntitle: 53\nsummary: S\n---\n',
      'fixture.mdx:2:8  has frontmatter that is not in its form: title',
    ],
    [
      'an unknown key',
      `---\n${good}\ndescription: 53 calls\n---\n`,
      'fixture.mdx:4:14  has frontmatter that is not in its form: description',
    ],
    [
      'a literal without a reason',
      `---\n${good}\nliterals:\n  - text: x\n---\n`,
      'fixture.mdx:5:5  has frontmatter that is not in its form: literals › 0 › why',
    ],
    ['a literal of nothing', `---\n${good}\nliterals: [{ text: '', why: x }]\n---\n`, 'literals › 0 › text'],
    ['no summary', '---\ntitle: T\n---\n', 'not in its form: summary'],
    ['a title that is no MDX', '---\ntitle: a <b\nsummary: S\n---\n', 'fixture.mdx:2:12  is no MDX'],
    ['a title that is a list', '---\ntitle: "- 53"\nsummary: S\n---\n', 'fixture.mdx:2:9  is no single line of text'],
    [
      'a summary that is a quotation',
      '---\ntitle: T\nsummary: "> 53"\n---\n',
      'fixture.mdx:3:11  is no single line of text',
    ],
    ['a heading', '---\ntitle: "# 53"\nsummary: S\n---\n', 'is no single line of text'],
  ]
  it.each(cases)('is refused: %s', (_, text, message) => {
    expect(() => readPage(text, file, 'page')).toThrow(UserError)
    expect(() => readPage(text, file, 'page')).toThrow(message)
  })

  it('has a day of publication in a post, and in no other page', () => {
    const text = `---\n${good}\npublished: 2026-09-23\n---\n`
    expect(readPage(text, file, 'post').published?.toISOString()).toBe('2026-09-23T00:00:00.000Z')
    expect(() => readPage(text, file, 'page')).toThrow('published')
    expect(() => readPage(`---\n${good}\n---\n`, file, 'post')).toThrow('published')
    expect(() => readPage(`---\n${good}\npublished: soon\n---\n`, file, 'post')).toThrow('a date, as in 2026-09-23')
  })

  it('reads the same with CRLF and with a byte order mark', () => {
    const text = `---\n${good}\nliterals:\n  - text: post 4\n    why: x\n---\n\nA post 4.\n`
    for (const variant of [text, text.replaceAll('\n', '\r\n'), `\uFEFF${text}`]) {
      const { title, summary, literals } = readPage(variant, file, 'page')
      expect([title, summary, literals.map(({ at }) => at.line)]).toEqual(['T', 'S', [5]])
    }
  })
})
