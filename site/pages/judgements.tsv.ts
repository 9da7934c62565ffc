import { readFileSync } from 'node:fs'
import { files } from '../../tools/gate/project.ts'

/** The measurement as it stands in the repository, byte for byte, so that a reader can count it. */
export function GET(): Response {
  return new Response(readFileSync(files.judgements), { headers: { 'content-type': 'text/tab-separated-values' } })
}
