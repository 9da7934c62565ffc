import { getCollection } from 'astro:content'
import type { Citation } from './marks.ts'

/** What the judge cited of a run that stands as a case of the panel; nothing for any other run. */
export async function citationsOf(run: string): Promise<Citation[]> {
  const judgements = await getCollection('judgements', ({ data }) => data.case === run)
  return [...Map.groupBy(judgements, ({ data }) => data.citation)].map(([citation, calls]) => ({
    citation,
    says: `Cited by the judge, in ${calls.length} of ${judgements.length} calls`,
  }))
}
