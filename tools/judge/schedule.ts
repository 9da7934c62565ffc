/** One judge call: a case, and which of its repeats (from 1). */
export interface Call {
  case: string
  repeat: number
}

/** A call as one word, such as `copies-only#3`. */
export function callName(call: Call): string {
  return `${call.case}#${call.repeat}`
}

/** Every call of a measurement, in the order of the file: the cases as they stand on the panel, repeat by repeat. */
export function allCalls(cases: readonly { id: string }[], repeats: number): Call[] {
  return cases.flatMap(({ id }) => Array.from({ length: repeats }, (_, index) => ({ case: id, repeat: index + 1 })))
}

/**
 * The order in which calls are sent: a shuffle (Fisher and Yates) that the seed alone decides, so that what drifts in
 * a server during a run does not fall on one case.
 */
export function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const drawn = [...items]
  const next = randomFrom(seed)
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1))
    const [one, two] = [drawn[last], drawn[other]]
    if (one !== undefined && two !== undefined) [drawn[last], drawn[other]] = [two, one]
  }
  return drawn
}

/** Numbers from 0 up to 1 that a seed decides (mulberry32, by Tommy Ettinger, in the public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
