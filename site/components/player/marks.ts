import { type Grade, gradeSentence, gradeTrace } from '../../../tools/eval/grade.ts'
import type { Label } from '../../../tools/eval/provenance.ts'
import type { Question } from '../../../tools/eval/question.ts'
import type { Trace } from '../../../tools/trace/schema.ts'
import type { Position } from './address.ts'

export type Mark = 'source' | 'copy'

/** The observations of a run that carry its answer. */
export interface Marks {
  provenance: Label
  /** `1 source line, 2 copies among 77 observations: undecidable`. */
  sentence: string
  /** Where they stand, in the order of the run. */
  places: { mark: Mark; position: Required<Position> }[]
  /** The marks of one frame's result, by index of the observation. */
  of(frame: number): ReadonlyMap<number, Mark>
}

/** Grades a run by code, and keeps which of its observations carry the answer. */
export function marksOf(trace: Trace, question: Question): Marks {
  const grade: Grade = gradeTrace(trace, question)
  const places = grade.observations.flatMap(({ carries, frame, index }) =>
    carries === 'no' ? [] : [{ mark: carries, position: { frame, observation: index } }],
  )
  const frames = Map.groupBy(places, ({ position }) => position.frame)
  return {
    provenance: grade.provenance,
    sentence: gradeSentence(grade),
    places,
    of: (frame) => new Map(frames.get(frame)?.map(({ mark, position }) => [position.observation, mark])),
  }
}

/** Why the rule gives this provenance, in one sentence. */
export const reasons: Record<Label, string> = {
  grounded: 'Only the source line carried the answer, so the answer can only have come from it.',
  'from-copy': 'No source line was returned, only copies of what it says, so the answer came from a copy.',
  undecidable:
    'The source line and a copy of it were both before the model, and nothing recorded says which one it used.',
  unevidenced: 'Nothing that a tool returned carries the answer, so the run is no evidence for it.',
}
