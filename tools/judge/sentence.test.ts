import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJudgements } from './judgements.ts'
import { sentencesIn } from './sentence.ts'

describe('one sentence', () => {
  it.each([
    ['without a final stop', 'The answer quotes the returned line'],
    ['with one', 'The answer quotes the returned line.'],
    ['with a file name and a line', 'The line agent/src/config.ts:1 was returned, as README.md and .env were.'],
    ['that ends in a file name', 'The answer comes from agent/src/config.ts:1.'],
    ['with dotted names', 'It calls z.object and fs.Stats of v1.2 in .NET and node_modules/.bin.'],
    ['with decimals', 'The mean is 0.93 and not 1.5, or .5 of 2.'],
    [
      'with e.g. and i.e.',
      'Some lines (e.g. Config) and others, e.g. MODEL_NAME, i.e. The name, i. e. `a`, stand there.',
    ],
    ['with eg. and ie.', 'Some lines, eg. MODEL_NAME, ie. The name, stand there.'],
    ['with vs., cf. and approx.', 'It compares A vs. B, cf. Config, at approx. Forty lines, approx. 40 in all.'],
    ['with etc.', 'It lists PNG, JPG, etc. and reads (PNG, JPG, etc.) MODEL_NAME.'],
    ['with no.', 'Line no. 5, nr. 6, nos. 7 and 8, p. 9, v. 1, Fig. 2, MAX. 40 lines.'],
    ['with initials', 'It was made in the U.S. Congress by J.R.R. Tolkien at 5 p.m. Monday.'],
    [
      'with a semicolon, a colon and dashes',
      'It is so: The line was returned; Nothing else was — Not even a copy – at all.',
    ],
    ['with sentences in straight quotation marks', 'The model said "Stop. Go. Is it?" and went on.'],
    ['with sentences in curly quotation marks', 'The model said “Stop. Go.” and ‘It isn’t. So.’, and went on.'],
    ['with sentences in single quotation marks', "The runs' answer doesn't say 'Stop. It's so.' or 'gpt-5-mini'."],
    ['with sentences in other quotation marks', 'Es sagt „Halt. Los.“, «Stop. Va.» und 「停。走。」 dazu.'],
    ['that ends in a quoted one', 'The tool returned "It is set. To what?"'],
    ['with an exclamation in quotation marks', 'The model said "Stop!" and went on.'],
    ['with sentences in backticks', 'It reads `const a = 1. B. C.` and ``x! Y? Z`` in call 1.'],
    [
      'with sentences in brackets',
      'The line (see call 1. It is there.) was [It. Is.] returned {so. So.} (really?) there.',
    ],
    ['with brackets in brackets', 'The line (it is there [It. Is (Now. Then).] in call 1) was returned.'],
    ['with a stop at the end of brackets that hold none', 'The line (as returned in call 1.) MODEL_NAME was quoted.'],
    [
      'with ellipses',
      'The result ... MODEL_NAME … Config, (...) and docs/... tools/... Contain lines... MODEL_NAME and more… too.',
    ],
    ['with ellipses at the end of a quotation', 'The result says "export const ..." and "MODEL_NAME ..." Config.'],
    ['with operators and patterns', 'It tests a ? B : C and a != B with avif?|PNG, ! X and ./site or ../Site.'],
    ['over several lines', 'The line\nof the source\r\nwas returned\u2028and\u2029quoted.\n'],
    ['with a dash at the head of a line', 'The line was returned\n- And quoted.'],
    ['with an empty line in quotation marks', 'The result holds "a\n\nB" and `c.\n\nD` in it.'],
    ['with white space and marks around it', '  — The line was returned. 👍 '],
    ['with a number before it', '1. The line was returned.'],
    ['with a number after it', 'Grounded, at a confidence of 0.93. 1.'],
    ['with a stop and a small letter', 'The param. and the ident. of the line were returned.'],
    ['with a mark that has no partner', 'The 5" line (of the source was "returned by a tool.'],
    ['in German', 'Die Zeile „Ähre“ wurde zurückgegeben, d. h. Öffnen war möglich.'],
    ['in Russian', 'Строка была возвращена, а ответ её цитирует.'],
    ['in Chinese', '来源是第一行，答案引用它。'],
    ['in Arabic', 'أعادت الأداة السطر، والجواب يقتبسه.'],
    ['in Hindi', 'उपकरण ने पंक्ति लौटाई।'],
  ])('is counted as one: %s', (_, text) => {
    expect(sentencesIn(text)).toHaveLength(1)
  })

  it('is each reason that was published', () => {
    const file = new URL('../../judgements.tsv', import.meta.url)
    const reasons = parseJudgements(readFileSync(file, 'utf8'), 'judgements.tsv').rows.flatMap(
      ({ reason }) => reason ?? [],
    )
    expect(reasons).toHaveLength(3)
    expect(reasons.map((reason) => sentencesIn(reason))).toEqual(reasons.map((reason) => [reason]))
  })
})

