import { describe, expect, it } from 'vitest'
import { gradeTrace } from './grade.ts'
import type { Label } from './provenance.ts'
import { questionOfId } from './question.ts'
import { copy, fixtureRun, frames, line, listing, match, refused, search, source } from './testing/fixture-run.ts'

// Each fixture: what it is and why it has this label, the run, the label, and how many source lines and copies count.
type Fixture = [why: string, run: ReturnType<typeof fixtureRun>, label: Label, source: number, copies: number]

const question = questionOfId('model-name')
const searched = (...matches: Parameters<typeof search>) => fixtureRun(frames(search(...matches)))
const inFile = (file: string) => searched(match(file, line))
const inSource = (text: string) => searched(match(question.sourceFile, text))
/** A line as the search tool cuts it: at most 200 characters. */
const cut = (text: string) => text.slice(0, 200)

const plain: Fixture[] = [
  ['the source line alone can have been used', searched(source), 'grounded', 1, 0],
  ['a copy alone can have been used', searched(copy), 'from-copy', 0, 1],
  ['either can have been used', searched(source, copy), 'undecidable', 1, 1],
  ['another line of the source file answers nothing', inSource('export const LIMIT = 40'), 'unevidenced', 0, 0],
  ['an empty search shows nothing', searched(), 'unevidenced', 0, 0],
]

const notReturned: Fixture[] = [
  ['an answer without a tool call has no evidence', fixtureRun([], { answer: line }), 'unevidenced', 0, 0],
  ['the final answer is not its own evidence', fixtureRun(frames(search()), { answer: line }), 'unevidenced', 0, 0],
  [
    'what the model says between calls was not returned by a tool',
    fixtureRun([{ type: 'assistant', content: line }, ...frames(search())]),
    'unevidenced',
    0,
    0,
  ],
  [
    'a question that holds the string is not evidence',
    fixtureRun(frames(search()), { task: `Is it ${question.answer}?` }),
    'unevidenced',
    0,
    0,
  ],
  [
    'the name of the model that ran is not evidence',
    fixtureRun(frames(search()), { model: question.answer }),
    'unevidenced',
    0,
    0,
  ],
  [
    'an argument, and its echo in the result, come from the model',
    fixtureRun(
      frames({
        ...search(),
        args: { pattern: question.answer },
        result: { ok: true, pattern: question.answer, filesSearched: 3, matches: [], truncated: false },
      }),
    ),
    'unevidenced',
    0,
    0,
  ],
  [
    'so do arguments that did not parse',
    fixtureRun(frames({ ...search(), args: `{"pattern": "${question.answer}` })),
    'unevidenced',
    0,
    0,
  ],
  [
    'so does the key of an argument',
    fixtureRun(frames({ ...search(), args: { [question.answer]: 1 } })),
    'unevidenced',
    0,
    0,
  ],
  [
    'so does the directory that was asked for',
    fixtureRun(frames({ ...listing(), result: { ok: true, directory: question.answer, files: [], truncated: false } })),
    'unevidenced',
    0,
    0,
  ],
  [
    'a refusal quotes what was asked',
    fixtureRun(frames(refused(`no match for ${question.answer}`))),
    'unevidenced',
    0,
    0,
  ],
  ['a tool that does not exist returned nothing', fixtureRun(frames(refused(line, 'open_file'))), 'unevidenced', 0, 0],
  [
    'the id of a call is not evidence',
    fixtureRun([
      { type: 'tool_call', id: question.answer, name: 'search_files', args: {} },
      { type: 'tool_result', id: question.answer, ok: true, result: search().result },
    ]),
    'unevidenced',
    0,
    0,
  ],
]

const names: Fixture[] = [
  ['a listed name has no line', fixtureRun(frames(listing(`docs/${question.answer}.md`))), 'unevidenced', 0, 0],
  [
    'the name of the source file is not its content',
    fixtureRun(frames(listing(question.sourceFile))),
    'unevidenced',
    0,
    0,
  ],
  [
    'a match counts by its text, not by its file name',
    searched(match(`docs/${question.answer}.md`, 'notes')),
    'unevidenced',
    0,
    0,
  ],
  [
    'a listed copy by name does not spoil a source line',
    fixtureRun(frames(listing(`${question.answer}.md`), search(source))),
    'grounded',
    1,
    0,
  ],
]

