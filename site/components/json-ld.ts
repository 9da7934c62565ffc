/** JSON that can stand inside a script element: no text in it can close the element or open a comment. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
