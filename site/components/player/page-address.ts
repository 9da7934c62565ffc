import { pageAddress } from '../../../tools/trace/pages.ts'
import { addressOf, type Position } from './address.ts'

/** The number of the page on which a frame stands. `starts` are the frames with which the pages begin, from 0. */
export function pageNumber(starts: readonly number[], frame: number): number {
  return starts.findLastIndex((start) => start <= frame) + 1
}

/** A link to a position of a large run, which leads to the page with its frame from wherever it stands. */
export function pagedHref(run: string, starts: readonly number[], position: Position): string {
  return `${pageAddress(run, pageNumber(starts, position.frame))}#${addressOf(run, position)}`
}
