import { type CollectionEntry, getCollection, getEntry } from 'astro:content'
import type { Trace } from '../../tools/trace/schema.ts'

/** The trace of a run; undefined where there is none. */
export async function getTrace(run: string): Promise<Trace | undefined> {
  const entry = await getEntry('traces', run)
  return entry && traceOf(entry)
}

export async function getTraces(): Promise<Trace[]> {
  return (await getCollection('traces')).map(traceOf)
}

/** The collection has checked what it holds. */
function traceOf({ data }: CollectionEntry<'traces'>): Trace {
  return JSON.parse(data.json)
}
