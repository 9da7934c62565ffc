import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseTrace } from '../trace/schema.ts'
import { parseEvidence } from './evidence.ts'
import { gradeSentence, gradeTrace } from './grade.ts'
import { questionOfId, questionOfTask } from './question.ts'
import { copy, fixtureRun, frames, listing, match, search, source } from './testing/fixture-run.ts'

const post = new URL('../../site/content/posts/judging-a-moving-target/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, post), 'utf8')

const retiredControl = parseTrace(read('trace-retired-control.json'), 'trace-retired-control.json')
const evidence = parseEvidence(read('evidence.tsv'), 'evidence.tsv')

function gradeRetiredControl() {
  const question = questionOfTask(retiredControl.task)
  if (!question) throw new Error('the published run asks a question that is not known')
  return gradeTrace(retiredControl, question)
}

describe('the grade of the published run', () => {
  // Expected values: the section "The demo" of the published post, which prints them for this very file.
  it('is undecidable: 77 observations, 1 source line, 2 copies', () => {
    const grade = gradeRetiredControl()
    expect(gradeSentence(grade)).toBe('1 source line, 2 copies among 77 observations: undecidable')
    expect(grade.tools.join(' > ')).toBe('search_files > search_files > list_files > search_files > search_files')
    expect(grade.outcome).toBe('success')
    expect(grade.unreadClaims).toEqual([])
  })

  it('has the rows of the carried-over evidence, one for one and in their order', () => {
    const rows = evidence.filter(({ run }) => run === 'retired-control')
    expect(
      gradeRetiredControl().observations.map(({ call, tool, file, line, carries }) => {
        return { run: 'retired-control', call, tool, file, line, carries }
      }),
    ).toEqual(rows.map(({ at, ...cells }) => cells))
    expect(rows).toHaveLength(77)
  })

  it('says where in the trace each observation stands', () => {
    for (const { frame, index, file, line, text } of gradeRetiredControl().observations) {
      const current = retiredControl.frames[frame]
      if (current?.type !== 'tool_result' || !current.result.ok) throw new Error(`frame ${frame} is no result`)
      const { result } = current
      if ('files' in result) expect(result.files[index]).toBe(file)
      else expect(result.matches[index]).toEqual({ file, line, text })
    }
  })
})

describe('unread claims', () => {
  const question = questionOfId('model-name')
  const { sourceFile, answer } = question
  const graded = (between: unknown[], said: string) => gradeTrace(fixtureRun(between, { answer: said }), question)

  it('are the facts that the answer states and nothing returned contains', () => {
    const said = `${sourceFile} sets it to ${answer}`
    expect(graded([], said).unreadClaims).toEqual([sourceFile, answer])
    expect(graded(frames(listing(sourceFile)), said).unreadClaims).toEqual([answer])
    expect(graded(frames(search(match('docs/notes.md', answer))), said).unreadClaims).toEqual([sourceFile])
    expect(graded(frames(search(match('docs/notes.md', said))), said).unreadClaims).toEqual([])
    expect(graded(frames(search(source)), said).unreadClaims).toEqual([])
  })

  it('are none where the answer states no fact', () => {
    expect(graded([], 'I do not know.').unreadClaims).toEqual([])
  })

  it('count a listed name as read where it is the source file, and never for the string', () => {
    expect(graded(frames(listing(answer, `docs/${answer}.md`)), answer).unreadClaims).toEqual([answer])
    expect(graded(frames(listing(`old/${sourceFile}`)), sourceFile).unreadClaims).toEqual([sourceFile])
  })
})

describe('the outcome, computed again', () => {
  const question = questionOfId('model-name')
  const { sourceFile, answer } = question

  it.each([
    ['success', `${sourceFile} sets it to ${answer}`],
    ['partial', `It is set in ${sourceFile}.`],
    ['partial', `It is ${answer}.`],
    ['failure', 'I do not know.'],
    ['failure', ''],
  ])('is %s for %j', (outcome, said) => {
    expect(gradeTrace(fixtureRun(frames(search()), { answer: said }), question).outcome).toBe(outcome)
  })

  it('is that of the final answer, and not of a remark before it', () => {
    const remark = { type: 'assistant', content: `${sourceFile}: ${answer}` }
    expect(gradeTrace(fixtureRun([remark], { answer: 'I do not know.' }), question).outcome).toBe('failure')
    expect(gradeTrace(fixtureRun([remark, ...frames(search())], { answer: null }), question).outcome).toBe('failure')
  })
})

describe('the sentence of a grade', () => {
  const question = questionOfId('model-name')
  const sentence = (...matches: Parameters<typeof search>) =>
    gradeSentence(gradeTrace(fixtureRun(frames(search(...matches))), question))

  it('counts in the singular, in the plural and at none', () => {
    expect(sentence(source)).toBe('1 source line, no copies among 1 observation: grounded')
    expect(sentence(copy, source, source)).toBe('2 source lines, 1 copy among 3 observations: undecidable')
    expect(sentence(match('README.md', 'something else'))).toBe(
      'no source lines, no copies among 1 observation: unevidenced',
    )
    expect(sentence()).toBe('no observations: unevidenced')
  })

  it('groups thousands', () => {
    expect(sentence(...Array.from({ length: 1200 }, () => copy))).toBe(
      'no source lines, 1,200 copies among 1,200 observations: from-copy',
    )
  })
})
