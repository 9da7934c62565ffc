import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labels } from '../eval/provenance.ts'
import { UserError } from '../user-error.ts'
import { parseVerdict } from './verdict.ts'

const whole = {
  verdict: 'grounded',
  citation: 'agent/src/config.ts:1',
  confidence: 0.93,
  reason: 'The line of agent/src/config.ts was returned, and the answer quotes it.',
}
const written = JSON.stringify(whole)
const but = (change: object) => JSON.stringify({ ...whole, ...change })
const without = (field: string) => JSON.stringify({ ...whole, [field]: undefined })

describe('a reply in its form', () => {
  it('becomes a verdict, with its confidence in hundredths', () => {
    expect(parseVerdict(written)).toEqual({ ...whole, confidence: 93, rounded: false })
  })

  it.each([
    ['in another order', `{"reason": "One sentence.", "confidence": 1, "citation": "none", "verdict": "unevidenced"}`],
    ['over several lines', JSON.stringify(whole, null, 2)],
    ['with white space around it', `\n  ${written}\r\n`],
    ['with quotes, braces and pairs inside its reason', but({ reason: 'It says {"verdict": "from-copy"}, "a": 1.' })],
    [
      'with an escaped character in its reason',
      `{"verdict":"grounded","citation":"a:1","confidence":0,"reason":"\\u0041 \\" b."}`,
    ],
    ['with an exponent', written.replace('0.93', '9.3e-1')],
    [
      'with sentences that it quotes in its reason',
      but({ reason: 'The tool returned "It is set. To what?" in call 1' }),
    ],
    ['with names and numbers in its reason', but({ reason: 'It is agent/src/config.ts:1 (e.g. v1.2, at 0.93).' })],
    ['with a path that holds spaces', but({ citation: 'my notes/a file.md:12' })],
  ])('may stand %s', (_, reply) => {
    expect(parseVerdict(reply).verdict).toMatch(/^(grounded|unevidenced)$/)
  })

  // Expected: half away from zero on the decimal as written (0.285 is less than itself as a binary number).
  it.each([
    ['0', 0, false],
    ['1', 100, false],
    ['0.5', 50, false],
    ['0.285', 29, true],
    ['0.925', 93, true],
    ['0.9249999999', 92, true],
    ['1e-9', 0, true],
    ['-0', 0, false],
    ['0.07', 7, false],
    ['0.290', 29, false],
  ])('gives %s as %i hundredths', (number, confidence, rounded) => {
    expect(parseVerdict(written.replace('0.93', number))).toMatchObject({ confidence, rounded })
  })

  it('reads back whatever verdict, citation, confidence and reason it was made of', () => {
    const ends = /[\p{Sentence_Terminal}…\n\r\x85\u2028\u2029]/gu
    const reply = fc.record({
      verdict: fc.constantFrom(...labels),
      citation: fc.oneof(
        fc.constant('none'),
        fc
          .tuple(fc.stringMatching(/^[a-z./-][a-z ./-]*$/), fc.integer({ min: 1, max: 99_999 }))
          .map((parts) => parts.join(':')),
      ),
      confidence: fc.integer({ min: 0, max: 100 }),
      reason: fc.string({ unit: 'binary' }).map((words) => `a${words.toWellFormed().replaceAll(ends, '')}`),
    })
    fc.assert(
      fc.property(reply, fc.constantFrom(undefined, 2), (verdict, indent) => {
        const text = JSON.stringify({ ...verdict, confidence: verdict.confidence / 100 }, null, indent)
        expect(parseVerdict(text)).toEqual({ ...verdict, rounded: false })
      }),
    )
  })
})

