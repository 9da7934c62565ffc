import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inScript } from './json-ld.ts'

test('a text that closes a script element stays inside it', () => {
  expect(inScript({ headline: '</script><!--' })).toBe('{"headline":"\\u003c/script>\\u003c!--"}')
})

test('what was written is what is read, and no "<" is in between', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const written = inScript({ text })
      expect(written).not.toContain('<')
      expect(JSON.parse(written)).toEqual({ text })
    }),
  )
})
