import { formatCount } from '../counted.ts'
import { type Label, labels } from '../eval/provenance.ts'
import { textTable } from '../text-table.ts'
import { citationChecks } from './citation.ts'
import type { Judgements, Price } from './judgements.ts'
import { costOf, dollars, shortest } from './money.ts'
import { asksNoModel, type Score } from './score.ts'

/** The marks of the labels, the same as on the site. */
const marks: Record<Label, string> = { grounded: '●', 'from-copy': '◐', undecidable: '◇', unevidenced: '○' }

/** A score as a report for a terminal of 80 columns. */
export function scoreReport(score: Score, { price, header }: Pick<Judgements, 'price' | 'header'>): string {
  const { cases, controls, open, citations, unchecked, tokens, offline } = score
  const head = ['case', 'answer', ...labels.map((label) => marks[label]), 'mean', 'citations']
  const rows = cases.map((scored) => [
    scored.case,
    scored.knownAnswer ?? 'open',
    ...labels.map((label) => (scored.verdicts[label] === 0 ? '.' : formatCount(scored.verdicts[label]))),
    scored.meanConfidence.toFixed(2),
    scored.citations ? listed(scored.citations, citationChecks) || '-' : 'not checked',
  ])
  const checked = listed(citations, citationChecks)
  const totals: [string, string][] = [
    [
      'controls',
      `${ofAll(controls.correct, controls.calls)} calls right, ${ofAll(controls.majorities, controls.cases)} majorities`,
    ],
    ['', `mean confidence ${mean(controls.whereRight)} where right, ${mean(controls.whereWrong)} where wrong`],
    ['open cases', `${formatCount(open.calls)} calls: ${listed(open.verdicts, labels) || 'none'}`],
    ['', `mean confidence ${mean(open.meanConfidence)}`],
    [
      'citations',
      [checked, unchecked > 0 ? `${formatCount(unchecked)} not checked: their case is not known here` : '']
        .filter((part) => part !== '')
        .join(', '),
    ],
    ...(asksNoModel(header) ? noSpending : spending(price, tokens)),
  ]
  const others = [
    ...offline.map(({ judge, correct }) => [judge, correct === undefined ? '?' : formatCount(correct)]),
    ['this judge', formatCount(controls.correct)],
  ]
  return [
    textTable(head, rows),
    `${labels.map((label) => `${marks[label]} ${label}`).join('   ')}   mean: of confidence`,
    totals.map(([name, value]) => `${name.padEnd(12)}${value}`).join('\n'),
    `Of ${formatCount(controls.calls)} control calls, judges that ask no model would have got right\n${textTable(['judge', 'right'], others)}`,
  ].join('\n\n')
}

const noSpending: [string, string][] = [
  ['tokens', 'none: no model was asked'],
  ['cost', 'none: nothing was spent'],
]

function spending(price: Price | undefined, tokens: Score['tokens']): [string, string][] {
  const counted = tokens && `${formatCount(tokens.input)} input, ${formatCount(tokens.output)} output`
  return [
    ['tokens', counted ?? 'unknown: the server did not count each call'],
    ['cost', costSentence(price, tokens)],
  ]
}

/** `$0.1297 at $0.25 per million tokens in, $2 out`. */
function costSentence(price: Price | undefined, tokens: Score['tokens']): string {
  if (!price) return 'unknown: no price was given'
  const at = `at $${shortest(price.input)} per million tokens in, $${shortest(price.output)} out`
  return tokens ? `${dollars(costOf(tokens, price))} ${at}` : `unknown (${at})`
}

/** The counts that are not zero, each with its word. */
function listed<Word extends string>(counts: Record<Word, number>, words: readonly Word[]): string {
  return words
    .filter((word) => counts[word] > 0)
    .map((word) => `${formatCount(counts[word])} ${word}`)
    .join(', ')
}

const mean = (value: Score['controls']['whereRight']) => value?.toFixed(4) ?? '-'
const ofAll = (part: number, all: number) => `${formatCount(part)} of ${formatCount(all)}`
