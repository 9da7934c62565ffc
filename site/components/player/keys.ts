/** What a key asks of the player while focus is inside it; none where the key belongs to the element that has focus. */
export type Command = 'next' | 'previous' | 'first' | 'last' | 'forward' | 'back' | 'play'

const commands: Record<string, Command> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  PageDown: 'forward',
  PageUp: 'back',
  Home: 'first',
  End: 'last',
  ' ': 'play',
}

export function commandOf({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Command | undefined {
  if (altKey || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return undefined
  if (target.closest('input:not([type=range]), select, textarea')) return undefined
  // Space presses a button, follows nothing on a link, and opens a fold: it is theirs.
  if (key === ' ' && target.closest('button, a, summary')) return undefined
  // On the range, up and down step as left and right do.
  if (target.closest('[type=range]')) {
    if (key === 'ArrowUp') return 'next'
    if (key === 'ArrowDown') return 'previous'
  }
  return commands[key]
}
