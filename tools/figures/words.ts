const ones = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = [
  { word: 'million', size: 1_000_000 },
  { word: 'thousand', size: 1_000 },
  { word: 'hundred', size: 100 },
]

const small = new Map<string, number>([
  ...ones.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
])

/** Every single word that a number from two upwards can be made of: what the gate looks for in prose. */
export const numberWords: readonly string[] = [...ones.slice(2), ...tens, ...scales.map(({ word }) => word)]

/** A whole number below a thousand million in English words, as in `thirty-six` and `one hundred and five`. */
export function toWords(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 1_000_000_000)
    throw new RangeError(`${value} has no words here`)
  if (value < 20) return ones[value] ?? ''
  if (value < 100) {
    const ten = tens[Math.floor(value / 10) - 2] ?? ''
    return value % 10 === 0 ? ten : `${ten}-${toWords(value % 10)}`
  }
  const scale = scales.find(({ size }) => value >= size) ?? { word: 'hundred', size: 100 }
  const rest = value % scale.size
  const head = `${toWords(Math.floor(value / scale.size))} ${scale.word}`
  if (rest === 0) return head
  return rest < 100 ? `${head} and ${toWords(rest)}` : `${head} ${toWords(rest)}`
}

/** The whole number that English words say, in lower case; undefined where they say none. `no` and `none` are zero. */
export function fromWords(words: string): number | undefined {
  if (words === 'no' || words === 'none') return 0
  const parts = words
    .replace(/^a (?=hundred|thousand|million)/, 'one ')
    .replaceAll(/(?<=hundred|thousand|million) and (?!hundred|thousand|million)/g, ' ')
    .split(/[ -]/)
  const value = sumOf(parts)
  // Written back, the number must give the same words: this refuses "three two", "ten-five" and the like.
  return value !== undefined && toWords(value).replaceAll(' and ', ' ').replaceAll('-', ' ') === parts.join(' ')
    ? value
    : undefined
}

function sumOf(parts: readonly string[]): number | undefined {
  let total = 0
  let current = 0
  for (const part of parts) {
    const scale = scales.find(({ word }) => word === part)
    const value = small.get(part)
    if (scale?.size === 100) current *= 100
    else if (scale) [total, current] = [total + current * scale.size, 0]
    else if (value !== undefined) current += value
    else return undefined
  }
  const sum = total + current
  return sum < 1_000_000_000 ? sum : undefined
}
