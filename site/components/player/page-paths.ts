import { framePages, pageName } from '../../../tools/trace/pages.ts'
import type { Trace } from '../../../tools/trace/schema.ts'

/** The static paths of a route `[...page]` with the pages of large runs. */
export function pagePaths(traces: readonly Trace[]) {
  return traces.flatMap((trace) =>
    framePages(trace).map((_, index) => ({
      params: { page: pageName(trace.id, index + 1) },
      props: { trace, page: index + 1 },
    })),
  )
}
