import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Column, hundredths, identifier, integer, oneOf, orNone, text } from './column.ts'

describe('a column takes a cell in its one form and refuses every other', () => {
  const cases: [string, Column<unknown>, [string, unknown][], string[]][] = [
    [
      'a whole number',
      integer(),
      [
        ['0', 0],
        ['7', 7],
        ['142893', 142_893],
        ['999999999999999', 999_999_999_999_999],
      ],
      [
        '',
        ' ',
        '01',
        '00',
        '1e3',
        '+1',
        '-1',
        '−1',
        '1.0',
        '1,000',
        '1_000',
        '0x10',
        ' 1',
        '1 ',
        '١',
        '１',
        'NaN',
        'Infinity',
        'one',
        '1000000000000000',
        '1\n',
      ],
    ],
    ['a whole number from one', integer({ from: 1 }), [['1', 1]], ['0', '-1', '-']],
    [
      'hundredths',
      hundredths,
      [
        ['0.00', 0],
        ['0.07', 7],
        ['0.93', 93],
        ['1.00', 100],
      ],
      [
        '',
        '0',
        '1',
        '0.9',
        '0.930',
        '.93',
        '00.93',
        '1.01',
        '2.00',
        '-0.10',
        '+0.93',
        '0,93',
        '9e-1',
        'NaN',
        '93 %',
        ' 0.93',
        '0.93 ',
        '0.9३',
        '0.93\n',
      ],
    ],
    [
      'an identifier',
      identifier,
      [
        ['retired-control', 'retired-control'],
        ['v4-model-name', 'v4-model-name'],
      ],
      ['', '-', '-a', 'a-', 'a--b', 'A', 'a_b', 'a b', 'é'],
    ],
    [
      'text',
      text,
      [
        ['Ж', 'Ж'],
        ['-', '-'],
      ],
      [''],
    ],
    [
      'a vocabulary',
      oneOf(['grounded']),
      [['grounded', 'grounded']],
      ['', 'Grounded', 'ground', 'grounded ', '__proto__'],
    ],
    [
      'none',
      orNone(integer()),
      [
        ['-', null],
        ['0', 0],
      ],
      ['', '--', '–', 'none', 'null'],
    ],
  ]
  it.each(cases)('%s', (_, column, taken, refused) => {
    for (const [cell, value] of taken) {
      expect(column.parse(cell)).toEqual(value)
      expect(column.format(value)).toBe(cell)
    }
    for (const cell of refused) expect([cell, column.parse(cell)]).toEqual([cell, undefined])
  })

  it('hundredths are exactly the hundred and one numbers from 0.00 to 1.00', () => {
    // Made from the digits, without any arithmetic.
    const digits = [...'0123456789']
    const all = [...digits.flatMap((tenth) => digits.map((hundredth) => `0.${tenth}${hundredth}`)), '1.00']
    expect(all.map((cell) => hundredths.parse(cell))).toEqual(Array.from({ length: 101 }, (_, value) => value))
    expect(all.map((_, value) => hundredths.format(value))).toEqual(all)
  })

  it('a whole number is refused unless it is how JavaScript prints it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+]?[0-9.e]{1,6}$/)), (cell) => {
        const value = integer().parse(cell)
        if (value !== undefined) expect(String(value)).toBe(cell)
      }),
    )
  })
})
