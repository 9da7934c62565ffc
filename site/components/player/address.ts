/** Where in a run a reader is: a frame, and perhaps one observation of its result. Both count from 0. */
export interface Position {
  frame: number
  observation?: number
}

/** The address of a position, without `#`: `retired-control/f9`, `retired-control/f9/o3`. People count from 1. */
export function addressOf(run: string, { frame, observation }: Position): string {
  return `${run}/f${frame + 1}${observation === undefined ? '' : `/o${observation + 1}`}`
}

/** The position that a page's fragment names in this run; none where it names another run or no position. */
export function positionOf(fragment: string, run: string): Position | undefined {
  const address = decoded(fragment.replace(/^#/, ''))
  const parts = /^(.+)\/f([1-9]\d{0,8})(?:\/o([1-9]\d{0,8}))?$/.exec(address)
  if (parts?.[1] !== run) return undefined
  const frame = Number(parts[2]) - 1
  return parts[3] === undefined ? { frame } : { frame, observation: Number(parts[3]) - 1 }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
