import type { Frame, ToolResult, Trace } from '../../../tools/trace/schema.ts'
import { exactText } from './exact.ts'

/*
 * Reads a run back from its transcript. The page holds the run once, as HTML; whatever else shows it (the raw text, what
 * a copy puts on the clipboard, the judge's view) is made from that.
 */

/** The part of a run that a judge is shown. */
export function readTranscript(root: ParentNode): Pick<Trace, 'task' | 'frames'> {
  const frames = [...root.querySelectorAll<HTMLElement>('.frame')].map(readFrame)
  const [first] = frames
  const task = root.querySelector('.run-facts [data-key="task"]')
  return { task: task ? exactText(task) : first?.type === 'user' ? first.content : '', frames }
}

export function readFrame(frame: HTMLElement): Frame {
  const { type, call = '', ok } = frame.dataset
  switch (type) {
    case 'user':
    case 'assistant':
      return { type, content: textOf(frame, '.frame-content') }
    case 'tool_call': {
      const text = textOf(frame, '.frame-args')
      const isText = frame.querySelector('.frame-args[data-text]') !== null
      return { type, id: call, name: textOf(frame, '.frame-tool'), args: isText ? text : JSON.parse(text) }
    }
    case 'tool_result':
      return { type, id: call, ok: ok === 'true', result: readResult(frame) }
    default:
      throw new Error(`a frame of type ${type} cannot be read`)
  }
}

/** What was recorded of a frame, as text: words as they are, arguments and results as JSON. */
export function rawText(frame: HTMLElement): string {
  const read = readFrame(frame)
  if ('content' in read) return read.content
  const value = read.type === 'tool_call' ? read.args : read.result
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function readResult(frame: HTMLElement): ToolResult {
  const field = (key: string) => textOf(frame, `.result-fields [data-key="${key}"]`)
  const has = (key: string) => frame.querySelector(`.result-fields [data-key="${key}"]`) !== null
  if (field('ok') === 'false') return { ok: false, reason: field('reason') }
  const truncated = field('truncated') === 'true'
  if (has('directory')) {
    const files = [...frame.querySelectorAll('.files > li')].map(exactText)
    return { ok: true, directory: field('directory'), files, truncated }
  }
  const matches = [...frame.querySelectorAll<HTMLTableRowElement>('.match')].map(({ cells }) => {
    const [file = '', line = '', text = ''] = [...cells].map(exactText)
    return { file, line: Number(line), text }
  })
  return { ok: true, pattern: field('pattern'), filesSearched: Number(field('filesSearched')), matches, truncated }
}

function textOf(frame: HTMLElement, selector: string): string {
  const element = frame.querySelector(selector)
  if (!element) throw new Error(`frame ${frame.id} has no ${selector}`)
  return exactText(element)
}
