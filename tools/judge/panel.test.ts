import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { gradeSentence } from '../eval/grade.ts'
import { answerOf } from '../eval/observe.ts'
import { parseTrace, type Trace } from '../trace/schema.ts'
import { UserError } from '../user-error.ts'
import { makeCases, type PanelEntry, panel, panelDigest } from './panel.ts'
import { publishedPanel } from './published-panel.ts'

const file = 'site/content/posts/judging-a-moving-target/trace-retired-control.json'
const recorded = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const trace = parseTrace(recorded, file)
const traces = new Map([[trace.id, trace]])
const cases = makeCases(panel, traces)

describe("the repository's own panel", () => {
  // Expected counts: the published run has 77 observations, 1 source line and 2 copies (the post's section "The demo"),
  // and 5 of the 77 are names that were listed (evidence.tsv), which no subtraction takes out.
  it('has one open case, and three controls whose answer is what code says of what is left', () => {
    expect(cases.map(({ id, kind, knownAnswer, grade }) => [id, kind, knownAnswer, gradeSentence(grade)])).toEqual([
      ['retired-control', 'open', null, '1 source line, 2 copies among 77 observations: undecidable'],
      ['retired-control-source-only', 'control', 'grounded', '1 source line, no copies among 6 observations: grounded'],
      [
        'retired-control-copies-only',
        'control',
        'from-copy',
        'no source lines, 2 copies among 76 observations: from-copy',
      ],
      [
        'retired-control-no-results',
        'control',
        'unevidenced',
        'no source lines, no copies among 5 observations: unevidenced',
      ],
    ])
  })

  it('gives no case that is made by subtraction the id of a published one', () => {
    const published = new Set(publishedPanel.map(({ id }) => id))
    expect(panel.filter(({ id, subtracts }) => subtracts !== 'nothing' && published.has(id))).toEqual([])
  })

  it.each(cases)('leaves everything but matches as recorded in $id', ({ transcript }) => {
    expect(answerOf(transcript.frames)).toBe(answerOf(trace.frames))
    expect(withoutMatches(transcript.frames)).toEqual(withoutMatches(trace.frames))
  })

  it.each(cases)('makes nothing of $id that could be read as the file of a run', ({ transcript }) => {
    expect(Object.keys(transcript)).toEqual(['task', 'frames'])
    expect(() => parseTrace(JSON.stringify(transcript), 'subtracted.json')).toThrow(UserError)
  })

  it('does not change the trace that it takes from', () => {
    expect(trace).toEqual(parseTrace(recorded, file))
  })
})

describe('an entry of the panel', () => {
  const [open] = panel
  if (!open) throw new Error('the panel is empty')
  const make =
    (entries: PanelEntry[], from: ReadonlyMap<string, Trace> = traces) =>
    () =>
      makeCases(entries, from)

  it.each([
    [
      'names a trace that is not here',
      make([{ ...open, trace: 'fixture-absent' }]),
      'trace fixture-absent, which is not here',
    ],
    ['stands twice', make([open, open]), 'case retired-control stands twice'],
    [
      'asks what its run was not asked',
      make([{ ...open, question: 'model-name' }]),
      'a run that was not asked model-name',
    ],
    ['is open where code settles it', make([{ ...open, subtracts: 'source' }]), 'is not open'],
    ['is a control where code cannot settle it', make([{ ...open, kind: 'control' }]), 'is not a control'],
  ])('is refused where it %s', (_, making, message) => {
    expect(making).toThrow(UserError)
    expect(making).toThrow(message)
  })
})

describe('the digest of a panel', () => {
  const prompt = 'a fixture of a prompt'
  const parts = { entries: panel, traces, prompt }
  const changed = (change: Partial<Trace>) => ({ ...parts, traces: new Map([[trace.id, { ...trace, ...change }]]) })

  it('does not depend on the order of keys', async () => {
    const { id, ...rest } = trace
    const turned: Trace = { ...rest, id }
    expect(Object.keys(turned)).not.toEqual(Object.keys(trace))
    expect(await panelDigest({ ...parts, traces: new Map([[id, turned]]) })).toBe(await panelDigest(parts))
    expect(await panelDigest(parts)).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  it.each([
    ['the prompt', { ...parts, prompt: `${prompt} ` }],
    ['the order of the cases', { ...parts, entries: panel.toReversed() }],
    ['which cases there are', { ...parts, entries: panel.slice(1) }],
    ['the id of a case', { ...parts, entries: panel.map((entry) => ({ ...entry, id: `${entry.id}-again` })) }],
    [
      'what is subtracted',
      {
        ...parts,
        entries: panel.map((entry) =>
          entry.subtracts === 'source' ? { ...entry, subtracts: 'every-match' as const } : entry,
        ),
      },
    ],
    ['the commit of a trace', changed({ commit: 'fixture' })],
    ['the recorded outcome of a trace', changed({ outcome: 'partial' })],
    [
      'one character of the final answer',
      changed({
        frames: trace.frames.map((frame) =>
          frame.type === 'assistant' ? { ...frame, content: `${frame.content}.` } : frame,
        ),
      }),
    ],
  ])('changes with %s', async (_, other) => {
    expect(await panelDigest(other)).not.toBe(await panelDigest(parts))
  })
})

/** The frames with the matches of every search taken out, to compare all the rest. */
function withoutMatches(frames: Trace['frames']) {
  return frames.map((frame) =>
    frame.type === 'tool_result' && frame.result.ok && 'matches' in frame.result
      ? { ...frame, result: { ...frame.result, matches: [] } }
      : frame,
  )
}
