import { expect, it } from 'vitest'
import { systemErrorSentence } from './system-error.ts'

it('says in words what the system says in a code, and keeps a code that it does not know', () => {
  expect(systemErrorSentence('ENOENT')).toBe('no such file or folder (ENOENT)')
  expect(systemErrorSentence('EFBIG')).toBe('EFBIG')
})
