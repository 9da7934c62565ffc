import type { Ending, Run, Step } from './run.ts'
import type { ToolResult } from './tools/result.ts'

/** A step as one line of a terminal. */
export function stepLine(step: Step): string {
  switch (step.type) {
    case 'user':
      return `question  ${oneLine(step.content)}`
    case 'assistant':
      return `answer    ${oneLine(step.content)}`
    case 'tool_call':
      return `call      ${oneLine(step.name)} ${oneLine(typeof step.args === 'string' ? step.args : JSON.stringify(step.args))}`
    case 'tool_result':
      return `result    ${oneLine(resultLine(step.result))}`
  }
}

function resultLine(result: ToolResult): string {
  if (!result.ok) return `refused: ${result.reason}`
  const more = result.truncated ? ', cut off at the limit' : ''
  if ('files' in result) return `${counted(result.files.length, 'file', 'files')}${more}`
  const { matches, filesSearched } = result
  return `${counted(matches.length, 'match', 'matches')} in ${counted(filesSearched, 'file', 'files')} searched${more}`
}

const endings: Record<Ending, string> = {
  answered: 'answered',
  cut: 'the answer was cut by the server’s length limit',
  'step-cap': 'stopped at the step cap, without an answer',
}

/** How a run ended, how often it called a tool, and how large its context grew. */
export function endLine({ ended, steps, tokens, model }: Run): string {
  const calls = steps.filter(({ type }) => type === 'tool_call').length
  const sizes = tokens.filter((size) => size !== null)
  const peak = sizes.length ? `${Math.max(...sizes).toLocaleString('en')} tokens of context` : 'tokens not reported'
  return `end       ${endings[ended]}: ${oneLine(model)}, ${counted(calls, 'tool call', 'tool calls')}, ${peak}`
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Text from a model or a file on one line, with no control character that a terminal would obey. */
function oneLine(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ').replaceAll(/\p{Cc}/gu, '\uFFFD')
  return plain.length > 160 ? `${plain.slice(0, 159)}…` : plain
}
