import type { Trace } from '../../../tools/trace/schema.ts'

const mostFrames = 500
const mostCharacters = 1_000_000

/** True for a run that would make a post slow to open: it has a page of its own, `/runs/<id>/`. */
export function isLarge(trace: Trace): boolean {
  return trace.frames.length > mostFrames || JSON.stringify(trace).length > mostCharacters
}
