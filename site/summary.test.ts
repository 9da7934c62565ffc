import { expect, test } from 'vitest'
import { UserError } from '../tools/user-error.ts'
import { summaryHtml } from './summary.ts'

test('a bound number becomes a verified number that leads to its figure', () => {
  expect(summaryHtml('Right in <Num of="controls.correct">53</Num> calls.', 'index.mdx')).toBe(
    'Right in <a class="num" data-figure="controls.correct" href="/figures/#controls.correct">53</a> calls.',
  )
})

test('a bound sentence keeps its claim, and the numbers inside it', () => {
  expect(summaryHtml('A, <Claim of="c">b <Num of="n">2</Num></Claim>.', 'index.mdx')).toBe(
    'A, <span class="claim" data-claim="c">b <a class="num" data-figure="n" href="/figures/#n">2</a></span>.',
  )
})

test('code and text are escaped, and lines are joined', () => {
  expect(summaryHtml('says `a < b` &\nends', 'index.mdx')).toBe('says <code>a &lt; b</code> &amp; ends')
})

test.each(['a <Chart />', 'a **b**', 'a {1 + 1}', '# a'])('%j is refused with the file that holds it', (summary) => {
  expect(() => summaryHtml(summary, 'index.mdx')).toThrow(UserError)
})
