import { useEffect, useState } from 'preact/hooks'
import { PlainText } from './PlainText.tsx'
import { readTranscript } from './read.ts'
import type { Stage } from './stage.ts'

/** The exact text that a judge is shown for this run, from the function that makes the judge's prompt. */
export function JudgeView({ stage }: { stage: Stage }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const [first] = stage.frames
    const root = first?.closest<HTMLElement>('.transcript')
    if (root) judgeText(root).then(setText, (error) => setText(`The judge's view cannot be made: ${error.message}`))
  }, [stage])
  return <PlainText label="The text that a judge is shown for this run" text={text} />
}

async function judgeText(root: HTMLElement): Promise<string> {
  const [{ judgePrompt }, { questionOfTask }] = await Promise.all([
    import('../../../tools/judge/prompt.ts'),
    import('../../../tools/eval/question.ts'),
  ])
  const transcript = readTranscript(root)
  const question = questionOfTask(transcript.task)
  return question
    ? judgePrompt(transcript, question)
    : 'No judge is asked about this run: its question has no known answer.'
}
