import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserError } from '../user-error.ts'
import { hundredths, identifier, integer, oneOf, orNone, text } from './column.ts'
import { decode, formatTable, parseTable } from './table.ts'

// A table made for these tests; its columns are of each kind that the data files have.
const columns = {
  name: identifier,
  verdict: oneOf(['grounded', 'from-copy']),
  confidence: hundredths,
  tokens: orNone(integer({ from: 1 })),
  reason: orNone(text),
}
const names = 'name\tverdict\tconfidence\ttokens\treason'
const whole = `# what: a fixture\n# repeats: 2\n${names}\na\tgrounded\t0.93\t12\tSeen.\nb\tfrom-copy\t1.00\t-\t-\n`
const parse = (content: string) => parseTable(columns, content, 'fixture.tsv')
const valuesOf = (content: string) => {
  const { header, rows } = parse(content)
  return { header: [...header], rows: rows.map(({ at, ...cells }) => ({ line: at.line, ...cells })) }
}

/** What parsing raises; the test fails where it raises nothing, or what is no UserError. */
function refusal(content: string): UserError {
  try {
    parse(content)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('nothing was raised')
}
const lines = (...rows: string[]) => `${[names, ...rows].join('\n')}\n`
const good = 'a\tgrounded\t0.93\t12\tSeen.'

describe('a table', () => {
  it('has its header, its rows, and the line on which each row stands', () => {
    expect(valuesOf(whole)).toEqual({
      header: [
        ['what', 'a fixture'],
        ['repeats', '2'],
      ],
      rows: [
        { line: 4, name: 'a', verdict: 'grounded', confidence: 93, tokens: 12, reason: 'Seen.' },
        { line: 5, name: 'b', verdict: 'from-copy', confidence: 100, tokens: null, reason: null },
      ],
    })
  })

  const variants: [string, string][] = [
    ['CRLF', whole.replaceAll('\n', '\r\n')],
    ['no final line end', whole.replace(/\n$/, '')],
    ['CRLF and no final line end', whole.replace(/\n$/, '').replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${whole}`],
    ['a byte order mark and CRLF', `\uFEFF${whole.replaceAll('\n', '\r\n')}`],
    ['both kinds of line ends', whole.replace('\n', '\r\n')],
  ]
  it.each(variants)('reads the same with %s', (_, content) => {
    expect(valuesOf(content)).toEqual(valuesOf(whole))
    expect(valuesOf(decode(new TextEncoder().encode(content), 'fixture.tsv'))).toEqual(valuesOf(whole))
  })

  const ordinary: [string, string][] = [
    ['double quotes', '"Seen"'],
    ['an unbalanced quote', 'He said "no'],
    ['a comma and a semicolon', 'one, two; three'],
    ['a backslash', 'a\\tb'],
    ['a line separator (U+2028)', 'one\u2028two'],
    ['a next line and a vertical tab', 'one\u0085two\u000Bthree'],
    ['spaces at both ends', '  Seen.  '],
    ['nothing but a space', ' '],
    ['a hash', '# not a header: here'],
    ['letters of any script', 'ψήφος 評決'],
  ]
  it.each(ordinary)('takes %s in a cell as ordinary characters', (_, cell) => {
    expect(parse(lines(`a\tgrounded\t0.93\t12\t${cell}`)).rows[0]?.reason).toBe(cell)
  })
})

describe('a table that is not in its form', () => {
  const cases: [string, string, number, RegExp][] = [
    ['a row with a cell too few', lines(good, 'b\tgrounded\t0.93\t12'), 3, /ragged row: 4 cells/],
    [
      'a row whose missing tab moves the cells behind it',
      lines(good, 'b\tgrounded\t12\tSeen.'),
      3,
      /ragged row: 4 cells/,
    ],
    ['a row with a cell too many', lines(`${good}\tmore`), 2, /ragged row: 6 cells/],
    ['a tab at the end of a row', lines(good, `${good}\t`), 3, /ragged row: 6 cells/],
    ['a row separated by spaces', lines('a grounded 0.93 12 Seen.'), 2, /ragged row: 1 cells/],
    ['an unknown column', whole.replace('tokens', 'cost'), 3, /unknown column: "cost"/],
    ['a column in another case', whole.replace('tokens', 'Tokens'), 3, /unknown column: "Tokens"/],
    ['a column with a space around it', whole.replace('tokens', ' tokens'), 3, /unknown column: " tokens"/],
    ['one column more', whole.replace('reason', 'reason\tcost'), 3, /unknown column: "cost"/],
    ['an empty column name', whole.replace('reason\n', 'reason\t\n'), 3, /unknown column: ""/],
    ['a missing column', whole.replace('tokens\t', ''), 3, /lacks a column: tokens/],
    ['a column in the place of another', whole.replace('tokens', 'name'), 3, /lacks a column: tokens/],
    ['a column twice', whole.replace('tokens', 'tokens\ttokens'), 3, /names a column twice/],
    ['columns in another order', whole.replace('tokens\treason', 'reason\ttokens'), 3, /in another order/],
    ['a value outside its vocabulary', lines(good.replace('grounded', 'sure')), 2, /column verdict holds/],
    ['a value in another case', lines(good.replace('grounded', 'Grounded')), 2, /column verdict holds/],
    ['a value with a space behind it', lines(good.replace('grounded', 'grounded ')), 2, /column verdict holds/],
    ['an empty cell', lines(good.replace('Seen.', '')), 2, /column reason holds.*an empty cell/s],
    ['an empty cell between others', lines(good.replace('12', '')), 2, /column tokens holds.*an empty cell/s],
    ['an empty line between rows', lines(good, '', good), 3, /empty line/],
    ['an empty line at the end', `${lines(good)}\n`, 3, /empty line/],
    ['an empty CRLF line', `${names}\r\n${good}\r\n\r\n`, 3, /empty line/],
    ['an empty line at the beginning', `\n${whole}`, 1, /empty line/],
    ['a lone carriage return inside a line', lines(good.replace('Seen', 'Se\ren')), 2, /carriage return/],
    ['a lone carriage return at the end of the file', lines(good).replace(/\n$/, '\r'), 2, /carriage return/],
    ['two carriage returns before a line feed', lines(good).replace(/\n$/, '\r\r\n'), 2, /carriage return/],
    ['carriage returns as line ends', whole.replaceAll('\n', '\r'), 1, /carriage return/],
    ['a header line behind the column names', lines('# more: late', good), 2, /ragged row/],
    ['a header line between rows', lines(good, '# more: late'), 3, /ragged row/],
    ['a header line without a value', `# what\n${lines(good)}`, 1, /no header line/],
    ['a header line without its space', `#what: x\n${lines(good)}`, 1, /no header line/],
    ['a header line twice', `# what: x\n# what: y\n${lines(good)}`, 2, /"what" stands here a second time/],
    ['no line at all', '', 1, /no row of column names.*an empty file/s],
    ['a byte order mark and nothing else', '\uFEFF', 1, /no row of column names.*an empty file/s],
    ['header lines alone', '# what: x\n', 1, /no row of column names.*nothing but # lines/s],
    ['column names alone', `${names}\n`, 1, /no row/],
    ['rows without column names', `${good}\n`, 1, /unknown column/],
  ]
  it.each(cases)('is refused with its line: %s', (_, content, line, message) => {
    const { complaint, message: said } = refusal(content)
    expect([complaint.file, complaint.line]).toEqual(['fixture.tsv', line])
    expect(said).toMatch(message)
  })

  it('says what was expected', () => {
    expect(refusal(lines(good.replace('0.93', '0.9'))).message).toBe(
      [
        'fixture.tsv:2  column confidence holds what it may not',
        '  found     "0.9"',
        '  expected  a number from 0.00 to 1.00 with two decimals',
      ].join('\n'),
    )
  })
})

describe('bytes that are not UTF-8', () => {
  const bytes = (...parts: (string | number)[]) =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...new TextEncoder().encode(part)])))
  const cases: [string, Uint8Array, number][] = [
    ['a byte of Latin-1', bytes('a\nb\nM', 0xfc, 'ller\n'), 3],
    ['a cut character at the end of a line', bytes('a\n', 0xe2, 0x80, '\nb\n'), 2],
    ['a cut character at the end of the file', bytes('a\nb\n', 0xe2, 0x80), 3],
    ['a surrogate', bytes('a\n', 0xed, 0xa0, 0x80, '\n'), 2],
    ['a bad byte behind a replacement character that is well written', bytes('\uFFFD\n\uFFFD\nb', 0xff), 3],
    ['UTF-16', bytes(0xff, 0xfe, 'a', 0), 1],
    ['two byte order marks', bytes('\uFEFF\uFEFFa\n'), 1],
  ]
  it.each(cases)('are refused with their line: %s', (_, content, line) => {
    expect(() => decode(content, 'fixture.tsv')).toThrow(UserError)
    expect(() => decode(content, 'fixture.tsv')).toThrow(`fixture.tsv:${line} `)
  })
})

