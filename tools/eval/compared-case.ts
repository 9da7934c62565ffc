import type { Trace } from '../trace/schema.ts'
import { UserError } from '../user-error.ts'
import type { Transcript } from './observe.ts'
import { questionOfTask } from './question.ts'
import { isSubtraction, type Subtraction, subtractFromTrace, subtractionWords } from './subtraction.ts'

/** A case as a comparison shows it: a recorded run, or what is left of one after a subtraction. */
export interface ComparedCase extends Pick<Transcript, 'frames'> {
  /** The id of the run that was recorded. */
  run: string
  /** What is taken out of it; `nothing` for the run itself. */
  subtracts: Subtraction
}

/** What an author asks to see side by side: a run with another one, or without a part of itself. */
export interface Asked {
  of: string
  with?: string | undefined
  without?: string | undefined
}

/** The two cases that are asked for. Raises where they name what is not there, or not one comparison. */
export function comparedCases(
  { of, with: other, without }: Asked,
  traces: readonly Trace[],
): [ComparedCase, ComparedCase] {
  const run = traceOf(of, traces)
  const left: ComparedCase = { run: of, subtracts: 'nothing', frames: run.frames }
  if ((other === undefined) === (without === undefined)) {
    throw new UserError({
      problem: `the comparison of ${of} says ${other === undefined ? 'neither with what nor without what' : 'both with what and without what'}`,
      expected: 'either with="another run" or without="what is taken out"',
    })
  }
  if (other !== undefined) {
    if (other === of) throw new UserError({ problem: `the run ${of} is compared with itself` })
    return [left, { run: other, subtracts: 'nothing', frames: traceOf(other, traces).frames }]
  }
  const subtracts = without ?? ''
  if (!isSubtraction(subtracts) || subtracts === 'nothing') {
    throw new UserError({
      problem: `no subtraction is called ${subtracts}`,
      expected: `one of ${subtractionWords.filter((word) => word !== 'nothing').join(', ')}`,
    })
  }
  const question = questionOfTask(run.task)
  if (!question) {
    throw new UserError({
      problem: `nothing can be taken out of the run ${of}: which of its lines is the source is not known`,
      found: run.task,
      expected: 'a run of a question that tools/eval/question.ts has',
    })
  }
  return [left, { run: of, subtracts, frames: subtractFromTrace(run, question, subtracts).frames }]
}

function traceOf(id: string, traces: readonly Trace[]): Trace {
  const trace = traces.find((each) => each.id === id)
  if (trace) return trace
  const ids = traces.map((each) => each.id).join(', ')
  throw new UserError({ problem: `there is no trace of the run ${id}`, expected: `one of ${ids}` })
}
