import type { Label } from '../../eval/provenance.ts'
import { checkCitation } from '../citation.ts'
import { factsOfPanel } from '../facts.ts'
import type { PanelCase } from '../panel.ts'
import { randomFrom } from '../schedule.ts'

/** What a planted judge replies. */
export interface PlantedReply {
  verdict: Label
  citation: string
  confidence: number
  reason: string
}

/** A test double: a judge with one fault, or none. It is asked about a case, and how often it was before. */
export type PlantedJudge = (judged: PanelCase, before: number) => PlantedReply

/** Says what code says, cites a line that agrees, and is as sure as it is right. */
const perfect: PlantedJudge = (judged) => said(judged, judged.grade.provenance)

export const plantedJudges = {
  perfect,
  /** Throws a coin where it can be graded: the right label, or one that is wrong there. */
  coin: (judged, before) => {
    const heads = randomFrom(100 * judged.id.length + before)() < 0.5
    if (judged.kind === 'open' || heads) return perfect(judged, before)
    return said(judged, 'undecidable')
  },
  /** Is wrong once in nine on each control, and as sure there as everywhere. */
  overconfident: (judged, before) => {
    if (judged.kind === 'open' || before % 9 !== 4) return perfect(judged, before)
    return { ...said(judged, 'undecidable'), confidence: 0.99 }
  },
  /** Gives the right labels, and lines that no tool returned. */
  forger: (judged) => {
    const reply = perfect(judged, 0)
    return { ...reply, citation: reply.citation === 'none' ? 'none' : 'agent/src/invented.ts:7' }
  },
  /** Takes the first returned line that carries the answer for where it came from. */
  'first-match': (judged) => {
    const first = judged.grade.observations.find(({ carries }) => carries !== 'no')
    if (!first) return said(judged, 'unevidenced')
    const verdict = first.carries === 'source' ? 'grounded' : 'from-copy'
    return { ...said(judged, verdict), citation: `${first.file}:${first.line}` }
  },
} satisfies Record<string, PlantedJudge>

function said(judged: PanelCase, verdict: Label): PlantedReply {
  const known = factsOfPanel([judged]).get(judged.id)
  const agreeing = known && [...known.returned].find((line) => checkCitation(verdict, line, known) === 'consistent')
  const needsLine = verdict === 'grounded' || verdict === 'from-copy'
  const right = verdict === (judged.knownAnswer ?? verdict)
  return {
    verdict,
    citation: (needsLine && agreeing) || 'none',
    confidence: right ? 0.99 : 0.5,
    reason: `A planted judge says ${verdict}.`,
  }
}
