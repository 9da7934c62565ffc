/** `sha256:` and the digest of texts, one after another, as UTF-8. */
export async function digestOf(texts: Iterable<string>): Promise<string> {
  const bytes = new TextEncoder().encode([...texts].join(''))
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return `sha256:${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
