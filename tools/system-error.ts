const words: Record<string, string> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a file where a folder should be',
  EISDIR: 'a folder where a file should be',
  EACCES: 'no right to do it',
  EPERM: 'no right to do it',
  EROFS: 'a disk that cannot be written',
  ENOSPC: 'no space left on the disk',
}

/** What the system says of a file that it cannot read or write, in words and with its code: `no such … (ENOENT)`. */
export function systemErrorSentence(code: unknown): string {
  const name = String(code)
  const said = words[name]
  return said === undefined ? name : `${said} (${name})`
}
