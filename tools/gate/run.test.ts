import { describe, expect, it } from 'vitest'
import { publishedFiles } from '../figures/testing/published.ts'
import { parseTrace } from '../trace/schema.ts'
import { checkHtml } from './html.ts'
import { factsOf } from './testing/facts.ts'

// A run that was never recorded: its model called a tool that there is not.
const run = {
  id: 'fixture-run',
  commit: 'fixture',
  model: 'fixture',
  task: 'Which?',
  outcome: 'failure',
  tokens: [null],
  frames: [{ type: 'tool_call', id: 'call_a', name: 'read 1.5% or seventeen', args: {} }],
}
const files = publishedFiles()
const trace = parseTrace(JSON.stringify(run), 'fixture.json')
const facts = factsOf({ ...files, traces: [...files.traces, { file: 'fixture.json', trace }] })

/** What is said of the numbers around the frames. */
function numbersOf(title: string): string[] {
  const html = `<section data-run="fixture-run"><ol><li data-frame="0"><h3>${title}</h3></li></ol></section>`
  const { disagreements } = checkHtml(html, 'fixture.html', facts, { texts: [], literals: [], days: [] })
  return disagreements.map(({ message }) => message).filter((message) => message.includes('the number "'))
}

describe('the title of a call', () => {
  it('may hold the numbers of the name that was called', () => {
    expect(numbersOf('Call of read 1.5% or seventeen')).toEqual([])
  })

  it('may hold no other', () => {
    expect(numbersOf('Call of read 2.5% or eighteen')).toHaveLength(2)
  })
})
