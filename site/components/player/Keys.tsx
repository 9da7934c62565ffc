const keys: [key: string, does: string][] = [
  ['→ ←', 'next frame, previous frame'],
  ['Page down, Page up', 'a tenth of the run on, back'],
  ['Home, End', 'first frame, last frame'],
  ['Space', 'play, pause'],
  ['?', 'this list'],
  ['Escape', 'close what is open'],
]

const bars: [bar: string, means: string][] = [
  ['Tall bar', 'the question, or words of the model'],
  ['Low bar', 'a tool call'],
  ['Bar between', 'a result; the taller, the more it added to the context'],
  ['Filled dot', 'the source line is in this result'],
  ['Open dot', 'a copy is in this result'],
]

/** The keys that act while focus is inside the player, and what the bars over the range mean. */
export function Keys() {
  return (
    <div class="player-keys">
      {[keys, bars].map((list) => (
        <dl key={list[0]?.[0]}>
          {list.map(([term, means]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      ))}
    </div>
  )
}
