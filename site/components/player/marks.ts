import { gradeSentence, gradeTrace } from '../../../tools/eval/grade.ts'
import type { Label } from '../../../tools/eval/provenance.ts'
import type { Question } from '../../../tools/eval/question.ts'
import type { Trace } from '../../../tools/trace/schema.ts'
import type { Position } from './address.ts'

/** Why an observation is marked: it is the source, it is a copy, or a judge cites it. */
export type Mark = 'source' | 'copy' | 'cited'

export interface MarkedPlace {
  mark: Mark
  /** What the mark says, for a reader who has only its words. */
  says: string
  position: Required<Position>
}

/** A line that a judge named as where the answer came from: `file:line`, and what to say of it. */
export interface Citation {
  citation: string
  says: string
}

/** What code says of a run's evidence. */
export interface Provenance {
  label: Label
  /** `1 source line, 2 copies among 77 observations: undecidable`. */
  sentence: string
  /** Why the rule gives this label, in one sentence. */
  reason: string
}

export function provenanceOf(trace: Trace, question: Question): Provenance {
  const grade = gradeTrace(trace, question)
  return { label: grade.provenance, sentence: gradeSentence(grade), reason: reasons[grade.provenance] }
}

/** Every marked observation of a run, in the order in which its tools returned them. */
export function markedPlaces(
  trace: Trace,
  question: Question | undefined,
  citations: readonly Citation[],
): MarkedPlace[] {
  const carrying: MarkedPlace[] = !question
    ? []
    : gradeTrace(trace, question).observations.flatMap(({ carries, frame, index }) =>
        carries === 'no' ? [] : [{ mark: carries, says: meanings[carries], position: { frame, observation: index } }],
      )
  const cited = trace.frames.flatMap((current, frame) => {
    if (current.type !== 'tool_result' || !('matches' in current.result)) return []
    return current.result.matches.flatMap(({ file, line }, observation) =>
      citations
        .filter(({ citation }) => citation === `${file}:${line}`)
        .map(({ says }): MarkedPlace => ({ mark: 'cited', says, position: { frame, observation } })),
    )
  })
  // What carries the answer stands next to its line, below what a judge says of it.
  return [...cited, ...carrying].sort(
    (a, b) => a.position.frame - b.position.frame || a.position.observation - b.position.observation,
  )
}

const meanings = {
  source: 'Source: the line that answers the question',
  copy: 'Copy: another line with the answer in it',
}

const reasons: Record<Label, string> = {
  grounded: 'Only the source line carried the answer, so the answer can only have come from it.',
  'from-copy': 'No source line was returned, only copies of what it says, so the answer came from a copy.',
  undecidable:
    'The source line and a copy of it were both before the model, and nothing recorded says which one it used.',
  unevidenced: 'Nothing that a tool returned carries the answer, so the run is no evidence for it.',
}
