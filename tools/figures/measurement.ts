import type { Observation } from '../eval/evidence.ts'
import { countSightings, type Label, provenance, type Sightings } from '../eval/provenance.ts'
import { type Question, questionOfId } from '../eval/question.ts'
import { type CitationCheck, checkCitation } from '../judge/citation.ts'
import type { Judgement, Judgements } from '../judge/judgements.ts'
import { makeCases, panel } from '../judge/panel.ts'
import { evidenceOfCase, type PublishedCase, publishedPanel } from '../judge/published-panel.ts'
import type { RecordedRun } from '../trace/runs.ts'
import type { Trace } from '../trace/schema.ts'
import { UserError } from '../user-error.ts'
import { Selection } from './selection.ts'

/** A trace and the file that it was read from. */
export interface TraceFile {
  file: string
  trace: Trace
}

/** The files of a measurement, read and parsed. */
export interface MeasurementFiles {
  judgements: Judgements
  evidence: readonly Observation[]
  runs: readonly RecordedRun[]
  traces: readonly TraceFile[]
}

/** What a case's tools returned, and what the deterministic grader makes of it. */
export interface CaseEvidence {
  question: Question
  observations: Selection<Observation>
  sightings: Sightings
  provenance: Label
  /** Every returned line as `file:line`. */
  returned: ReadonlySet<string>
}

/** A measurement with the selections that its figures and claims are made of. */
export interface Measurement extends MeasurementFiles {
  calls: Selection<Judgement>
  controls: Selection<Judgement>
  open: Selection<Judgement>
  observations: Selection<Observation>
  recorded: Selection<RecordedRun>
  panel: readonly PublishedCase[]
  /** The evidence of a case of either panel, or of a recorded run. Raises a UserError where there is none. */
  evidenceOf(name: string): CaseEvidence
  /** What code says of a judgement's citation. */
  citationCheck(judgement: Judgement): CitationCheck
  trace(id: string): TraceFile | undefined
}

export const caseOf = (judgement: Judgement): string => judgement.case
export const verdictOf = (judgement: Judgement): Label => judgement.verdict
export const confidenceOf = (judgement: Judgement): number => judgement.confidence
export const inputTokensOf = (judgement: Judgement): number | null => judgement.input_tokens
export const outputTokensOf = (judgement: Judgement): number | null => judgement.output_tokens
export const runOf = (row: { run: string }): string => row.run
/** True where a judgement gives the known answer of its case. */
export const isCorrect = ({ verdict, known_answer }: Judgement): boolean => verdict === known_answer

export const isWrong = (judgement: Judgement): boolean => !isCorrect(judgement)

/** Makes the selections once, so that each figure only says what it picks. */
export function measure(files: MeasurementFiles): Measurement {
  // Made of its cases, whose steps it shares with the controls and the open cases.
  const calls = new Selection(files.judgements.rows).whereGroup(caseOf, () => true)
  const observations = new Selection(files.evidence)
  const recorded = new Selection(files.runs)
  const evidence = new Map<string, CaseEvidence>()

  function evidenceOf(name: string): CaseEvidence {
    const known = evidence.get(name)
    if (known) return known
    const made = publishedEvidence(name) ?? ownEvidence(name, files.traces)
    if (!made) {
      throw new UserError({
        file: files.judgements.file,
        line: calls.of(caseOf, name).rows[0]?.at.line,
        problem: `there is no case and no run ${name}`,
        expected:
          'a case of the published panel (tools/judge/published-panel.ts) or of the repository’s own (panel.ts)',
      })
    }
    evidence.set(name, made)
    return made
  }

  function publishedEvidence(name: string): CaseEvidence | undefined {
    const published = publishedPanel.find(({ id }) => id === name)
    const run = recorded.of(runOf, published?.run ?? name).rows[0]
    if (!run) return undefined
    const ofRun = observations.of(runOf, run.run)
    const kept = published ? new Selection(evidenceOfCase(published, ofRun.rows)) : ofRun
    return caseEvidence(kept, questionOfId(run.question))
  }

  // A case is of one kind throughout: parseJudgements refuses anything else.
  const ofKind = (kind: Judgement['kind']) => calls.whereGroup(caseOf, ({ rows }) => rows[0]?.kind === kind)

  return {
    ...files,
    calls,
    controls: ofKind('control'),
    open: ofKind('open'),
    observations,
    recorded,
    panel: publishedPanel,
    evidenceOf,
    citationCheck({ case: name, verdict, citation }) {
      const { question, returned } = evidenceOf(name)
      return checkCitation(verdict, citation, { sourceFile: question.sourceFile, returned })
    },
    trace: (id) => files.traces.find(({ trace }) => trace.id === id),
  }
}

/** The evidence of a case of the repository's own panel, as the grader extracts it from the case's trace. */
function ownEvidence(name: string, traces: readonly TraceFile[]): CaseEvidence | undefined {
  const entries = panel.filter(({ id }) => id === name)
  const [made] = makeCases(entries, new Map(traces.map(({ trace }) => [trace.id, trace])))
  if (!made) return undefined
  const file = traces.find(({ trace }) => trace.id === entries[0]?.trace)?.file ?? ''
  const rows = made.grade.observations.map((seen) => ({ ...seen, run: name, at: { file } }))
  return caseEvidence(new Selection<Observation>(rows), made.question)
}

function caseEvidence(observations: Selection<Observation>, question: Question): CaseEvidence {
  const sightings = countSightings(observations.rows)
  return {
    question,
    observations,
    sightings,
    provenance: provenance(sightings),
    returned: new Set(observations.rows.flatMap(({ file, line }) => (line === null ? [] : [`${file}:${line}`]))),
  }
}
