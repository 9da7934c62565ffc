import { expect, it } from 'vitest'
import { textTable } from './text-table.ts'

it('lays a table out in columns, words left and numbers right', () => {
  const table = textTable(
    ['run', 'observations', 'provenance'],
    [
      ['fixture-a', '1,077', 'grounded'],
      ['b', '5', 'unevidenced'],
      ['fixture-c', '-', 'grounded'],
    ],
  )
  expect(`\n${table}\n`).toBe(`
run        observations  provenance
fixture-a         1,077  grounded
b                     5  unevidenced
fixture-c             -  grounded
`)
})

it('shows the head alone where there is no row', () => {
  expect(textTable(['run', 'provenance'], [])).toBe('run  provenance')
})