/** Bytes in pieces of a size, each in the memory of the one before, as a file is read. */
function* inPieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  const piece = new Uint8Array(size)
  for (let start = 0; start < bytes.length; start += size) {
    const part = bytes.subarray(start, start + size)
    piece.set(part)
    yield piece.subarray(0, part.length)
  }
}

describe('a table that comes in pieces of bytes', () => {
  const content = `\uFEFF${whole.replace('Seen.', '\uFEFF評決 ψ 😀').replaceAll('\n', '\r\n')}`
  const bytes = new TextEncoder().encode(content)
  const sizes = Array.from({ length: bytes.length }, (_, index) => index + 1)

  it('reads the same wherever the pieces end: in a character, at a mark, between CR and LF', () => {
    expect(valuesOf(content).rows[0]).toMatchObject({ reason: '\uFEFF評決 ψ 😀' })
    for (const size of sizes) expect(parseTable(columns, inPieces(bytes, size), 'fixture.tsv')).toEqual(parse(content))
  })

  it('names the line of a byte that is not UTF-8', () => {
    const faulty = new TextEncoder().encode(whole.replace('Seen.', 'Seen\u0001'))
    faulty[faulty.indexOf(1)] = 0xfc
    for (const size of sizes)
      expect(() => parseTable(columns, inPieces(faulty, size), 'fixture.tsv')).toThrow(/fixture\.tsv:4 +is not UTF-8/)
  })

  it('refuses a second byte order mark, and a file without a byte', () => {
    const marked = new TextEncoder().encode(`\uFEFF\uFEFF${whole}`)
    for (const size of [1, 4, 100])
      expect(() => parseTable(columns, inPieces(marked, size), 'fixture.tsv')).toThrow('two byte order marks')
    expect(() => parseTable(columns, [], 'fixture.tsv')).toThrow('an empty file')
  })
})