const cuts: Fixture[] = [
  ['the string stands just past the cut', inSource(cut(`${' '.repeat(200)}${question.answer}`)), 'unevidenced', 0, 0],
  ['the cut goes through the string', inSource(cut(`${'x'.repeat(195)}${question.answer}`)), 'unevidenced', 0, 0],
  [
    'the string ends at the cut and is whole',
    inSource(cut(`${'x'.repeat(190)}${question.answer} and more`)),
    'grounded',
    1,
    0,
  ],
  [
    'a copy that was cut before the string is none',
    searched(source, match('docs/notes.md', cut(`${'x'.repeat(199)}${line}`))),
    'grounded',
    1,
    0,
  ],
  [
    'a result that was cut off at its limit shows what it shows',
    fixtureRun(
      frames({ ...search(), result: { ok: true, pattern: 'x', filesSearched: 9, matches: [source], truncated: true } }),
    ),
    'grounded',
    1,
    0,
  ],
  [
    'a result that was cut off may hide a source line, and what is hidden is not evidence',
    fixtureRun(
      frames({ ...search(), result: { ok: true, pattern: 'x', filesSearched: 9, matches: [copy], truncated: true } }),
    ),
    'from-copy',
    0,
    1,
  ],
]

// A path that is not the source file's, character for character, is another file's: a doubt makes a copy, never a source.
const paths: Fixture[] = [
  ['the source path is the end of another path', inFile(`old/${question.sourceFile}`), 'from-copy', 0, 1],
  [
    'an installed package is outside the corpus',
    inFile(`node_modules/fixture/${question.sourceFile}`),
    'from-copy',
    0,
    1,
  ],
  ['the source path is the beginning of another path', inFile(`${question.sourceFile}.bak`), 'from-copy', 0, 1],
  ['one more letter makes another file', inFile(`${question.sourceFile}x`), 'from-copy', 0, 1],
  ['the source path is a folder here', inFile(`${question.sourceFile}/index.ts`), 'from-copy', 0, 1],
  ['the test beside the source is not the source', inFile('agent/src/config.test.ts'), 'from-copy', 0, 1],
  ['a file of the same name stands elsewhere', inFile('site/src/config.ts'), 'from-copy', 0, 1],
  [
    "the other question's source file is a copy here",
    inFile(questionOfId('binary-extensions').sourceFile),
    'from-copy',
    0,
    1,
  ],
  ['a path that leaves the root is outside the corpus', inFile(`../${question.sourceFile}`), 'from-copy', 0, 1],
  ['so is an absolute one', inFile(`/${question.sourceFile}`), 'from-copy', 0, 1],
  ['the tools write no leading dot', inFile(`./${question.sourceFile}`), 'from-copy', 0, 1],
  ['nor a doubled separator', inFile('agent//src/config.ts'), 'from-copy', 0, 1],
  ['nor a way round', inFile('agent/src/tools/../config.ts'), 'from-copy', 0, 1],
  ['nor Windows separators: elsewhere that is one odd file name', inFile('agent\\src\\config.ts'), 'from-copy', 0, 1],
  ['nor an escaped separator', inFile('agent%2Fsrc%2Fconfig.ts'), 'from-copy', 0, 1],
  ['case tells files apart', inFile('Agent/src/Config.ts'), 'from-copy', 0, 1],
  ['a trailing space is a part of the name', inFile(`${question.sourceFile} `), 'from-copy', 0, 1],
  [
    'a Cyrillic letter looks alike and is another',
    inFile(question.sourceFile.replace('a', '\u0430')),
    'from-copy',
    0,
    1,
  ],
  [
    'a character of no width is a character',
    inFile(question.sourceFile.replace('/src', '/\u200Bsrc')),
    'from-copy',
    0,
    1,
  ],
  [
    'a file outside the corpus beside the source leaves both open',
    searched(source, match(`/${question.sourceFile}`, line)),
    'undecidable',
    1,
    1,
  ],
]

