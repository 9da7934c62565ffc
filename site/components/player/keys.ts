/** What a key asks of the player while focus is inside it; none where the key belongs to the element that has focus. */
export type Command = 'next' | 'previous' | 'first' | 'last' | 'forward' | 'back' | 'play' | 'keys' | 'close'

const commands: Record<string, Command> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  PageDown: 'forward',
  PageUp: 'back',
  Home: 'first',
  End: 'last',
  ' ': 'play',
  '?': 'keys',
  Escape: 'close',
}

export function commandOf({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Command | undefined {
  if (altKey || ctrlKey || metaKey || !(target instanceof Element)) return undefined
  // Where a question mark needs Shift depends on the keyboard.
  if (shiftKey && key !== '?') return undefined
  if (target.closest('input:not([type=range]), select, textarea') && key !== 'Escape') return undefined
  // Space presses a button, follows nothing on a link, and opens a fold: it is theirs.
  if (key === ' ' && target.closest('button, a, summary')) return undefined
  // On the range, up and down step as left and right do.
  if (target.closest('[type=range]')) {
    if (key === 'ArrowUp') return 'next'
    if (key === 'ArrowDown') return 'previous'
  }
  return commands[key]
}
