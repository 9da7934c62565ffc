import { describe, expect, it } from 'vitest'
import { checkElements } from './elements.ts'
import { readPage } from './page.ts'
import { factsOf } from './testing/facts.ts'

const facts = factsOf()
const messages = (body: string) => {
  const text = `---\ntitle: A title\nsummary: A summary.\n---\n${body}\n`
  return checkElements(readPage(text, 'fixture.mdx', 'page'), facts).map(({ message }) => message)
}

describe('an element of prose', () => {
  it('passes where it is known, imported or HTML’s own, and names what the data hold', () => {
    const body = [
      "import Chart from './Chart.astro'",
      "import { One, Other as Renamed } from './more.ts'",
      '',
      '<Chart /> and <Renamed.Part /> and <em>text</em>',
      '',
      '<Run of="retired-control" />',
      '',
      '<Compare of="retired-control" without="source" />',
      '',
      '<Reason of="source-only" repeat={2} />',
      '',
      '<Note>At <Value of="open.grounded.confidence" decimals={2} />, <VerdictMark verdict="grounded" /></Note>',
    ]
    expect(messages(body.join('\n'))).toEqual([])
  })

  it('that nobody made is said with its place, wherever it stands', () => {
    const found = messages('Text with <Foo />.\n\n- <Note>\n  <Bar of="x" />\n  </Note>\n\n> <Baz />')
    expect(found.map((message) => message.split('\n')[0])).toEqual([
      'fixture.mdx:5:11  no element is called <Foo>',
      'fixture.mdx:8:3  no element is called <Bar>',
      'fixture.mdx:11:3  no element is called <Baz>',
    ])
  })

  it('that shows a run without a trace names the runs that have one', () => {
    expect(messages('<Run of="retired" />')).toEqual([
      'fixture.mdx:5:1  there is no trace of the run retired\n  expected  one of retired-control',
    ])
  })

  it('that compares what is not there says so at its place', () => {
    const compared = ['of="retired" without="source"', 'of="retired-control" without="all"', 'of="retired-control"']
    const found = messages(compared.map((asked) => `<Compare ${asked} />`).join('\n\n'))
    expect(found.map((message) => message.split('\n')[0])).toEqual([
      'fixture.mdx:5:1  there is no trace of the run retired',
      'fixture.mdx:7:1  no subtraction is called all',
      'fixture.mdx:9:1  the comparison of retired-control says neither with what nor without what',
    ])
  })

  it('that quotes a reason which was not published names those that were', () => {
    // The three reasons that were published with the measurement.
    const published = 'source-only, repeat 2; copies-only, repeat 5; corpus-hit, repeat 1'
    expect(messages('<Reason of="source-only" repeat={3} />')).toEqual([
      `fixture.mdx:5:1  no reason of source-only, repeat 3, was published\n  expected  ${published}`,
    ])
  })

  it('that prints an unknown figure or verdict is refused', () => {
    const found = messages('<Value of="open.granted" /> <VerdictMark verdict="right" />')
    expect(found.map((message) => message.split('\n')[0])).toEqual([
      'fixture.mdx:5:1  there is no value of the figure open.granted',
      'fixture.mdx:5:29  no verdict is called right',
    ])
  })
})
