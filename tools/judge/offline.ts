import type { Label } from '../eval/provenance.ts'
import { UsageError } from '../user-error.ts'
import type { Ask } from './ask.ts'
import { checkCitation } from './citation.ts'
import { factsOfPanel } from './facts.ts'
import type { PanelCase } from './panel.ts'
import { judgePrompt } from './prompt.ts'
import { type OfflineJudge, offlineJudges, offlineVerdict } from './score.ts'

export function parseOfflineJudge(written: string): OfflineJudge {
  const judge = offlineJudges.find((name) => name === written)
  if (judge) return judge
  throw new UsageError({
    problem: '--judge names no offline judge',
    found: written,
    expected: offlineJudges.join(', '),
  })
}

/**
 * A judge that asks no model and replies in the form of one, so that the whole path runs without a key. Its reply names
 * it, counts no tokens and has no doubt: its confidence is 1.
 */
export function askOffline(judge: OfflineJudge, cases: readonly PanelCase[]): Ask {
  const facts = factsOfPanel(cases)
  const replies = new Map(
    cases.map(({ id, transcript, question, grade }) => {
      const known = facts.get(id)
      const verdict = offlineVerdict(judge, grade.provenance)
      const citation = known ? citationFor(verdict, known) : 'none'
      const reason = judge === 'rule' ? 'The rule of the deterministic grader.' : 'It says this of every run.'
      const content = JSON.stringify({ verdict, citation, confidence: 1, reason })
      const body = {
        model: `${judge}, which asks no model`,
        choices: [{ finish_reason: 'stop', message: { content } }],
      }
      return [judgePrompt(transcript, question), JSON.stringify(body)]
    }),
  )
  return async ({ messages: [message] }) => {
    const reply = typeof message?.content === 'string' ? replies.get(message.content) : undefined
    if (reply === undefined) throw new Error('an offline judge was asked about a case that is not on its panel')
    return reply
  }
}

/** The first returned line that agrees with the verdict; `none` where there is none. */
function citationFor(verdict: Label, known: Parameters<typeof checkCitation>[2]): string {
  if (verdict === 'undecidable' || verdict === 'unevidenced') return 'none'
  return [...known.returned].find((line) => checkCitation(verdict, line, known) === 'consistent') ?? 'none'
}
