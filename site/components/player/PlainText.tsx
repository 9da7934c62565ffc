import { piecesOf } from './fold.ts'

/** A text as it is, in the place of the stage. Its pieces are laid out as they come into view. */
export function PlainText({ label, text }: { label: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and a keyboard must be able to scroll it
    <section class="player-text" aria-label={label} tabIndex={0}>
      {piecesOf(text).map((piece, index) => (
        <span key={index} class="piece fold">
          {piece}
        </span>
      ))}
    </section>
  )
}
