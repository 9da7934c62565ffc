import type { Label } from '../../tools/eval/provenance.ts'

/** The side of the square in which the marks are drawn. */
export const markSize = 12

/**
 * The mark of each verdict as one path, to be filled by the even-odd rule: a filled circle, a half circle, an open
 * diamond, an open circle. The same shapes stand in prose, tables, charts and the player.
 */
export const markPath: Record<Label, string> = {
  grounded: 'M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10z',
  'from-copy': 'M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10zm0 1.4a3.6 3.6 0 0 1 0 7.2z',
  undecidable: 'M6 .2 11.8 6 6 11.8 .2 6zm0 2L2.2 6 6 9.8 9.8 6z',
  unevidenced: 'M6 1a5 5 0 1 1 0 10a5 5 0 1 1 0-10zm0 1.4a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2z',
}
