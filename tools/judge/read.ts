import { readRecorded } from '../eval/read.ts'
import { type CaseFacts, factsOfPanel, factsOfPublishedPanel } from './facts.ts'
import { makeCases, type PanelCase, panel, panelDigest } from './panel.ts'
import { promptTemplate } from './prompt.ts'

/** The repository's own panel, made from the traces of a checkout, and what code knows of every case in it. */
export interface PanelHere {
  cases: PanelCase[]
  digest: string
  /** The facts of its own cases and of the published ones. */
  facts: ReadonlyMap<string, CaseFacts>
}

export async function readPanel(root: string): Promise<PanelHere> {
  const { evidence, runs, traces: files } = readRecorded(root)
  const traces = new Map(files.map(({ trace }) => [trace.id, trace]))
  const cases = makeCases(panel, traces)
  return {
    cases,
    digest: await panelDigest({ entries: panel, traces, prompt: promptTemplate }),
    // The one case that stands on both panels is the same run on both.
    facts: new Map([...factsOfPublishedPanel(evidence, runs), ...factsOfPanel(cases)]),
  }
}
