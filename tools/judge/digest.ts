import { createHash } from 'node:crypto'

/** `sha256:` and the digest of texts, one after another, as UTF-8. */
export function digestOf(texts: Iterable<string>): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text, 'utf8')
  return `sha256:${hash.digest('hex')}`
}
