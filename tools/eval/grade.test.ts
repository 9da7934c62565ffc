import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseTrace } from '../trace/schema.ts'
import { parseEvidence } from './evidence.ts'
import { gradeSentence, gradeTrace } from './grade.ts'
import { questionOfTask } from './question.ts'

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
