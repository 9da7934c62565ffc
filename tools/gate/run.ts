import type { Element, Nodes } from 'hast'
import { gradeSentence, gradeTrace } from '../eval/grade.ts'
import { questionOfTask } from '../eval/question.ts'
import { type FramePage, framePages, isLarge, pageAddress } from '../trace/pages.ts'
import type { Frame, Trace } from '../trace/schema.ts'
import { type Place, UserError } from '../user-error.ts'
import type { Facts } from './check.ts'
import { findLoose } from './words.ts'

/** A recorded text on the page: what it is, how it is shown, and what the trace holds in its place. */
interface Leaf {
  what: string
  shown: string
  recorded: string
}

/**
 * Checks a run as the page shows it against its trace: every recorded text character by character, and every number of
 * the words around it (positions, counts, context sizes) against those that the trace gives at that place.
 * It relies on the structure that TraceTranscript describes. Of a large run, a page holds some frames and a post none.
 */
export function checkRun(section: Element, run: string, { measurement }: Facts, at: Place): UserError[] {
  const known = measurement.traces.find(({ trace }) => trace.id === run)
  if (!known) return [new UserError({ ...at, problem: `shows a run ${run} that has no trace` })]
  const { file, trace } = known
  const range = rangeOf(section, trace, at)
  if (range instanceof UserError) return [range]
  const expected = trace.frames.slice(range.from, range.to)
  const frames = all(section, (element) => 'dataFrame' in element.properties)
  const numbers = runNumbers(trace)
  const disagreements = [
    ...compare(
      [{ what: 'number of frames', shown: String(frames.length), recorded: String(expected.length) }],
      file,
      at,
    ),
    ...expected.flatMap((frame, place) => {
      const element = frames[place]
      if (!element) return []
      const index = range.from + place
      const leaves = compare(leavesOf(element, frame, trace.tokens[index] ?? null, index), file, at)
      return [
        ...leaves,
        ...checkWords(element, frameNumbers(trace, index, element), `frame ${index + 1} of ${run}`, file, at),
      ]
    }),
    ...compare(factsOf(section, trace), file, at),
    ...checkWords(section, numbers, `the player of ${run}`, file, at, new Set(frames)),
  ]
  const question = questionOfTask(trace.task)
  const sentence = question && range.to === trace.frames.length && gradeSentence(gradeTrace(trace, question))
  const shown = all(section, hasClass('evidence-sentence')).map(textOf).join(' ')
  if (sentence && !shown.includes(sentence)) {
    disagreements.push(
      new UserError({ ...at, problem: `the grade of ${run} is not the grader's`, found: shown, expected: sentence }),
    )
  }
  return disagreements
}

/** The frames that the section has to hold: all, or of a large run those of the page that it stands on. */
function rangeOf(section: Element, trace: Trace, at: Place): FramePage | UserError {
  const page = property(section, 'dataPage')
  if (page === '') return { from: 0, to: trace.frames.length }
  if (page === 'none' && isLarge(trace)) return { from: 0, to: 0 }
  const range = framePages(trace)[Number(page) - 1]
  const address = pageAddress(trace.id, Number(page))
  if (range && isLarge(trace) && at.file.endsWith(`${address}index.html`)) return range
  return new UserError({ ...at, problem: `is not where page ${page} of the run ${trace.id} stands`, expected: address })
}

function leavesOf(element: Element, frame: Frame, tokens: number | null, index: number): Leaf[] {
  const where = `frame ${index + 1}`
  const leaf = (what: string, name: string, recorded: string): Leaf => ({
    what: `${what} of ${where}`,
    shown: all(element, hasClass(name)).map(recordedText).join(''),
    recorded,
  })
  const size: Leaf = {
    what: `context size of ${where}`,
    shown: property(element, 'dataTokens'),
    recorded: String(tokens ?? 'none'),
  }
  if (frame.type === 'user' || frame.type === 'assistant') return [size, leaf('text', 'frame-content', frame.content)]
  if (frame.type === 'tool_call') {
    const args = typeof frame.args === 'string' ? frame.args : JSON.stringify(frame.args, null, 2)
    return [size, leaf('tool', 'frame-tool', frame.name), leaf('arguments', 'frame-args', args)]
  }
  const { result } = frame
  const fields = Object.entries(result).filter(([, value]) => !Array.isArray(value))
  const cells = all(element, hasClass('match')).flatMap((row) =>
    all(row, ({ tagName }) => tagName === 'td').map(recordedText),
  )
  const names = all(element, hasClass('files')).flatMap((list) =>
    all(list, ({ tagName }) => tagName === 'li').map(recordedText),
  )
  const matches =
    'matches' in result ? result.matches.flatMap(({ file, line, text }) => [file, String(line), text]) : []
  return [
    size,
    ...fields.map(([key, value]) => ({
      what: `${key} of ${where}`,
      shown: all(element, (each) => property(each, 'dataKey') === key)
        .map(recordedText)
        .join(''),
      recorded: String(value),
    })),
    ...pairs(`match cell of ${where}`, cells, matches),
    ...pairs(`file name of ${where}`, names, 'files' in result ? result.files : []),
  ]
}

