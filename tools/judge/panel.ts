import { type Grade, gradeTrace } from '../eval/grade.ts'
import type { Transcript } from '../eval/observe.ts'
import type { Label } from '../eval/provenance.ts'
import { type Question, type QuestionId, questionOfId } from '../eval/question.ts'
import { type Subtraction, subtractFromTrace } from '../eval/subtraction.ts'
import type { Trace } from '../trace/schema.ts'
import { UserError } from '../user-error.ts'

/** One line of the panel: a recorded run, and what is taken out of it. */
export interface PanelEntry {
  id: string
  /** The id of a trace in this repository. */
  trace: string
  question: QuestionId
  kind: 'control' | 'open'
  subtracts: Subtraction
}

/**
 * The repository's own panel: the cases that have a full trace here, so that a judge can be asked about them again.
 * It grows by a line. A case made by subtraction is named after its run: the published panel's `source-only`,
 * `copies-only` and `no-results` are made from another run and another question, and a row must never pass for one
 * of theirs.
 */
export const panel: readonly PanelEntry[] = [
  entry('retired-control', 'open', 'nothing'),
  entry('retired-control-source-only', 'control', 'all-but-source'),
  entry('retired-control-copies-only', 'control', 'source'),
  entry('retired-control-no-results', 'control', 'every-match'),
]

function entry(id: string, kind: PanelEntry['kind'], subtracts: Subtraction): PanelEntry {
  return { id, trace: 'retired-control', question: 'binary-extensions', kind, subtracts }
}

/** A case as it is put to a judge. */
export interface PanelCase {
  id: string
  kind: PanelEntry['kind']
  question: Question
  /** All that a judge may see: what was asked, called, returned and answered. Not the run's id, commit or outcome. */
  transcript: Transcript
  /** What the deterministic grader says of this transcript. */
  grade: Grade
  /** The label that is right, by that grade; none for an open case. */
  knownAnswer: Label | null
}

/**
 * Makes the cases from their traces. Raises where a trace is missing or was asked something else, where an id stands
 * twice, and where code settles an open case or cannot settle a control.
 */
export function makeCases(entries: readonly PanelEntry[], traces: ReadonlyMap<string, Trace>): PanelCase[] {
  return entries.map((described, index) => {
    if (entries.findIndex(({ id }) => id === described.id) < index)
      throw refused(described, 'stands twice on the panel')
    return makeCase(described, traces.get(described.trace))
  })
}

function makeCase(described: PanelEntry, trace: Trace | undefined): PanelCase {
  const { id, kind, subtracts } = described
  const question = questionOfId(described.question)
  if (!trace) throw refused(described, `is made from trace ${described.trace}, which is not here`)
  if (trace.task !== question.text) {
    throw refused(described, `is made from a run that was not asked ${question.id}`, trace.task, question.text)
  }
  const transcript = subtractFromTrace(trace, question, subtracts)
  const grade = gradeTrace(transcript, question)
  if ((kind === 'open') !== (grade.provenance === 'undecidable')) {
    const expected = kind === 'open' ? 'undecidable' : 'a label that code gives: any but undecidable'
    throw refused(described, `is not ${kind === 'open' ? 'open' : 'a control'}`, grade.provenance, expected)
  }
  return { id, kind, question, transcript, grade, knownAnswer: kind === 'open' ? null : grade.provenance }
}

function refused({ id }: PanelEntry, problem: string, found?: string, expected?: string): UserError {
  return new UserError({ file: 'tools/judge/panel.ts', problem: `case ${id} ${problem}`, found, expected })
}

/** All that a panel is: its entries, the runs they are made from, and the prompt that is put with them. */
export interface PanelParts {
  entries: readonly PanelEntry[]
  traces: ReadonlyMap<string, Trace>
  /** The prompt as text, with marks where a case's own words go. */
  prompt: string
}

/**
 * `sha256:` and the digest of everything a result depends on: the entries in their order, the whole traces, what is
 * left of each after its subtraction, the questions and the prompt. Results of another digest measure another panel.
 * Where the text of a trace's file differs only in white space or in the order of keys, the digest is the same.
 */
export async function panelDigest({ entries, traces, prompt }: PanelParts): Promise<string> {
  const cases = makeCases(entries, traces).map(({ question, transcript }, index) => {
    const described = entries[index]
    return { described, trace: described && traces.get(described.trace), question, transcript }
  })
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical({ prompt, cases })))
  return `sha256:${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** JSON with the keys of every object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}
