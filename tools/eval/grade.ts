import { counted } from '../counted.ts'
import { outcomeOf } from '../trace/outcome.ts'
import type { Outcome } from '../trace/schema.ts'
import { answerOf, observe, type TraceObservation, type Transcript } from './observe.ts'
import { countSightings, type Label, provenance, type Sightings } from './provenance.ts'
import { factsOf, type Question } from './question.ts'

/** What code can say of a run. */
export interface Grade {
  /** The tools that the run called, in order. */
  tools: string[]
  observations: TraceObservation[]
  sightings: Sightings
  provenance: Label
  /** How much of a full answer the final answer states: all of its facts, some, or none. */
  outcome: Outcome
  /** The facts that the final answer states and that nothing a tool returned contains. */
  unreadClaims: string[]
}

/** Grades a run by what its tools returned and what its final answer says. Raises as `observe` does. */
export function gradeTrace(trace: Transcript, question: Question): Grade {
  const observations = observe(trace, question)
  const sightings = countSightings(observations)
  const answer = answerOf(trace.frames)
  const facts = factsOf(question)
  return {
    tools: trace.frames.flatMap((frame) => (frame.type === 'tool_call' ? [frame.name] : [])),
    observations,
    sightings,
    provenance: provenance(sightings),
    outcome: outcomeOf(answer, facts),
    unreadClaims: facts.filter((fact) => answer.includes(fact) && !wasRead(fact, observations, question)),
  }
}

/** A fact was read where a returned line contains it; that the source file exists, also where a tool named that file. */
function wasRead(fact: string, observations: readonly TraceObservation[], { sourceFile }: Question): boolean {
  return observations.some(({ file, text }) => text?.includes(fact) || (fact === sourceFile && file === sourceFile))
}

/** The grade as a sentence: `1 source line, 2 copies among 77 observations: undecidable`. */
export function gradeSentence(grade: Pick<Grade, 'observations' | 'sightings' | 'provenance'>): string {
  const { observations, sightings, provenance } = grade
  if (observations.length === 0) return `no observations: ${provenance}`
  const source = counted(sightings.source, 'source line', 'source lines')
  const copies = counted(sightings.copies, 'copy', 'copies')
  return `${source}, ${copies} among ${counted(observations.length, 'observation', 'observations')}: ${provenance}`
}
