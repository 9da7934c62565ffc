import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gradeTrace } from './grade.ts'
import { carried, countSightings, labels, provenance } from './provenance.ts'
import { questionOfId } from './question.ts'
import { subtractFromEvidence, subtractFromTrace } from './subtraction.ts'
import { fixtureRun, frames, line, listing, match, search } from './testing/fixture-run.ts'

const question = questionOfId('model-name')

const observations = fc.array(fc.record({ carries: fc.constantFrom(...carried) }))
const labelOf = (observed: Parameters<typeof countSightings>[0]) => provenance(countSightings(observed))

const file = fc.constantFrom(question.sourceFile, `old/${question.sourceFile}`, 'README.md')
const text = fc.constantFrom(line, 'something else', '', question.answer.toUpperCase())
const step = fc.oneof(
  fc
    .array(fc.tuple(file, text, fc.nat({ max: 99 })))
    .map((matches) => search(...matches.map(([name, written, at]) => match(name, written, at + 1)))),
  fc.array(file).map((files) => listing(...files)),
)
const steps = fc.array(step, { maxLength: 4 })

describe('provenance', () => {
  // The rule as FACTS states it: source only, copy only, both, neither.
  it('is one of four labels, by whether a source and a copy were seen', () => {
    expect(provenance({ source: 1, copies: 0 })).toBe('grounded')
    expect(provenance({ source: 0, copies: 1 })).toBe('from-copy')
    expect(provenance({ source: 1, copies: 1 })).toBe('undecidable')
    expect(provenance({ source: 0, copies: 0 })).toBe('unevidenced')
    expect(labels).toEqual(['grounded', 'from-copy', 'undecidable', 'unevidenced'])
  })

  it('is never grounded once a copy was seen: a copy more never turns undecidable into grounded', () => {
    fc.assert(
      fc.property(observations, (observed) => {
        const before = labelOf(observed)
        const after = labelOf([...observed, { carries: 'copy' }])
        expect(after).toBe(before === 'grounded' || before === 'undecidable' ? 'undecidable' : 'from-copy')
      }),
    )
  })

  it('does not change with an observation that carries nothing', () => {
    fc.assert(fc.property(observations, (observed) => labelOf([...observed, { carries: 'no' }]) === labelOf(observed)))
  })

  it('does not depend on the order of observations', () => {
    const reordered = observations.chain((observed) =>
      fc.tuple(fc.constant(observed), fc.shuffledSubarray(observed, { minLength: observed.length })),
    )
    fc.assert(fc.property(reordered, ([observed, other]) => labelOf(other) === labelOf(observed)))
  })
})

describe('the provenance of a whole run', () => {
  it('does not depend on the order of calls, nor of matches in a result', () => {
    const reordered = steps.chain((made) =>
      fc.tuple(fc.constant(made), fc.shuffledSubarray(made, { minLength: made.length })),
    )
    fc.assert(
      fc.property(reordered, ([made, other]) => {
        const run = fixtureRun(frames(...made))
        const turned = { ...run, frames: run.frames.map(withMatchesReversed) }
        const { sightings, provenance: label } = gradeTrace(run, question)
        for (const same of [fixtureRun(frames(...other)), turned]) {
          expect(gradeTrace(same, question)).toMatchObject({ sightings, provenance: label })
        }
      }),
    )
  })

  it('is unevidenced once every match is taken out, whatever the answer says', () => {
    fc.assert(
      fc.property(steps, (made) => {
        const run = fixtureRun(frames(...made), { answer: line })
        expect(gradeTrace(subtractFromTrace(run, question, 'every-match'), question).provenance).toBe('unevidenced')
      }),
    )
  })

  it('is the same after a subtraction from the run and from its evidence', () => {
    const subtraction = fc.constantFrom('nothing', 'all-but-source', 'source', 'every-match')
    fc.assert(
      fc.property(steps, subtraction, (made, subtracted) => {
        const run = fixtureRun(frames(...made))
        const fromTrace = gradeTrace(subtractFromTrace(run, question, subtracted), question).observations
        const fromEvidence = subtractFromEvidence(gradeTrace(run, question).observations, subtracted)
        const unplaced = (observed: typeof fromTrace) => observed.map(({ index, ...rest }) => rest)
        expect(unplaced(fromTrace)).toEqual(unplaced(fromEvidence))
      }),
    )
  })

  it('is unchanged where nothing is subtracted', () => {
    fc.assert(
      fc.property(steps, (made) => {
        const { task, frames: recorded, ...rest } = fixtureRun(frames(...made))
        expect(subtractFromTrace({ task, frames: recorded, ...rest }, question, 'nothing')).toEqual({
          task,
          frames: recorded,
        })
      }),
    )
  })
})

function withMatchesReversed(frame: ReturnType<typeof fixtureRun>['frames'][number]): typeof frame {
  if (frame.type !== 'tool_result' || !frame.result.ok || !('matches' in frame.result)) return frame
  return { ...frame, result: { ...frame.result, matches: frame.result.matches.toReversed() } }
}