describe('a malformed reply', () => {
  const replies: [string, string][] = [
    ['nothing at all', ''],
    ['white space', ' \n'],
    ['prose', 'The answer came from the source file, agent/src/config.ts, line 1.'],
    ['prose that names a label', 'undecidable'],
    ['a refusal', "I'm sorry, but I can't help with that."],
    ['a label as a JSON string', '"grounded"'],
    ['null', 'null'],
    ['a number', '0.93'],
    ['an empty object', '{}'],
    ['an object in a list', `[${written}]`],
    ['a fenced object', `\`\`\`json\n${written}\n\`\`\``],
    ['an object after prose', `Here is my verdict: ${written}`],
    ['an object before prose', `${written}\n\nI hope that this helps.`],
    ['two objects', `${written}\n${written}`],
    ['two objects in a list', `[${written},${written}]`],
    ['an object that is cut', written.slice(0, -20)],
    ['an object without its last brace', written.slice(0, -1)],
    ['a trailing comma', written.replace('}', ',}')],
    ['single quotes', written.replaceAll('"', "'")],
    ['names without quotes', written.replace('"verdict"', 'verdict')],
    ['a comment', written.replace('{', '{ // my verdict\n')],
    ['an extra field', but({ thoughts: 'many' })],
    ['a field twice', written.replace('{', '{"verdict":"from-copy",')],
    ['a field twice, the same', written.replace('{', '{"verdict":"grounded",')],
    ['a field twice, once escaped', written.replace('{', '{"verd\\u0069ct":"from-copy",')],
    ['no verdict', without('verdict')],
    ['no citation', without('citation')],
    ['no confidence', without('confidence')],
    ['no reason', without('reason')],
    ['a label in capitals', but({ verdict: 'GROUNDED' })],
    ['a label with a space', but({ verdict: 'grounded ' })],
    ['a label with another hyphen', but({ verdict: 'from_copy' })],
    ['a label outside the vocabulary', but({ verdict: 'unknown' })],
    ['two labels', but({ verdict: 'grounded, from-copy' })],
    ['a list of labels', but({ verdict: ['grounded'] })],
    ['the placeholder of the question', but({ verdict: '...' })],
    ['a null verdict', but({ verdict: null })],
    ['an empty citation', but({ citation: '' })],
    ['a null citation', but({ citation: null })],
    ['a citation without a line', but({ citation: 'agent/src/config.ts' })],
    ['a citation of line 0', but({ citation: 'agent/src/config.ts:0' })],
    ['a citation of a range', but({ citation: 'agent/src/config.ts:1-3' })],
    ['a citation with a column', but({ citation: 'agent/src/config.ts:1:7' })],
    ['a citation of a line without a file', but({ citation: ':1' })],
    ['two citations', but({ citation: 'a.ts:1, b.ts:2' })],
    ['a citation over two lines', but({ citation: 'a\nb.ts:1' })],
    ['a citation with a tab', but({ citation: 'a\tb.ts:1' })],
    ['None in capitals', but({ citation: 'None' })],
    ['a confidence in words', but({ confidence: 'high' })],
    ['a confidence as text', but({ confidence: '0.93' })],
    ['a confidence above one', but({ confidence: 1.2 })],
    ['a confidence in percent', but({ confidence: 93 })],
    ['a confidence below zero', but({ confidence: -0.1 })],
    ['NaN', written.replace('0.93', 'NaN')],
    ['Infinity', written.replace('0.93', 'Infinity')],
    ['a number without its zero', written.replace('0.93', '.93')],
    ['a null confidence', but({ confidence: null })],
    ['an empty reason', but({ reason: '' })],
    ['a reason of a dash', but({ reason: '-' })],
    ['a reason of white space', but({ reason: ' \n' })],
    ['a reason as a list', but({ reason: ['One.', 'Two.'] })],
    ['a reason of two sentences', but({ reason: 'The line was returned. The answer quotes it.' })],
    ['a reason of two questions', but({ reason: 'Was it returned? It was!' })],
    ['a second sentence without a stop', but({ reason: 'It is agent/src/config.ts:1. search_files returned it' })],
    ['a second sentence in brackets', but({ reason: 'The line was returned. (A copy was too.)' })],
    ['a reason of two paragraphs', but({ reason: 'The line was returned\n\nThe answer quotes it' })],
    ['a reason and a list', but({ reason: 'The line was returned:\n- by call 1\n- by call 2' })],
    ['a reason in Chinese of two sentences', but({ reason: '来源是第一行。答案引用它。' })],
    ['half a character in the reason', but({ reason: 'cut \ud83d' })],
    ['a byte order mark', `\uFEFF${written}`],
  ]

  it.each(replies)('raises: %s', (_, reply) => {
    expect(() => parseVerdict(reply)).toThrow(UserError)
  })

  it('is shown as it came, and cut where it is long', () => {
    expect(() => parseVerdict('I cannot say.')).toThrow('found     "I cannot say."')
    expect(() => parseVerdict('x'.repeat(10_000))).toThrow(/^.{0,1000}$/s)
  })

  it('says of a reason that is not one sentence how many it holds, and where the second begins', () => {
    const of = (reason: string) => () => parseVerdict(but({ reason }))
    const two = 'It was returned. The answer, which quotes the line, says it at length.'
    expect(of(two)).toThrow(
      'expected one sentence, found 2; the second begins with "The answer, which quotes the line, says…"',
    )
    expect(of('It was. It is. So.')).toThrow('expected one sentence, found 3; the second begins with "It is."')
    expect(of('- 1.')).toThrow('expected one sentence, found none')
  })

  it('never becomes a verdict, whatever text it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (reply) => {
        expect(() => parseVerdict(reply)).toThrow(UserError)
      }),
    )
  })

  it('is what a whole reply becomes wherever it is cut', () => {
    for (let end = 0; end < written.length; end++) expect(() => parseVerdict(written.slice(0, end))).toThrow(UserError)
  })
})
