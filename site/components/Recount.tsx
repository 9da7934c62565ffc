import { useState } from 'preact/hooks'
import { recount } from './recount.ts'

interface Props {
  /** The addresses of the files that the figures are computed from. */
  judgements: string
  evidence: string
  runs: string
  traces: string[]
}

/** Counts the figures of the page again in the reader's browser, from the published files, and says what it found. */
export default function Recount(files: Props) {
  const [said, say] = useState('')
  const [busy, setBusy] = useState(false)
  async function count() {
    setBusy(true)
    say('Counting…')
    try {
      say(await recount(files))
    } catch (error) {
      say(`It could not be counted: ${error instanceof Error ? error.message : String(error)}`)
    }
    setBusy(false)
  }
  return (
    <p class="recount">
      <button type="button" onClick={count} disabled={busy}>
        Count again in this browser
      </button>{' '}
      <span role="status">{said}</span>
    </p>
  )
}
