import { tools } from '../eval/observe.ts'
import { labels } from '../eval/provenance.ts'
import { citationChecks } from '../judge/citation.ts'
import type { Judgement } from '../judge/judgements.ts'
import { publishedPanel } from '../judge/published-panel.ts'
import type { RecordedRun } from '../trace/runs.ts'
import { count, distinct, type Figure, least, mean, share, sumOfTokens, value } from './figure.ts'
import { confidence, confidenceDifference, count as counted, meanConfidence, money, tokens } from './format.ts'
import { caseOf, confidenceOf, inputTokensOf, isCorrect, outputTokensOf, runOf } from './measurement.ts'
import * as pick from './picks.ts'
import { Rational } from './rational.ts'

/** What is no count of rows, but of words in the code. */
const nothing = { rows: [] }
const repeatOf = ({ repeat }: Judgement) => repeat
const reasonOf = ({ reason }: Judgement) => (reason === null ? 'unpublished' : 'published')
const questionOf = ({ question }: RecordedRun) => question
const lineOf = ({ file, line }: { file: string; line: number | null }) => `${file}:${line}`

const ofPanel: Record<string, Figure> = {
  'panel.cases': distinct('cases on the panel', (m) => m.calls, caseOf),
  'panel.calls': count('judge calls in all', (m) => m.calls),
  'panel.repeats': distinct('judge calls on each case', (m) => m.calls, repeatOf),
  'panel.labels': value('labels that a judge may give', counted, () => ({
    value: Rational.of(labels.length),
    from: nothing,
  })),
  'controls.cases': distinct('cases whose answer is known', (m) => m.controls, caseOf),
  'controls.by-subtraction': distinct(
    'controls made by taking matches out of a run',
    pick.controlsBySubtraction,
    caseOf,
  ),
  'open.ruled-undecidable': distinct('open cases that code calls undecidable', pick.openRuledUndecidable, caseOf),
  'binary-extensions.calls': count(
    'judge calls on cases whose run was asked the binary-extensions question',
    pick.callsAbout('binary-extensions'),
  ),
  'open.cases': distinct('cases that code cannot settle', (m) => m.open, caseOf),
  'reasons.published': count('judgements whose reason was published', (m) => m.calls.of(reasonOf, 'published')),
  'reasons.unpublished': count('judgements whose reason was not published', (m) => m.calls.of(reasonOf, 'unpublished')),
}

const ofVerdicts: Record<string, Figure> = {
  'controls.calls': count('judge calls on controls', (m) => m.controls),
  'controls.correct': count('control calls that gave the known answer', pick.correctControls),
  'controls.wrong': count('control calls that gave another answer', pick.wrongControls),
  'controls.share-correct': share('the part of control calls that gave the known answer', (m) => m.controls, isCorrect),
  'controls.majorities': distinct('controls on which most calls gave the known answer', pick.rightMajorities, caseOf),
  'open.calls': count('judge calls on open cases', (m) => m.open),
  'open.grounded': count('open calls that said grounded', pick.openSaying('grounded')),
  'open.share-grounded': share('the part of open calls that said grounded', (m) => m.open, pick.saysGrounded),
  'undecidable.calls': count('calls that said undecidable', pick.saying('undecidable')),
  'undecidable.on-open': count('open calls that said undecidable', pick.openSaying('undecidable')),
  'clean.calls': count('open calls outside retired-control', pick.openBut('retired-control')),
  'clean.grounded': count(
    'open calls outside retired-control that said grounded',
    pick.openButSaying('retired-control', 'grounded'),
  ),
}

const ofConfidence: Record<string, Figure> = {
  'open.confidence': mean('mean confidence of open calls', (m) => m.open, confidenceOf),
  'open.grounded.confidence': mean(
    'mean confidence of open calls that said grounded',
    pick.openSaying('grounded'),
    confidenceOf,
  ),
  'clean.confidence': mean(
    'mean confidence of open calls outside retired-control',
    pick.openBut('retired-control'),
    confidenceOf,
  ),
  'correct.confidence': mean('mean confidence of control calls that are right', pick.correctControls, confidenceOf),
  'undecidable.confidence': least(
    'confidence of the calls that said undecidable',
    pick.saying('undecidable'),
    confidenceOf,
    confidence,
  ),
  'calls.lowest-confidence': least('lowest confidence of a call', (m) => m.calls, confidenceOf, confidence),
  'cases.lowest-confidence': value('lowest mean confidence of a case', meanConfidence, pick.leastConfidentCase),
  'grounded.gap': value(
    'mean confidence of grounded on open cases, less that on controls',
    confidenceDifference,
    pick.groundedGap,
  ),
  ...Object.fromEntries(
    labels.flatMap((label) => [
      [`controls.${label}.calls`, count(`control calls that said ${label}`, pick.controlsSaying(label))],
      [
        `controls.${label}.confidence`,
        mean(`mean confidence of control calls that said ${label}`, pick.controlsSaying(label), confidenceOf),
      ],
    ]),
  ),
}

