import { fileURLToPath } from 'node:url'
import { gradeTrace } from '../../eval/grade.ts'
import { questionOfId } from '../../eval/question.ts'
import type { PanelCase } from '../panel.ts'
import { readPanel } from '../read.ts'

/** The repository's own panel, read from its files. */
export const panelHere = await readPanel(fileURLToPath(new URL('../../../', import.meta.url)))

/** Cases that nobody recorded, as many as a test wants: each is one search whose only match is the source line. */
export function fixtureCases(count: number): PanelCase[] {
  const question = questionOfId('model-name')
  return Array.from({ length: count }, (_, index): PanelCase => {
    const match = { file: question.sourceFile, line: index + 1, text: `export const MODEL_NAME = '${question.answer}'` }
    const result = { ok: true as const, pattern: 'p', filesSearched: 1, matches: [match], truncated: false }
    const transcript: PanelCase['transcript'] = {
      task: question.text,
      frames: [
        { type: 'user', content: question.text },
        { type: 'tool_call', id: 'a', name: 'search_files', args: { pattern: 'p' } },
        { type: 'tool_result', id: 'a', ok: true, result },
        { type: 'assistant', content: `fixture ${index}` },
      ],
    }
    const grade = gradeTrace(transcript, question)
    return { id: `fixture-${index + 1}`, kind: 'control', question, transcript, grade, knownAnswer: grade.provenance }
  })
}
