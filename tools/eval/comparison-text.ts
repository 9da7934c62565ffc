import { counted, formatCount } from '../counted.ts'
import type { ComparedCase } from './compared-case.ts'
import { type Call, compare, type Own, type Step } from './comparison.ts'
import type { Subtraction } from './subtraction.ts'

/** A comparison as it is printed, text by text. The page prints these, and the gate holds what was built against them. */
export interface ComparisonText {
  /** What stands beside what. */
  what: string
  /** Where the two first part. */
  divergence: string
  answers: string
  /** The fragment that leads to the first divergence; none where there is none. */
  address: string | undefined
  heads: { run: string; taken: string; note: string }[]
  rows: RowText[]
}

export interface RowText {
  /** Which call it is, of either run; none in a row that goes on with the call above it. */
  call: string | undefined
  isFirstDivergence: boolean
  /** One cell where it is said of both runs, otherwise one for each. */
  cells: CellText[]
}

export interface CellText {
  /** Whose cell it is; none where it is said of both. */
  side: string | undefined
  /** The tool and its arguments, as recorded. */
  asked: string | undefined
  says: string | undefined
  /** What one side alone returned, as recorded, below what is said of it. */
  lists: { says: string; recorded: string[] }[]
}

export const firstDivergence = 'first divergence'

const taken: Record<Subtraction, string> = {
  nothing: '',
  'all-but-source': 'with no match but its source lines',
  source: 'without its source lines',
  'every-match': 'without its matches',
}

export function comparisonText(left: ComparedCase, right: ComparedCase): ComparisonText {
  const { steps, divergence, answersAgree } = compare(left, right)
  const names = [left, right].map(nameOf)
  const isMade = right.subtracts !== 'nothing'
  const place = divergence === undefined ? undefined : steps[divergence]
  return {
    what: isMade
      ? `${left.run} beside itself ${taken[right.subtracts]}. The second is no recorded run: it is made from the first by subtraction.`
      : `${left.run} beside ${right.run}.`,
    divergence: place ? `They first part at call ${callNumbers(place)}.` : 'Both made the same calls and saw the same.',
    answers:
      answersAgree === undefined
        ? 'Neither ended with an answer.'
        : `Their answers ${answersAgree ? 'are the same' : 'differ'}.`,
    address: place && `${left.run}/${isMade ? `without-${right.subtracts}` : right.run}/divergence`,
    heads: [left, right].map(({ run, subtracts }) => ({
      run,
      taken: taken[subtracts],
      note: subtracts === 'nothing' ? 'as recorded' : 'made by subtraction, not recorded',
    })),
    rows: stretches(steps).flatMap((stretch) =>
      stretch.length > 1 ? [folded(stretch)] : stretch.flatMap((step) => rowsOf(step, names, step === place)),
    ),
  }
}

/** Every text of a comparison, in the order in which it is printed. */
export function printedTexts({ what, divergence, answers, heads, rows }: ComparisonText): string[] {
  return [
    [what, divergence, answers].join(' '),
    'Call',
    ...heads.map(({ run, taken, note }) => [run, taken, note].filter((part) => part !== '').join(' ')),
    ...rows.flatMap(({ call, isFirstDivergence, cells }) => [
      ...(call === undefined ? [] : [isFirstDivergence ? `${call} ${firstDivergence}` : call]),
      ...cells.flatMap(({ side, asked, says, lists }) => [
        ...[side, asked, says].filter((text) => text !== undefined),
        ...lists.flatMap(({ says, recorded }) => [says, ...recorded]),
      ]),
    ]),
  ]
}

function nameOf({ run, subtracts }: ComparedCase): string {
  return subtracts === 'nothing' ? run : `${run} ${taken[subtracts]}`
}

function callNumbers(first: Step, last: Step = first): string {
  const numbers = (['left', 'right'] as const).flatMap((side) => {
    const [from, to] = [first[side]?.number, last[side]?.number].map((number) => number && formatCount(number))
    return from === undefined ? [] : [from === to ? from : `${from}–${to}`]
  })
  return [...new Set(numbers)].join(' / ')
}

/** Up to so many calls in a row that both made, and that gave them the same, are printed one by one. */
const alikeInFull = 12
/** Of more, so many of the last are: the next call was made on what they gave. */
const alikeBefore = 2

/** The steps, each alone but where many in a row do not diverge. */
function stretches(steps: readonly Step[]): Step[][] {
  const alike: Step[] = []
  const closed = (): Step[][] => {
    const stretch = alike.splice(0)
    const from = stretch.length > alikeInFull ? stretch.length - alikeBefore : 0
    return [...(from > 0 ? [stretch.slice(0, from)] : []), ...stretch.slice(from).map((step) => [step])]
  }
  const parts = steps.flatMap((step) => {
    if (step.diverges) return [...closed(), [step]]
    alike.push(step)
    return []
  })
  return [...parts, ...closed()]
}

function folded(stretch: readonly Step[]): RowText {
  const [first, last] = [stretch[0], stretch.at(-1)]
  const shared = stretch.reduce((sum, step) => sum + step.shared, 0)
  const says = `${counted(stretch.length, 'call', 'calls')} alike, ${counted(shared, 'observation', 'observations')} in both`
  const call = first && callNumbers(first, last)
  return { call, isFirstDivergence: false, cells: [{ side: undefined, asked: undefined, says, lists: [] }] }
}

/** A call that both made is said once; below it, where they part, what each of them alone was given. */
function rowsOf(step: Step, names: readonly string[], isFirstDivergence: boolean): RowText[] {
  const { left, right, shared, onlyLeft, onlyRight, diverges } = step
  const call = callNumbers(step)
  if (!left || !right) {
    const cells = names.map((side, index) => {
      const made = index === 0 ? left : right
      const { observations } = index === 0 ? onlyLeft : onlyRight
      if (!made) return { side, asked: undefined, says: 'not called', lists: [] }
      const says = observations.length === 0 ? counted(0, 'observation', 'observations') : undefined
      return { side, asked: askedOf(made), says, lists: listsOf({ observations, fields: [] }) }
    })
    return [{ call, isFirstDivergence, cells }]
  }
  const says = `${counted(shared, 'observation', 'observations')} in both`
  const both: CellText = { side: undefined, asked: askedOf(left), says, lists: [] }
  const own = [onlyLeft, onlyRight].map((only, index): CellText => {
    const lists = listsOf(only)
    return { side: names[index], asked: undefined, says: lists.length === 0 ? 'nothing else' : undefined, lists }
  })
  const first = { call, isFirstDivergence, cells: [both] }
  return diverges ? [first, { call: undefined, isFirstDivergence: false, cells: own }] : [first]
}

function listsOf({ observations, fields }: Own): CellText['lists'] {
  const lists = [
    { says: `${counted(observations.length, 'observation', 'observations')} only here`, recorded: observations },
    { says: 'the result says here', recorded: fields },
  ]
  return lists.filter(({ recorded }) => recorded.length > 0)
}

function askedOf({ asked: { name, args } }: Call): string {
  return `${name} ${typeof args === 'string' ? args : JSON.stringify(args)}`
}
