/**
 * A table for a terminal: columns as wide as their widest cell, two spaces between them. A column whose cells are all
 * numbers, or the marks - and ? in their place, stands right-aligned under its head; every other stands left.
 */
export function textTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = head.map((name, index) => {
    const cells = rows.map((row) => row[index] ?? '')
    const width = Math.max(...[name, ...cells].map((cell) => cell.length))
    const right = cells.some((cell) => /\d/.test(cell)) && cells.every((cell) => /^([-+]?[\d.,]+|[-?])$/.test(cell))
    return (cell: string) => (right ? cell.padStart(width) : cell.padEnd(width))
  })
  return [head, ...rows]
    .map((row) =>
      columns
        .map((align, index) => align(row[index] ?? ''))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
