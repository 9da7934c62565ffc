import { h, hydrate } from 'preact'
import type { LongProps } from '../LongPlayer.tsx'
import TracePlayer, { type Props } from '../TracePlayer.tsx'

/** Makes the controls that the server rendered work, with what it rendered them of. */
export async function wake(controls: Element): Promise<void> {
  const of: Props | (Props & LongProps) = JSON.parse(controls.getAttribute('data-of') ?? '')
  const player = 'starts' in of ? h((await import('../LongPlayer.tsx')).default, of) : h(TracePlayer, of)
  hydrate(player, controls)
}
