import type { proseElements } from '../../tools/gate/elements.ts'
import CitationTable from './CitationTable.astro'
import Claim from './Claim.astro'
import Code from './Code.astro'
import Compare from './Compare.astro'
import ControlsTable from './ControlsTable.astro'
import GraderTable from './GraderTable.astro'
import H2 from './H2.astro'
import H3 from './H3.astro'
import Note from './Note.astro'
import Num from './Num.astro'
import OpenTable from './OpenTable.astro'
import Prompt from './Prompt.astro'
import Reason from './Reason.astro'
import Run from './Run.astro'
import Value from './Value.astro'
import VerdictGrid from './VerdictGrid.astro'
import VerdictMark from './VerdictMark.astro'

/** What prose may use without importing it. */
export const prose = {
  code: Code,
  h2: H2,
  h3: H3,
  CitationTable,
  Claim,
  Compare,
  ControlsTable,
  GraderTable,
  Note,
  Num,
  OpenTable,
  Prompt,
  Reason,
  Run,
  Value,
  VerdictGrid,
  VerdictMark,
} satisfies Record<(typeof proseElements)[number] | 'code' | 'h2' | 'h3', unknown>