describe('a table that is written', () => {
  const cell = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((value) => !/[\t\r\n]/.test(value) && value !== '-' && value.isWellFormed())
  const key = cell.filter((value) => !value.includes(':'))
  const row = fc.record({
    name: fc.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/),
    verdict: fc.constantFrom('grounded' as const, 'from-copy' as const),
    confidence: fc.integer({ min: 0, max: 100 }),
    tokens: fc.option(fc.integer({ min: 1, max: 1_000_000_000 })),
    reason: fc.option(cell),
  })

  it('reads back as it was, however its lines end', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(key, cell), { selector: ([name]) => name, maxLength: 4 }),
        fc.array(row, { minLength: 1, maxLength: 20 }),
        fc.boolean(),
        fc.boolean(),
        (header, rows, windows, final) => {
          let content = formatTable(columns, new Map(header), rows)
          if (!final) content = content.slice(0, -1)
          if (windows) content = content.replaceAll('\n', '\r\n')
          const read = parse(decode(new TextEncoder().encode(content), 'fixture.tsv'))
          expect([...read.header]).toEqual(header)
          expect(read.rows.map(({ at, ...cells }) => cells)).toEqual(rows)
          expect(read.rows.map(({ at }) => at.line)).toEqual(rows.map((_, index) => header.length + 2 + index))
        },
      ),
    )
  })

  it('gives the same bytes again when what was read is written', () => {
    const { header, rows } = parse(whole)
    expect(formatTable(columns, header, rows)).toBe(whole)
  })

  const row1 = { name: 'a', verdict: 'grounded' as const, confidence: 93, tokens: 12, reason: 'Seen.' }
  const unwritable: [string, Partial<typeof row1>][] = [
    ['a tab', { reason: 'one\ttwo' }],
    ['a line feed', { reason: 'one\ntwo' }],
    ['a carriage return', { reason: 'one\rtwo' }],
    ['nothing', { reason: '' }],
    ['the text that stands for none', { reason: '-' }],
    ['half a character', { reason: 'one\uD800two' }],
    ['a name with a space', { name: 'a b' }],
    ['a confidence above one', { confidence: 101 }],
    ['a part of a token', { tokens: 1.5 }],
    ['no tokens where one is the least', { tokens: 0 }],
  ]
  it.each(unwritable)('cannot hold %s', (_, change) => {
    expect(() => formatTable(columns, new Map(), [{ ...row1, ...change }])).toThrow(/cannot hold|would read back/)
  })

  it.each([
    ['a line end', 'what', 'one\ntwo'],
    ['a tab', 'what', 'one\ttwo'],
    ['no value', 'what', ''],
    ['a key with a colon', 'what: else', 'x'],
    ['an empty key', '', 'x'],
  ])('cannot hold a header line with %s', (_, name, value) => {
    expect(() => formatTable(columns, new Map([[name, value]]), [row1])).toThrow()
  })
})
