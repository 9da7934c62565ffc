import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rational } from '../figures/rational.ts'
import { costOf, dollars, parsePrice, priceSentence } from './money.ts'
import { bytesOf, checkBudget, makePlan, parseBudget, worstCost } from './plan.ts'
import { progressLine, showProgress } from './progress.ts'
import { allCalls, callName, shuffled } from './schedule.ts'
import { fixtureCases } from './testing/panel.ts'

const cases = fixtureCases(3)
const price = parsePrice('0.25,2')
const planOf = (change: Partial<Parameters<typeof makePlan>[0]> = {}) =>
  makePlan({
    cases,
    panel: 'sha256:fixture',
    repeats: 2,
    seed: 1,
    parameters: { model: 'fixture-model' },
    server: 'fixture.example',
    command: 'fixture',
    at: new Date(0),
    ...change,
  })

describe('the order of the calls', () => {
  it('holds every call once, whatever the seed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 12 }), (seed, repeats) => {
        const calls = allCalls(cases, repeats)
        const sent = shuffled(calls, seed)
        expect(sent.map(callName).toSorted()).toEqual(calls.map(callName).toSorted())
        expect(shuffled(calls, seed)).toEqual(sent)
      }),
    )
  })

  it('is fair: over many seeds each call comes first about as often', () => {
    const first = new Map<string, number>()
    const calls = allCalls(cases, 2)
    for (let seed = 0; seed < 6000; seed++) {
      const [call] = shuffled(calls, seed)
      if (call) first.set(callName(call), (first.get(callName(call)) ?? 0) + 1)
    }
    // 1,000 each on average; five standard deviations of a binomial with n = 6000 and p = 1/6 are 144.
    expect([...first.values()].every((count) => Math.abs(count - 1000) < 144)).toBe(true)
    expect(first.size).toBe(6)
  })
})

describe('the digest of the requests', () => {
  const { requests } = planOf().manifest

  it('is that of the same plan at another time', () => {
    expect(planOf({ at: new Date(1), command: 'another' }).manifest.requests).toBe(requests)
  })

  it.each([
    ['the model', planOf({ parameters: { model: 'fixture-other' } })],
    ['a parameter', planOf({ parameters: { model: 'fixture-model', maxOutputTokens: 1 } })],
    ['the repeats', planOf({ repeats: 3 })],
    ['the order', planOf({ seed: 2 })],
    ['the cases', planOf({ cases: fixtureCases(4) })],
  ])('changes with %s', (_, { manifest }) => {
    expect(manifest.requests).not.toBe(requests)
  })
})

describe('the worst case', () => {
  const plan = planOf()
  const known = { price, outputTokens: 1000, attempts: 5 }

  it('is every byte as a token, every reply as long as it may be, every request sent as often as it may be', () => {
    const bytes = bytesOf(plan, plan.calls)
    // 5 attempts of (bytes × $0.25 + 6 replies × 1,000 tokens × $2) per million.
    expect(worstCost(plan, plan.calls, known)?.toFixed(10)).toBe(
      Rational.of(5 * (bytes * 25 + 6 * 1000 * 200), 100_000_000).toFixed(10),
    )
  })

  it('is unknown, and not zero, where the price or the longest reply is', () => {
    expect(worstCost(plan, plan.calls, { ...known, price: undefined })).toBeUndefined()
    expect(worstCost(plan, plan.calls, { ...known, outputTokens: undefined })).toBeUndefined()
    expect(dollars(undefined)).toBe('unknown')
    expect(priceSentence(undefined)).toBe('unknown')
  })

  it('may be as much as the budget and no more', () => {
    const worst = Rational.of(5, 2)
    expect(() => checkBudget(parseBudget('2.5'), worst)).not.toThrow()
    expect(() => checkBudget(parseBudget('2.49'), worst)).toThrow('so it is not begun')
    expect(() => checkBudget(parseBudget('100'), undefined)).toThrow('the budget cannot be held')
  })

  it.each(['much', '', '-1'])('is refused as %j', (written) => {
    expect(() => parseBudget(written)).toThrow('--max-usd is no amount')
  })
})

describe('a price', () => {
  it('reads and writes as it was given', () => {
    expect(priceSentence(price)).toBe('$0.25 per million input tokens, $2 per million output tokens')
    expect(priceSentence(parsePrice('0.125,10.50'))).toBe(
      '$0.125 per million input tokens, $10.5 per million output tokens',
    )
  })

  it.each(['', '1', '1,2,3', 'a,b', '-1,2', '1;2', '$1,$2'])('is refused as %j', (written) => {
    expect(() => parsePrice(written)).toThrow('--price is not in its form')
  })

  // Expected: the published post, 142,893 and 46,964 tokens at this price: $0.1297, about thirteen cents.
  it('gives the published cost of the published tokens', () => {
    expect(dollars(costOf({ input: 142_893, output: 46_964 }, price))).toBe('$0.1297')
  })
})

describe('progress', () => {
  const reached = { done: 18, calls: 36, tokens: 40_123, cost: Rational.of(1, 32), secondsLeft: 130, width: 200 }

  it('says what is done, what it took and what is left', () => {
    expect(progressLine(reached)).toBe('██████████░░░░░░░░░░ 18 of 36 calls, 40,123 tokens, $0.0313, 2 min left')
    expect(progressLine({ ...reached, tokens: undefined, cost: undefined, secondsLeft: undefined })).toBe(
      '██████████░░░░░░░░░░ 18 of 36 calls, tokens unknown, cost unknown',
    )
    expect(progressLine({ ...reached, width: 30 })).toHaveLength(30)
  })

  it('draws one line again on a terminal, and a line at each tenth elsewhere', () => {
    const shown = (isTTY: boolean, columns = 80) => {
      const written: string[] = []
      const screen = { isTTY, columns, write: (text: string) => written.push(text) }
      const progress = showProgress({ screen, calls: 100, answered: [], price, now: () => new Date(0) })
      const reply = {
        text: '',
        refusal: null,
        finish: null,
        model: null,
        fingerprint: null,
        tokens: { input: 1, output: 1 },
      }
      for (let repeat = 1; repeat <= 100; repeat++) {
        progress.entry({ type: 'reply', case: 'fixture', repeat, at: '', seconds: 1, reply })
      }
      progress.entry({ type: 'retry', case: 'fixture', repeat: 1, at: '', cause: 'status 500 \x1b[31mred', pause: 2 })
      progress.end()
      return written
    }
    const [plain, drawn] = [shown(false), shown(true)]
    expect(plain.filter((line) => line.includes(' of 100 calls'))).toHaveLength(10)
    expect(plain.at(-1)).toBe('again in 2 s: judge call fixture#1, status 500 \uFFFD[31mred\n')
    expect(drawn.slice(0, -1).every((line) => line.startsWith('\r\x1b[2K'))).toBe(true)
    expect(drawn.filter((line) => line.includes('\n'))).toHaveLength(2)
    // A terminal may say that it has no columns, as one without a window does.
    expect(shown(true, 0)).toEqual(drawn)
  })
})
