import type { RecordedRun } from '../trace/runs.ts'
import { type Outcome, outcomes, type Trace } from '../trace/schema.ts'
import { type Column, identifier, integer, oneOf, orNone } from '../tsv/column.ts'
import type { Row } from '../tsv/table.ts'
import { type Place, UserError } from '../user-error.ts'
import type { Observation } from './evidence.ts'
import { type Grade, gradeTrace } from './grade.ts'
import { countSightings, labels, provenance } from './provenance.ts'
import { type Question, questionOfTask } from './question.ts'

const list = (separator: string): Column<readonly string[]> => ({
  parse: (cell) => cell.split(separator),
  format: (values) => values.join(separator),
  expected: `values separated by ${JSON.stringify(separator)}`,
})

/** The columns of `npm run eval`: one row per recorded run. */
export const gradedColumns = {
  run: identifier,
  /** `evidence` where the run's trace was not published: what it answered is not known, and which tool found nothing. */
  graded_from: oneOf(['trace', 'evidence']),
  question: identifier,
  /** The tools called, in order; `?` for a call that returned nothing and whose tool is not known. */
  tools: orNone(list(' ')),
  observations: integer(),
  recorded_outcome: oneOf(outcomes),
  recomputed_outcome: orNone(oneOf(outcomes)),
  unread_claims: orNone(list(', ')),
  provenance: oneOf(labels),
  source: integer(),
  copies: integer(),
}

export type GradedRun = Omit<Row<typeof gradedColumns>, 'at'>

/** A trace and the file that it was read from. */
export interface TraceFile {
  file: string
  trace: Trace
}

/** What is recorded: every run with its evidence, and the traces of those runs that were published in full. */
export interface Recorded {
  runs: readonly RecordedRun[]
  evidence: readonly Observation[]
  traces: readonly TraceFile[]
}

/** Grades every recorded run: from its trace where that is here, from its evidence where it is not. */
export function gradeSuite({ runs, evidence, traces }: Recorded): { graded: GradedRun[]; ungraded: TraceFile[] } {
  const named = new Set(runs.map(({ run }) => run))
  const graded = runs.map((recorded) => {
    const traced = traces.find(({ trace }) => trace.id === recorded.run)
    return (traced && gradedTrace(traced)) ?? gradedEvidence(recorded, evidence)
  })
  const others = traces.filter(({ trace }) => !named.has(trace.id))
  return {
    graded: [...graded, ...others.flatMap((traced) => gradedTrace(traced) ?? [])],
    ungraded: traces.filter(({ trace }) => !questionOfTask(trace.task)),
  }
}

/** Grades the trace of a file. What `gradeTrace` raises names the file. */
export function gradeFile({ file, trace }: TraceFile, question: Question): Grade {
  try {
    return gradeTrace(trace, question)
  } catch (error) {
    throw error instanceof UserError ? new UserError({ ...error.complaint, file }) : error
  }
}

/** The row of a run whose trace is here; none where its question has no known answer. */
function gradedTrace(traced: TraceFile): GradedRun | undefined {
  const question = questionOfTask(traced.trace.task)
  return question && gradedRow(traced.trace, question, gradeFile(traced, question))
}

export function gradedRow(
  { id, outcome }: { id: string; outcome: Outcome },
  question: Question,
  grade: Grade,
): GradedRun {
  return {
    run: id,
    graded_from: 'trace',
    question: question.id,
    tools: orNothing(grade.tools),
    observations: grade.observations.length,
    recorded_outcome: outcome,
    recomputed_outcome: grade.outcome,
    unread_claims: orNothing(grade.unreadClaims),
    provenance: grade.provenance,
    ...grade.sightings,
  }
}

function gradedEvidence({ run, question, recorded_outcome }: RecordedRun, evidence: readonly Observation[]): GradedRun {
  const observations = evidence.filter((row) => row.run === run)
  const sightings = countSightings(observations)
  const tools = new Map(observations.map(({ call, tool }) => [call, tool]))
  const calls = Math.max(1, ...tools.keys())
  return {
    run,
    graded_from: 'evidence',
    question,
    tools: Array.from({ length: calls }, (_, index) => tools.get(index + 1) ?? '?'),
    observations: observations.length,
    recorded_outcome,
    recomputed_outcome: null,
    unread_claims: null,
    provenance: provenance(sightings),
    ...sightings,
  }
}

/** Where a trace and the rows of its run in `evidence.tsv` first differ. Its fields are a UserError's. */
export interface EvidenceDisagreement extends Place {
  run: string
  problem: string
  found: string
  expected: string
}

/**
 * Checks, for every trace whose run has rows in the evidence file, that those rows are what the grader extracts from
 * the trace, one for one and in their order.
 */
export function checkEvidence({ evidence, traces }: Pick<Recorded, 'evidence' | 'traces'>): EvidenceDisagreement[] {
  return traces.flatMap(({ file, trace }) => {
    const question = questionOfTask(trace.task)
    const rows = evidence.filter(({ run }) => run === trace.id)
    const [first] = rows
    if (!question || !first) return []
    const { observations } = gradeFile({ file, trace }, question)
    const longer = observations.length > rows.length ? observations : rows
    const place = longer.findIndex((_, index) => written(rows[index]) !== written(observations[index]))
    if (place === -1) return []
    return [
      {
        run: trace.id,
        ...(rows[place] ?? first).at,
        problem: `observation ${place + 1} of run ${trace.id} is not what ${file} holds`,
        found: written(rows[place]),
        expected: written(observations[place]),
      },
    ]
  })
}

function written(row: Pick<Observation, 'call' | 'tool' | 'file' | 'line' | 'carries'> | undefined): string {
  return row ? `call ${row.call}, ${row.tool}, ${row.file}:${row.line ?? '-'}, ${row.carries}` : 'no observation'
}

const orNothing = (values: readonly string[]) => (values.length > 0 ? values : null)