const ofCitations: Record<string, Figure> = {
  'citations.contradicting': count('citations that contradict their verdict', pick.citing('contradicts')),
  'citations.unobserved': count('citations of a line that no tool returned', pick.citing('unobserved')),
  'citations.consistent': count('citations that agree with their verdict', pick.citing('consistent')),
  'citations.open-in-source': count('open calls that cite a returned line of the source file', pick.openCitingSource),
  'citations.retired-control': count(
    'calls on retired-control that cite agent/src/tools/fs.ts:42',
    pick.retiredControlCitingSource,
  ),
  ...Object.fromEntries(
    citationChecks.flatMap((check): [string, Figure][] => [
      [`controls.citations.${check}`, count(`control calls whose citation is ${check}`, pick.controlsCiting(check))],
      [`open.citations.${check}`, count(`open calls whose citation is ${check}`, pick.openCiting(check))],
    ]),
  ),
}

const ofEvidence: Record<string, Figure> = {
  'runs.recorded': count('recorded runs', (m) => m.recorded),
  'runs.questions': distinct('questions that the recorded runs were asked', (m) => m.recorded, questionOf),
  'agent.tools': value('tools of the agent, whose results the grader reads', counted, () => ({
    value: Rational.of(tools.length),
    from: nothing,
  })),
  'runs.model-name': count('recorded runs of the model-name question', pick.runsAsking('model-name')),
  'runs.model-name.undecidable': count(
    'runs of the model-name question that code calls undecidable',
    pick.undecidableRuns('model-name'),
  ),
  'named-only.observations': count('observations in named-only', pick.inRun('named-only')),
  'named-only.file-names': count('observations in named-only that are file names', pick.namesIn('named-only')),
  'corpus-hit.matches': count('matches in corpus-hit', pick.inRun('corpus-hit')),
  'corpus-hit.copies': count('copies in corpus-hit', pick.carrying('corpus-hit', 'copy')),
  'corpus-hit.besides': count('matches in corpus-hit besides its source line', pick.besideSource('corpus-hit')),
  'corpus-hit.source': count('source lines in corpus-hit', pick.carrying('corpus-hit', 'source')),
  'retired-control.observations': count('observations in retired-control', pick.inRun('retired-control')),
  'retired-control.source': count('source lines in retired-control', pick.carrying('retired-control', 'source')),
  'retired-control.copies': count('copies in retired-control', pick.carrying('retired-control', 'copy')),
  'retired-control.copied-lines': distinct(
    'different lines among the copies in retired-control',
    pick.carrying('retired-control', 'copy'),
    lineOf,
  ),
  'verdict-row.returned': count('times that an earlier verdict row was returned', pick.verdictRow),
  'verdict-row.runs': distinct('runs in which an earlier verdict row was returned', pick.verdictRow, runOf),
  'verdict-row.calls': count('judge calls that were shown an earlier verdict row', pick.callsShownVerdictRow),
  'verdict-row.clean-cases': distinct(
    'cases in which no earlier verdict row was returned',
    pick.callsNotShownVerdictRow,
    caseOf,
  ),
}

const ofRuns: Record<string, Figure> = {
  'retired-control.frames': value('frames of retired-control', counted, pick.framesOf('retired-control')),
  'retired-control.tool-calls': value(
    'tool calls in retired-control',
    counted,
    pick.framesOf('retired-control', ({ type }) => type === 'tool_call'),
  ),
  'retired-control.context.first': value(
    'tokens in context at the first frame of retired-control',
    tokens,
    pick.contextOf('retired-control', (sizes) => sizes[0]),
  ),
  'retired-control.context.peak': value(
    'most tokens in context in retired-control',
    tokens,
    pick.contextOf('retired-control', (sizes) => Math.max(...sizes)),
  ),
}

const ofCost: Record<string, Figure> = {
  'tokens.input': sumOfTokens('input tokens of all judge calls', (m) => m.calls, inputTokensOf),
  'tokens.output': sumOfTokens('output tokens of all judge calls', (m) => m.calls, outputTokensOf),
  'price.input': value('price of a million input tokens', money, pick.price('input')),
  'price.output': value('price of a million output tokens', money, pick.price('output')),
  cost: value('cost of all judge calls at that price', money, pick.cost),
}

/** What judges that ask nobody would have got on the controls. */
const ofBaselines: Record<string, Figure> = {
  ...Object.fromEntries(
    labels.map((label) => [
      `always-${label}.cases`,
      distinct(`controls that a judge gets right by always saying ${label}`, pick.controlsKnownAs(label), caseOf),
    ]),
  ),
  'rule.cases': distinct('controls that the deterministic grader gets right', pick.controlsAsRuled, caseOf),
}

const correctOn = (id: string): [string, Figure] => [
  `case.${id}.correct`,
  count(`calls on ${id} that gave the known answer`, pick.correctOnCase(id)),
]

const ofCases: Record<string, Figure> = Object.fromEntries(
  publishedPanel.flatMap(({ id, kind }): [string, Figure][] => [
    [`case.${id}.calls`, count(`judge calls on ${id}`, pick.onCase(id))],
    [`case.${id}.confidence`, mean(`mean confidence of the calls on ${id}`, pick.onCase(id), confidenceOf)],
    ...labels.map((label): [string, Figure] => [
      `case.${id}.${label}`,
      count(`calls on ${id} that said ${label}`, pick.onCaseSaying(id, label)),
    ]),
    ...(kind === 'control' ? [correctOn(id)] : []),
  ]),
)

/** Every figure that a post may quote, by id; each is defined once. */
export const figures: Readonly<Record<string, Figure>> = {
  ...ofPanel,
  ...ofVerdicts,
  ...ofConfidence,
  ...ofCitations,
  ...ofEvidence,
  ...ofRuns,
  ...ofCost,
  ...ofBaselines,
  ...ofCases,
}
