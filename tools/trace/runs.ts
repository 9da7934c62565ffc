import { type Column, identifier, integer, oneOf, text } from '../tsv/column.ts'
import type { Row } from '../tsv/table.ts'
import { outcomes } from './schema.ts'

const contextSizes: Column<readonly number[]> = {
  parse(cell) {
    const sizes = cell.split(' ').map((size) => integer().parse(size))
    return sizes.every((size) => size !== undefined) ? sizes : undefined
  },
  format: (sizes) => sizes.join(' '),
  expected: 'whole numbers of tokens, separated by one space each',
}

/** The columns of `runs.tsv`: one row per recorded run. */
export const runColumns = {
  run: identifier,
  /** Which post of the series the run was recorded for. */
  post: integer({ from: 1 }),
  question: oneOf(['model-name', 'binary-extensions']),
  model: text,
  commit: text,
  recorded_outcome: oneOf(outcomes),
  frames: integer({ from: 1 }),
  /** The size of the context at each frame, in tokens. */
  tokens_in_context: contextSizes,
}

export type RecordedRun = Row<typeof runColumns>