describe('several sentences', () => {
  it.each([
    ['two', 'The line was returned. The answer quotes it.', ['The line was returned.', 'The answer quotes it.']],
    ['two, the second without a stop', 'It was returned. It is quoted', ['It was returned.', 'It is quoted']],
    ['three', 'It was. It is. It will be.', ['It was.', 'It is.', 'It will be.']],
    ['over lines', 'It was.\nIt is.', ['It was.', 'It is.']],
    ['after a question', 'Was it returned? yes, it was.', ['Was it returned?', 'yes, it was.']],
    ['after an exclamation', 'It was! It is.', ['It was!', 'It is.']],
    ['after a file name', 'It is a/b.ts:1. a/c.ts:2 is not.', ['It is a/b.ts:1.', 'a/c.ts:2 is not.']],
    ['after a number', 'It is line 1. 16 copies are not.', ['It is line 1.', '16 copies are not.']],
    ['before a name in code', 'It was. search_files did it.', ['It was.', 'search_files did it.']],
    ['before another', 'It was. toolResult holds it.', ['It was.', 'toolResult holds it.']],
    ['before a third', 'It was. z.object holds it.', ['It was.', 'z.object holds it.']],
    ['before a line', 'It was. makefile:3 holds it.', ['It was.', 'makefile:3 holds it.']],
    ['before backticks', 'It was. `grep` did it.', ['It was.', '`grep` did it.']],
    ['before a quotation', 'It was. "so" it says.', ['It was.', '"so" it says.']],
    ['after a quotation', 'It says "so". It is.', ['It says "so".', 'It is.']],
    ['after the stop in a quotation', 'It says “so.” It is.', ['It says “so.”', 'It is.']],
    ['after backticks', 'It is `so.` . It is.', ['It is `so.` . It is.']],
    ['of which the last is in brackets', 'It was. (It is.)', ['It was.', '(It is.)']],
    ['of which the first is in brackets', '(It was.) It is.', ['(It was.)', 'It is.']],
    ['after an ellipsis', 'It was... It is… So.', ['It was...', 'It is…', 'So.']],
    ['after no', 'The answer is no. The trace has none.', ['The answer is no.', 'The trace has none.']],
    ['after etc.', 'It lists a, b, etc. The rest is cut.', ['It lists a, b, etc.', 'The rest is cut.']],
    ['as paragraphs', 'It was\n \nIt is', ['It was', 'It is']],
    ['as a list', 'Why:\n- it was\n- it is', ['Why:', '- it was', '- it is']],
    ['as a list with numbers', 'So.\n1. It was.\n2) It is', ['So.', '1. It was.', '2) It is']],
    ['as a list in one line', 'So: 1. It was. 2. It is.', ['So: 1.', 'It was.', '2. It is.']],
    ['with the number of a note', 'It was. [1] It is.', ['It was.', '[1] It is.']],
    ['after characters of two units', 'It is 𝟏 𝟐 𝟑. It was.', ['It is 𝟏 𝟐 𝟑.', 'It was.']],
    ['in Greek', 'Ήταν. Είναι.', ['Ήταν.', 'Είναι.']],
    ['in Chinese', '来源是第一行。答案引用它。', ['来源是第一行。', '答案引用它。']],
  ])('are told apart: %s', (_, text, sentences) => {
    expect(sentencesIn(text)).toEqual(sentences)
  })

  it.each(['', ' \n', '-', '1. 2.', '…', '"?!"'])('are none in %j', (text) => {
    expect(sentencesIn(text)).toEqual([])
  })
})

const word = fc.constantFrom('line', 'answer', 'Config', 'MODEL_NAME', 'größer', 'строка', 'x=1', '42', '"so"', '(so)')
const inside = fc.constantFrom(
  ...['agent/src/config.ts:1', 'z.object', 'v1.2', '0.93', 'e.g.', 'i.e.', 'vs.', 'cf.', 'approx.', 'no. 5', 'etc.,'],
  ...['"Stop. Go"', '“Stop? Go”', '`a. B. C.`', '(so. So.)', '[Stop. Go]', '...', '…', ';', 'so:', 'avif?|png', '!='],
)
const space = fc.constantFrom(' ', '  ', '\n', '\t', '\r\n')
const start = fc.constantFrom('The', 'Öl', 'search_files', 'agent/src/run.ts:2', '16', '`grep`', '"so"', 'В')
const stop = fc.constantFrom('.', '!', '?', '?!', '...', '."', '.”', '.)')
const sentence = fc
  .tuple(start, fc.array(fc.tuple(space, fc.oneof(word, inside)), { maxLength: 9 }), space)
  .map(([first, more, last]) => `${first}${more.flat().join('')}${last}end`)

describe('by rule', () => {
  it('a sentence is one, whatever names, numbers, abbreviations and quotations it holds', () => {
    fc.assert(
      fc.property(sentence, fc.oneof(stop, fc.constant('')), (text, end) => {
        expect(sentencesIn(text + end)).toEqual([text + end])
      }),
    )
  })

  it('sentences are as many as were put together, and each is as it was', () => {
    const ended = fc
      .tuple(fc.constantFrom('The', 'Öl', 'В'), sentence, stop)
      .map(([first, rest, end]) => `${first} ${rest}${end}`)
    fc.assert(
      fc.property(fc.array(ended, { minLength: 1, maxLength: 5 }), space, (texts, between) => {
        expect(sentencesIn(texts.join(between))).toEqual(texts)
      }),
    )
  })

  it('a text without the end of a sentence or of a line is one, in whatever letters', () => {
    const ends = /[\p{Sentence_Terminal}…\n\r\x85\u2028\u2029]/gu
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(sentencesIn(`a${text.replaceAll(ends, '')}`)).toHaveLength(1)
      }),
    )
  })

  it('no character is lost, whatever text it is', () => {
    const marks = fc.constantFrom(...'.?!…"\'`()[]“”‘’„«» \n\raA1-', 'e.g.', '\u{1D7CF}', '😀')
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(marks).map((parts) => parts.join('')),
    )
    const solid = (words: string) => words.replaceAll(/\s/g, '')
    fc.assert(
      fc.property(text, (words) => {
        expect(solid(sentencesIn(`a${words}`).join(''))).toBe(solid(`a${words}`))
      }),
      { numRuns: 1000 },
    )
  })
})