function factsOf(section: Element, trace: Trace): Leaf[] {
  const shown = all(section, hasClass('run-facts')).flatMap((list) => all(list, (each) => 'dataKey' in each.properties))
  return shown.map((element) => {
    const key = property(element, 'dataKey')
    const value: unknown = Object.entries(trace).find(([name]) => name === key)?.[1]
    return {
      what: `${key} of the run`,
      shown: recordedText(element),
      recorded: typeof value === 'object' ? JSON.stringify(value) : String(value),
    }
  })
}

function pairs(what: string, shown: readonly string[], recorded: readonly string[]): Leaf[] {
  const count: Leaf = { what: `number of ${what}s`, shown: String(shown.length), recorded: String(recorded.length) }
  return [
    count,
    ...recorded.map((text, index) => ({ what: `${what}, ${index + 1}`, shown: shown[index] ?? '', recorded: text })),
  ]
}

function compare(leaves: readonly Leaf[], file: string, at: Place): UserError[] {
  return leaves
    .filter(({ shown, recorded }) => shown !== recorded)
    .map(({ what, shown, recorded }) => {
      const problem = `the page shows another ${what} than ${file} records`
      return new UserError({ ...at, problem, found: JSON.stringify(shown), expected: JSON.stringify(recorded) })
    })
}

/** The words around the recorded texts, and what they may count. */
function checkWords(
  element: Element,
  numbers: ReadonlySet<string>,
  where: string,
  file: string,
  at: Place,
  without: ReadonlySet<Element> = new Set(),
): UserError[] {
  return wordsOf(element, without).flatMap((text) =>
    findLoose(text)
      .filter(({ kind, text: number }) => kind === 'number' && !numbers.has(number.replaceAll(/[,+−-]/g, '')))
      .map(({ text: number }) => {
        const problem = `the number "${number}" around ${where} is none that ${file} gives there`
        return new UserError({ ...at, problem, found: text.trim() })
      }),
  )
}

const recorded = ['frame-content', 'frame-tool', 'frame-args', 'match', 'files', 'result-fields', 'run-facts']

/** Each stretch of text, and each attribute that speaks, outside the recorded texts. */
function wordsOf(node: Nodes, without: ReadonlySet<Element>): string[] {
  if (node.type === 'text') return [node.value]
  if (node.type !== 'element' || without.has(node)) return []
  // The island's own code stands within it, and is no word to a reader.
  if (['script', 'style'].includes(node.tagName) || recorded.some((name) => hasClass(name)(node))) return []
  const spoken = ['title', 'ariaLabel', 'ariaValueText', 'alt'].map((name) => property(node, name))
  return [...spoken, ...node.children.flatMap((child) => wordsOf(child, without))]
}

/** Positions, context sizes and what was taken out: what is said of the run as a whole. */
function runNumbers({ id, frames, tokens, redactions }: Trace): Set<string> {
  const named = findLoose(id).map(({ text }) => text.replaceAll(/[,+−-]/g, ''))
  const taken = Object.values(redactions ?? {})
  return new Set(
    [...named, ...taken, ...frames.map((_, index) => index + 1), ...tokens.map((size) => size ?? 0)].map(String),
  )
}

/** What the words around one frame may count. */
function frameNumbers(trace: Trace, index: number, element: Element): Set<string> {
  const frame = trace.frames[index]
  const added = (trace.tokens[index] ?? 0) - (trace.tokens[index - 1] ?? 0)
  const lists = frame?.type === 'tool_result' ? Object.values(frame.result).filter((value) => Array.isArray(value)) : []
  const texts = frame && 'content' in frame ? [frame.content] : []
  const folded = all(element, (each) => hasClass('fold')(each) && !hasClass('piece')(each)).length
  const counts = [
    Math.abs(added),
    folded,
    ...lists.map(({ length }) => length),
    ...texts.flatMap((text) => [text.length, text.split('\n').length]),
  ]
  const question = questionOfTask(trace.task)
  const grade = question && index === trace.frames.length - 1 ? gradeTrace(trace, question) : undefined
  // The title of a call repeats the name of its tool, whatever name the model called.
  const named =
    frame?.type === 'tool_call' ? findLoose(frame.name).map(({ text }) => text.replaceAll(/[,+−-]/g, '')) : []
  const graded = grade ? [grade.observations.length, grade.sightings.source, grade.sightings.copies] : []
  return new Set([...runNumbers(trace), ...named, ...counts.map(String), ...graded.map(String)])
}

function all(element: Element, holds: (element: Element) => boolean): Element[] {
  return element.children.flatMap((child) => {
    if (child.type !== 'element') return []
    return holds(child) ? [child] : all(child, holds)
  })
}

function hasClass(name: string): (element: Element) => boolean {
  return ({ properties: { className } }) => Array.isArray(className) && className.includes(name)
}

function property({ properties }: Element, name: string): string {
  const value = properties[name]
  return value === undefined || value === null ? '' : String(value)
}

/** A recorded text as the page holds it. A character that cannot stand in a file is named by its code. */
export function recordedText(node: Nodes): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  const odd = property(node, 'dataOdd')
  const text = node.children.map(recordedText).join('')
  if (!odd) return text
  const code = Number.parseInt(odd.slice(2), 16)
  if (text === '') return String.fromCharCode(code)
  // Its code is what a reader sees of it: one that names another character is another text.
  return text.codePointAt(0) === code ? text : odd
}

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
