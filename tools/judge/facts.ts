import type { Observation } from '../eval/evidence.ts'
import { countSightings, type Label, provenance } from '../eval/provenance.ts'
import { questionOfId } from '../eval/question.ts'
import type { RecordedRun } from '../trace/runs.ts'
import type { CitedRun } from './citation.ts'
import type { PanelCase } from './panel.ts'
import { evidenceOfCase, publishedPanel } from './published-panel.ts'

/** What code knows of a case: what its run's tools returned, and what the deterministic grader makes of it. */
export interface CaseFacts extends CitedRun {
  provenance: Label
}

/** The facts of the repository's own cases, by id. */
export function factsOfPanel(cases: readonly PanelCase[]): ReadonlyMap<string, CaseFacts> {
  return new Map(
    cases.map(({ id, question, grade }) => [
      id,
      { sourceFile: question.sourceFile, returned: linesOf(grade.observations), provenance: grade.provenance },
    ]),
  )
}

/** The facts of the published cases, by id, from the evidence of their runs. */
export function factsOfPublishedPanel(
  evidence: readonly Observation[],
  runs: readonly RecordedRun[],
): ReadonlyMap<string, CaseFacts> {
  return new Map(
    publishedPanel.flatMap((published): [string, CaseFacts][] => {
      const run = runs.find((row) => row.run === published.run)
      if (!run) return []
      const observations = evidenceOfCase(published, evidence)
      const { sourceFile } = questionOfId(run.question)
      const rule = provenance(countSightings(observations))
      return [[published.id, { sourceFile, returned: linesOf(observations), provenance: rule }]]
    }),
  )
}

function linesOf(observations: readonly { file: string; line: number | null }[]): ReadonlySet<string> {
  return new Set(observations.flatMap(({ file, line }) => (line === null ? [] : [`${file}:${line}`])))
}
