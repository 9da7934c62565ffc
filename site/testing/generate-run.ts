import type { Frame, Trace } from '../../tools/trace/schema.ts'

/**
 * A run that was never recorded, of a given length, for benches and tests: a question, then calls and their results,
 * then an answer. A frame holds its own number in words that stand nowhere else.
 */
export function generateRun(count: number, id = `fixture-${count}-frames`): Trace {
  const frames: Frame[] = [{ type: 'user', content: `${sentinel(0)} Which file sets the model name?` }]
  for (let index = 1; index < count - 1; index++) {
    const call = `call_${Math.ceil(index / 2)}`
    frames.push(
      index % 2 === 1
        ? { type: 'tool_call', id: call, name: 'search_files', args: { pattern: sentinel(index) } }
        : { type: 'tool_result', id: call, ok: true, result: search(index) },
    )
  }
  frames.push({ type: 'assistant', content: `${sentinel(count - 1)} agent/src/config.ts sets it.` })
  return {
    id,
    commit: 'fixture',
    model: 'fixture',
    task: `${sentinel(0)} Which file sets the model name?`,
    outcome: 'success',
    tokens: frames.map((_, index) => 200 + index * 100),
    frames,
  }
}

/** A word that stands in this frame and nowhere else. */
export function sentinel(index: number): string {
  return `sentinel-${index.toString(36)}-x`
}

function search(index: number) {
  const matches = Array.from({ length: 8 }, (_, match) => ({
    file: `site/content/posts/post-${match}/index.mdx`,
    line: 10 + match * 17,
    text: match === 3 ? sentinel(index) : `a line of a recorded post, number ${match}, as a search would return it`,
  }))
  return { ok: true as const, pattern: 'model', filesSearched: 95, matches, truncated: false }
}

/** A run that was never recorded, with one result of about five megabytes between a call and an answer. */
export function generateLargeResult(id = 'fixture-5-megabytes'): Trace {
  const run = generateRun(4, id)
  const text =
    'what a line of a very large file might say, at some length, so that twenty thousand of them weigh much. '.repeat(2)
  const matches = Array.from({ length: 20_000 }, (_, index) => ({
    file: `a/large/file-${index % 40}.txt`,
    line: index + 1,
    text,
  }))
  const result = { ok: true as const, pattern: 'what', filesSearched: 40, matches, truncated: false }
  return { ...run, frames: run.frames.map((frame) => (frame.type === 'tool_result' ? { ...frame, result } : frame)) }
}
