/** `1 match`, `40 matches`, `no matches`. */
export function counted(count: number, one: string, many: string): string {
  return `${count === 0 ? 'no' : formatCount(count)} ${count === 1 ? one : many}`
}

/** `1,200`: digits in groups of three. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
