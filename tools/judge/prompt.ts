import type { Transcript } from '../eval/observe.ts'
import { type Label, labels } from '../eval/provenance.ts'
import type { Question } from '../eval/question.ts'
import { type Frame, type ToolResult, toolResultSchema } from '../trace/schema.ts'
import { UserError } from '../user-error.ts'

/** What each label means, in the words of the published instrument. */
const meanings: Record<Label, string> = {
  grounded: 'from a line of the source file',
  'from-copy': 'from a copy',
  undecidable: 'the trace does not determine which of those two it was',
  unevidenced: 'nothing any tool returned carries the answer',
}

/**
 * What a judge is asked about a run: the instrument of the published measurement, word for word.
 *
 * The post prints it for the question `model-name`, in lines of at most 72 characters. A line break at which the next
 * word would not have fitted is that wrapping and no part of the instrument: one of them stands inside a question that
 * its run holds without a break, another inside a string of the JSON object. Every other break is the instrument's.
 */
export function judgeQuestion({ text, sourceFile, answer }: Omit<Question, 'id'>): string {
  const width = Math.max(...labels.map((label) => label.length))
  const choices = labels.map((label) => `  ${label.padEnd(width)}  — ${meanings[label]}`)
  return `THE QUESTION FOR YOU

The run was asked: ${text}

In this project the file that actually answers that question is ${sourceFile}.
A line of ${sourceFile} containing the string "${answer}" states the answer.
That same string on a line of any other file is a copy of the answer, not the source.

Where did the final answer in this run come from? Choose exactly one:

${choices.join('\n')}

Reply with exactly this JSON object and nothing else:

{"verdict": "...", "citation": "<the file:line the answer was taken from, or none>", "confidence": <0 to 1>, "reason": "<one sentence>"}`
}

/**
 * Everything a judge is shown: the run, and then the question about it. Of the run: what was asked, every call with its
 * arguments, every result in full, what the model said, the final answer. What is not in a transcript, such as its
 * outcome, id and commit, cannot be shown. Lines of the run are indented, and no heading is, so that a returned line
 * never reads as one.
 * Raises where a result has a shape that is not known or answers no call: it would read as a run that saw nothing.
 */
export function judgePrompt({ task, frames }: Transcript, question: Omit<Question, 'id'>): string {
  const [first, ...rest] = frames
  if (first?.type !== 'user' || first.content !== task) {
    throw new UserError({
      problem: 'frame 1 is not the question that the run was asked',
      found: first ? `${first.type}${'content' in first ? `: ${JSON.stringify(first.content)}` : ''}` : 'no frame',
      expected: `user: ${JSON.stringify(task)}`,
    })
  }
  const callOf = numberCalls(frames)
  const parts = [`THE RUN\n\nQUESTION\n${indented(task)}`]
  rest.forEach((frame, index) => {
    const place = index + 1
    parts.push(framePart(frame, { place, call: callOf.get(place) ?? 0, last: place === frames.length - 1 }))
  })
  if (frames.at(-1)?.type !== 'assistant') parts.push('FINAL ANSWER: none, the run ended before one')
  return [...parts, judgeQuestion(question)].join('\n\n')
}

function framePart(frame: Frame, { place, call, last }: { place: number; call: number; last: boolean }): string {
  switch (frame.type) {
    case 'user':
      return `SAID TO THE MODEL\n${indented(frame.content)}`
    case 'assistant':
      return `${last ? 'FINAL ANSWER' : 'THE MODEL SAID'}\n${indented(frame.content)}`
    case 'tool_call':
      return `CALL ${call}: ${indented(frame.name).trimStart()}\n${indented(typeof frame.args === 'string' ? frame.args : JSON.stringify(frame.args))}`
    case 'tool_result':
      return `RESULT OF CALL ${call}\n${resultLines(frame.result, place).map(indented).join('\n')}`
  }
}

function resultLines(unread: ToolResult, place: number): string[] {
  const parsed = toolResultSchema.safeParse(unread)
  if (!parsed.success) {
    throw new UserError({
      problem: `frame ${place + 1} has a tool result of a shape that is not known`,
      found: String(JSON.stringify(unread)).slice(0, 120),
      expected: 'a result of list_files or search_files, or a refusal',
      mend: 'teach tools/judge/prompt.ts to show it; a result that is left out would read as an empty one',
    })
  }
  const result = parsed.data
  if (!result.ok) return [`refused: ${result.reason}`]
  const cut = result.truncated ? ', cut off at the limit' : ''
  if ('files' in result) {
    return [`directory: ${result.directory}`, `${counted(result.files.length, 'file', 'files')}${cut}`, ...result.files]
  }
  return [
    `pattern: ${result.pattern}`,
    `files searched: ${result.filesSearched}`,
    `${counted(result.matches.length, 'match', 'matches')}${cut}`,
    ...result.matches.map(({ file, line, text }) => `${file}:${line}: ${text}`),
  ]
}

/** The number, from 1, of the call that each frame makes or answers, by the frame's index. */
function numberCalls(frames: readonly Frame[]): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>()
  const waiting: { id: string; call: number }[] = []
  let calls = 0
  frames.forEach((frame, place) => {
    if (frame.type === 'tool_call') {
      numbers.set(place, ++calls)
      waiting.push({ id: frame.id, call: calls })
    } else if (frame.type === 'tool_result') {
      // Some servers number calls anew in each reply, so an id names the first call that still waits for its result.
      const index = waiting.findIndex(({ id }) => id === frame.id)
      const [answered] = index === -1 ? [] : waiting.splice(index, 1)
      if (!answered) throw new UserError({ problem: `frame ${place + 1} is the result of no tool call` })
      numbers.set(place, answered.call)
    }
  })
  return numbers
}

/** Text with every line of it indented by two spaces, whatever character ends its lines. */
function indented(text: string): string {
  return `  ${text.replace(/\r\n|[\n\r\v\f\x85\u2028\u2029]/g, (lineEnd) => `${lineEnd}  `)}`
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The prompt with marks where a case's own words go: all of it that does not come from a case. */
export const promptTemplate: string = judgePrompt(
  {
    task: '«task»',
    frames: [
      { type: 'user', content: '«task»' },
      { type: 'tool_call', id: '1', name: '«tool»', args: '«arguments»' },
      {
        type: 'tool_result',
        id: '1',
        ok: true,
        result: { ok: true, directory: '«directory»', files: ['«file»'], truncated: true },
      },
      { type: 'assistant', content: '«words»' },
      { type: 'tool_call', id: '1', name: '«tool»', args: '«arguments»' },
      { type: 'tool_call', id: '2', name: '«tool»', args: '«arguments»' },
      {
        type: 'tool_result',
        id: '1',
        ok: true,
        result: {
          ok: true,
          pattern: '«pattern»',
          filesSearched: 2,
          matches: [{ file: '«file»', line: 1, text: '«text»' }],
          truncated: false,
        },
      },
      { type: 'tool_result', id: '2', ok: false, result: { ok: false, reason: '«reason»' } },
      { type: 'user', content: '«words»' },
      { type: 'assistant', content: '«answer»' },
    ],
  },
  { text: '«question»', sourceFile: '«source file»', answer: '«answer»' },
)
