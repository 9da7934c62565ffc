import fc from 'fast-check'
import { fromHtml } from 'hast-util-from-html'
import { describe, expect, it } from 'vitest'
import { exactHtml } from './exact.ts'

/** The text that an HTML parser reads, with the empty marks put back. An implementation of its own, on another DOM. */
function parsedText(html: string): string {
  type Node = ReturnType<typeof fromHtml>['children'][number]
  const read = (node: Node): string => {
    if (node.type === 'text') return node.value
    if (node.type !== 'element') return ''
    if (node.tagName !== 'span' || node.children.length > 0) return node.children.map(read).join('')
    return String.fromCharCode(Number.parseInt(String(node.properties.dataOdd).slice(2), 16))
  }
  const [body] = fromHtml(`<body><div>${html}</div></body>`).children.flatMap((root) =>
    root.type === 'element' ? root.children.filter((node) => node.type === 'element' && node.tagName === 'body') : [],
  )
  return body ? read(body) : ''
}

describe('exactHtml', () => {
  it('leaves plain text as it is', () => {
    expect(exactHtml('Which file? «agent/src/tools/fs.ts»\n\tline 42')).toBe(
      'Which file? «agent/src/tools/fs.ts»\n\tline 42',
    )
  })

  it('shows markup as text', () => {
    expect(exactHtml('<b>&amp;')).toBe('&lt;b&gt;&amp;amp;')
  })

  it('marks what cannot be seen with its code point', () => {
    expect(exactHtml('a\u202eb')).toBe('a<span class="odd" data-odd="U+202E">\u202e</span>b')
    expect(exactHtml('\u001b[31m')).toContain('data-odd="U+001B"')
    expect(exactHtml('\u{e0041}')).toContain('data-odd="U+E0041"')
  })

  it('leaves joiners in emoji and words alone', () => {
    expect(exactHtml('👩‍💻')).toBe('👩‍💻')
  })

  it('writes no character that an HTML file cannot hold', () => {
    const html = exactHtml('\ud800 \udc00 \u0000')
    expect(html.isWellFormed()).toBe(true)
    expect(html).not.toContain('\u0000')
  })

  it('is read back as the same string, whatever the string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(parsedText(exactHtml(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes)
        expect(parsedText(exactHtml(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
    for (let code = 0; code < 0x300; code++) {
      const text = `a${String.fromCharCode(code)}b`
      expect(parsedText(exactHtml(text))).toBe(text)
    }
  })
})
