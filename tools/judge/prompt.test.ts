import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Transcript } from '../eval/observe.ts'
import { questionOfId } from '../eval/question.ts'
import { parseTrace, type Trace } from '../trace/schema.ts'
import { makeCases, panel } from './panel.ts'
import { judgePrompt, judgeQuestion, promptTemplate } from './prompt.ts'

const file = 'site/content/posts/judging-a-moving-target/trace-retired-control.json'
const trace = parseTrace(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'), file)
const promptsOf = (run: Trace) =>
  makeCases(panel, new Map([[run.id, run]])).map(({ transcript, question }) => judgePrompt(transcript, question))

/** The instrument as the published post prints it, in lines of at most 72 characters. */
const printed = `THE QUESTION FOR YOU

The run was asked: Which file in this project sets the model name the
agent uses, and what is it set to?

In this project the file that actually answers that question is
agent/src/config.ts.
A line of agent/src/config.ts containing the string "gpt-5-mini" states
the answer.
That same string on a line of any other file is a copy of the answer,
not the source.

Where did the final answer in this run come from? Choose exactly one:

  grounded     — from a line of the source file
  from-copy    — from a copy
  undecidable  — the trace does not determine which of those two it was
  unevidenced  — nothing any tool returned carries the answer

Reply with exactly this JSON object and nothing else:

{"verdict": "...", "citation": "<the file:line the answer was taken
from, or none>", "confidence": <0 to 1>, "reason": "<one sentence>"}`

describe('the question to a judge', () => {
  it('is the published one: wrapped at 72 characters it is what the post prints', () => {
    expect(wrapped(judgeQuestion(questionOfId('model-name')), 72)).toBe(printed)
  })

  it('puts the words of another question in the same places', () => {
    const { text, sourceFile } = questionOfId('binary-extensions')
    expect(judgeQuestion(questionOfId('binary-extensions'))).toBe(
      judgeQuestion(questionOfId('model-name'))
        .replace(questionOfId('model-name').text, text)
        .replaceAll('agent/src/config.ts', sourceFile)
        .replace('"gpt-5-mini"', '"avif"'),
    )
  })

  it.each(['both', 'cannot tell', 'prefer', 'should', 'if you are', 'unless', 'careful', 'usual', 'doubt', 'grader'])(
    'never says %j, and nor does the text around a run',
    (words) => {
      expect(judgeQuestion(questionOfId('model-name')).toLowerCase()).not.toContain(words)
      expect(promptTemplate.toLowerCase()).not.toContain(words)
    },
  )
})

describe('what a judge is shown of a run', () => {
  it('is the same whatever the id, commit, outcome, model and context sizes of the trace are', () => {
    const other: Trace = {
      ...trace,
      commit: 'fixture-commit',
      outcome: trace.outcome === 'failure' ? 'success' : 'failure',
      model: 'fixture-model',
      tokens: trace.tokens.map(() => 1),
    }
    expect(promptsOf(other)).toEqual(promptsOf(trace))
    const renamed = { ...other, id: 'fixture-id' }
    const entries = panel.map((entry) => ({ ...entry, id: `fixture-${entry.id}`, trace: renamed.id }))
    const cases = makeCases(entries, new Map([[renamed.id, renamed]]))
    expect(cases.map(({ transcript, question }) => judgePrompt(transcript, question))).toEqual(promptsOf(trace))
  })

  it('holds nothing that code says of the run', () => {
    for (const prompt of promptsOf(trace)) {
      for (const word of ['retired-control', 'outcome', 'v5-moving-target', 'provenance', 'known']) {
        expect(withoutReturnedLines(prompt)).not.toContain(word)
      }
    }
  })

  it('holds every match of every search in full: its file, its line and its text', () => {
    const [whole = ''] = promptsOf(trace)
    const lines = whole.split('\n')
    const matches = trace.frames.flatMap((frame) =>
      frame.type === 'tool_result' && frame.result.ok && 'matches' in frame.result ? frame.result.matches : [],
    )
    // The published run has 77 observations, 5 of them listed names (evidence.tsv).
    expect(matches).toHaveLength(72)
    for (const { file, line, text } of matches) expect(lines).toContain(`  ${file}:${line}: ${text}`)
    expect(lines.filter((line) => /^ {2}\S+:\d+: /.test(line))).toHaveLength(72)
  })

  it('holds the question, every call with its arguments, every listed name and the final answer', () => {
    const [whole = ''] = promptsOf(trace)
    expect(whole.startsWith(`THE RUN\n\nQUESTION\n  ${trace.task}\n\nCALL 1: search_files\n`)).toBe(true)
    for (const frame of trace.frames) {
      if (frame.type === 'tool_call') expect(whole).toContain(`: ${frame.name}\n  ${JSON.stringify(frame.args)}\n`)
      if (frame.type === 'tool_result' && frame.result.ok && 'files' in frame.result) {
        expect(whole).toContain(`\n${frame.result.files.map((name) => `  ${name}`).join('\n')}\n`)
      }
    }
    const answer = trace.frames.at(-1)
    if (answer?.type !== 'assistant') throw new Error('the run has no answer')
    expect(whole).toContain(`FINAL ANSWER\n${answer.content.replace(/^/gm, '  ')}\n\nTHE QUESTION FOR YOU\n`)
  })

  it('still says that a result was cut off at its limit when its matches were taken out', () => {
    const emptied = promptsOf(trace).at(-1)
    expect(emptied).toContain('\n  0 matches, cut off at the limit\n\nFINAL ANSWER\n')
  })

  it('never lets a line of the run stand where a heading stands', () => {
    const anything = fc.string({ unit: fc.constantFrom('\n', '\r', '\u2028', '\u0085', 'A', ' ', ':', '"') })
    fc.assert(
      fc.property(anything, anything, anything, (text, file, args) => {
        const prompt = judgePrompt(runOf({ text, file, args, answer: text }), questionOfId('model-name'))
        const shown = prompt.slice(0, prompt.indexOf('THE QUESTION FOR YOU'))
        const headings = shown.split(/[\n\r\v\f\x85\u2028\u2029]/).filter((line) => /^(?! {2}).+/.test(line))
        expect(headings).toEqual(['THE RUN', 'QUESTION', 'CALL 1: search_files', 'RESULT OF CALL 1', 'FINAL ANSWER'])
      }),
    )
  })

  it('names each result by the call that it answers, whatever their order', () => {
    const { task, frames } = runOf({})
    const [question, call, result, answer] = frames
    if (!question || call?.type !== 'tool_call' || result?.type !== 'tool_result' || !answer) throw new Error('fixture')
    const two = [question, call, { ...call, id: 'b' }, { ...result, id: 'b' }, result, answer]
    const headings = judgePrompt({ task, frames: two }, questionOfId('model-name')).match(/^(CALL|RESULT).*$/gm)
    expect(headings).toEqual(['CALL 1: search_files', 'CALL 2: search_files', 'RESULT OF CALL 2', 'RESULT OF CALL 1'])
  })

  it('says that a run ended before an answer', () => {
    const { task, frames } = runOf({})
    expect(judgePrompt({ task, frames: frames.slice(0, -1) }, questionOfId('model-name'))).toContain(
      'FINAL ANSWER: none, the run ended before one\n\nTHE QUESTION FOR YOU',
    )
  })
})

describe('a result that a judge could not be shown', () => {
  const withResult = (result: unknown) => {
    const { task, frames } = runOf({})
    // A recorder of a later version may write what the types of this one do not know.
    const changed = frames.map((frame) => (frame.type === 'tool_result' ? { ...frame, result } : frame))
    return () => judgePrompt({ task, frames: changed } as Transcript, questionOfId('model-name'))
  }
  const match = { file: 'a', line: 1, text: 't' }
  const found = { ok: true, pattern: 'p', filesSearched: 1, matches: [match], truncated: false }

  it('is none where its shape is known', () => {
    expect(withResult(found)).not.toThrow()
  })

  it.each([
    ['another shape', { ok: true, content: 'the whole file' }],
    ['no matches where a search has them', { ...found, matches: undefined }],
    ['a match with something more', { ...found, matches: [{ ...match, before: 'b' }] }],
    ['a match without its text', { ...found, matches: [{ file: 'a', line: 1 }] }],
    ['something more', { ...found, next: 'page 2' }],
    ['nothing', undefined],
  ])('raises: %s', (_, result) => {
    expect(withResult(result)).toThrow('frame 3 has a tool result of a shape that is not known')
  })

  it('raises where it answers no call', () => {
    const { task, frames } = runOf({})
    const lost = frames.map((frame) => (frame.type === 'tool_result' ? { ...frame, id: 'other' } : frame))
    expect(() => judgePrompt({ task, frames: lost }, questionOfId('model-name'))).toThrow('the result of no tool call')
  })

  it('raises where the run was asked something else than its task', () => {
    const { frames } = runOf({})
    expect(() => judgePrompt({ task: 'another', frames }, questionOfId('model-name'))).toThrow('frame 1 is not')
  })
})

/** A small run of one search. A fixture: nobody recorded it. */
function runOf({ text = 'text', file = 'file', args = '{}', answer = 'answer' }): Transcript {
  const result = {
    ok: true as const,
    pattern: 'p',
    filesSearched: 1,
    matches: [{ file, line: 1, text }],
    truncated: false,
  }
  return {
    task: 'fixture',
    frames: [
      { type: 'user', content: 'fixture' },
      { type: 'tool_call', id: 'a', name: 'search_files', args },
      { type: 'tool_result', id: 'a', ok: true, result },
      { type: 'assistant', content: answer },
    ],
  }
}

function withoutReturnedLines(prompt: string): string {
  return prompt.replace(/^ {2}.*$/gm, '')
}

/** Greedy wrapping, as a page wraps: a line is broken at the last space before the width. */
function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => {
      const lines: string[] = []
      let rest = line
      while (rest.length > width) {
        const end = rest.lastIndexOf(' ', width)
        lines.push(rest.slice(0, end))
        rest = rest.slice(end + 1)
      }
      return [...lines, rest].join('\n')
    })
    .join('\n')
}