const strings: Fixture[] = [
  ['capitals are another string', inSource(line.toUpperCase()), 'unevidenced', 0, 0],
  ['hyphens that do not break are other characters', inSource(line.replaceAll('-', '\u2011')), 'unevidenced', 0, 0],
  ['so is a Cyrillic letter', inSource(line.replace('gpt', 'g\u0440t')), 'unevidenced', 0, 0],
  ['so is a full-width digit', inSource(line.replace('5', '\uFF15')), 'unevidenced', 0, 0],
  ['a character of no width parts the string', inSource(line.replace('gpt', 'gp\u200Dt')), 'unevidenced', 0, 0],
  ['spaces are no hyphens', inSource(line.replaceAll('-', ' ')), 'unevidenced', 0, 0],
  [
    'two lines do not add up to the string',
    searched(match(question.sourceFile, "'gpt-5-' +"), match(question.sourceFile, "'mini'", 8)),
    'unevidenced',
    0,
    0,
  ],
  ['an empty line carries nothing', inSource(''), 'unevidenced', 0, 0],
  ['a longer word contains the string', inSource(`${question.answer}-2025`), 'grounded', 1, 0],
  [
    'the rule does not read: a source line that denies it counts',
    inSource(`// not ${question.answer}`),
    'grounded',
    1,
    0,
  ],
  [
    'the rule does not read: a mention elsewhere is a copy',
    searched(source, match('README.md', `never ${question.answer}`)),
    'undecidable',
    1,
    1,
  ],
  [
    'the string inside an escaped string is a copy',
    searched(match('docs/trace.json', JSON.stringify(line))),
    'from-copy',
    0,
    1,
  ],
  ['a line that has the string twice is one line', inSource(`${question.answer} ${question.answer}`), 'grounded', 1, 0],
]

const repeats: Fixture[] = [
  [
    'the same source line, returned by two searches, was seen twice',
    fixtureRun(frames(search(source), search(source))),
    'grounded',
    2,
    0,
  ],
  ['so was the same copy', fixtureRun(frames(search(copy), search(copy), search(source))), 'undecidable', 1, 2],
  ['so was a line that stands twice in one result', searched(copy, copy), 'from-copy', 0, 2],
  [
    'two lines of the source file are two source lines',
    searched(source, match(question.sourceFile, line, 9)),
    'grounded',
    2,
    0,
  ],
  ['a copy that came first does not settle it', fixtureRun(frames(search(copy), search(source))), 'undecidable', 1, 1],
  [
    'a copy that came last does not settle it either',
    fixtureRun(frames(search(source), search(copy))),
    'undecidable',
    1,
    1,
  ],
  [
    'the same line number in another file is another line',
    searched(source, { ...source, file: 'docs/notes.md' }),
    'undecidable',
    1,
    1,
  ],
  ['the source line counts wherever it has moved to', searched({ ...source, line: 999 }), 'grounded', 1, 0],
]

/** Two calls in one reply, whose results came back in the other order. */
const parallel = frames(search(copy), search(source))
const crossed = fixtureRun([parallel[0], parallel[2], parallel[3], parallel[1]])
/** A server that calls every call `call_1`. */
const sameId = fixtureRun(frames(search(copy)).concat(frames(search(source))))
/** The same in one reply: the first result is the first call's. */
const [firstCall, firstResult] = frames(search(copy))
const [secondCall, secondResult] = frames(search(source))
const sameIdTogether = fixtureRun([firstCall, secondCall, firstResult, secondResult])

const order: Fixture[] = [
  ['results of parallel calls may come in any order', crossed, 'undecidable', 1, 1],
  ['some servers give every call the same id', sameId, 'undecidable', 1, 1],
  [
    'evidence does not need a right answer',
    fixtureRun(frames(search(source)), { answer: 'I do not know.' }),
    'grounded',
    1,
    0,
  ],
  [
    'nor an answer at all: the loop may end at its cap',
    fixtureRun(frames(search(source)), { answer: null }),
    'grounded',
    1,
    0,
  ],
]

const groups = { plain, notReturned, names, cuts, paths, strings, repeats, order }

describe.each(Object.entries(groups))('adversarial fixtures: %s', (_, fixtures) => {
  it.each(fixtures)('%s', (_why, run, label, sourceLines, copies) => {
    const grade = gradeTrace(run, question)
    expect(grade.provenance).toBe(label)
    expect(grade.sightings).toEqual({ source: sourceLines, copies })
  })
})

it('reads each call by its own number, whatever the order of the results', () => {
  const calls = (run: typeof crossed) =>
    gradeTrace(run, question).observations.map(({ call, carries }) => [call, carries])
  expect(calls(crossed)).toEqual([
    [2, 'source'],
    [1, 'copy'],
  ])
  for (const run of [sameId, sameIdTogether]) {
    expect(calls(run)).toEqual([
      [1, 'copy'],
      [2, 'source'],
    ])
  }
})
