import { identifier, integer, oneOf, orNone, text } from '../tsv/column.ts'
import { parseTable, type Row } from '../tsv/table.ts'
import { tools } from './observe.ts'
import { carried } from './provenance.ts'

/** The columns of `evidence.tsv`: one row per observation of a run, in the order in which its tools returned them. */
export const evidenceColumns = {
  run: identifier,
  /** Which tool call of the run returned it, from 1. */
  call: integer({ from: 1 }),
  tool: oneOf(tools),
  file: text,
  /** The matched line; none for a name that was listed. */
  line: orNone(integer({ from: 1 })),
  carries: oneOf(carried),
}

export type Observation = Row<typeof evidenceColumns>

/** Reads `evidence.tsv`. Raises a UserError with file and line where it is not in its form. */
export function parseEvidence(content: string, file: string): Observation[] {
  return parseTable(evidenceColumns, content, file).rows
}
