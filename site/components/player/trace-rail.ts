import { questionOfTask } from '../../../tools/eval/question.ts'
import type { Trace } from '../../../tools/trace/schema.ts'
import { type Citation, markedPlaces } from './marks.ts'
import { type Rail, railOf } from './rail.ts'
import { contextSizes } from './view.ts'

/** The rail of a run whose frames stand on other pages; as the player draws it where they are here. */
export function railOfTrace(trace: Trace, citations: readonly Citation[]): Rail {
  const places = Map.groupBy(
    markedPlaces(trace, questionOfTask(trace.task), citations),
    ({ position }) => position.frame,
  )
  const contexts = contextSizes(trace.tokens)
  return railOf(
    trace.frames.map(({ type }, index) => {
      const marks = places.get(index)?.map(({ mark }) => mark) ?? []
      const added = contexts[index]?.added ?? 0
      return { kind: type, added, source: marks.includes('source'), copy: marks.includes('copy') }
    }),
  )
}
