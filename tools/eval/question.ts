/** A question that runs were asked, with what code needs to grade an answer to it. */
export interface Question {
  id: string
  /** The question as the run was asked it, word for word. */
  text: string
  /** The one file that answers it, as the tools write its path: from the repository's root, with `/`. */
  sourceFile: string
  /** The string that carries the answer. */
  answer: string
}

/** The questions whose answer is known. Their ids stand in `runs.tsv`. */
export const questions = [
  {
    id: 'model-name',
    text: 'Which file in this project sets the model name the agent uses, and what is it set to?',
    sourceFile: 'agent/src/config.ts',
    answer: 'gpt-5-mini',
  },
  {
    id: 'binary-extensions',
    text: 'Which file in this project decides that a file is binary and should not be searched, and which file extensions does it list?',
    sourceFile: 'agent/src/tools/fs.ts',
    answer: 'avif',
  },
] as const satisfies readonly Question[]

export type QuestionId = (typeof questions)[number]['id']

/** The question with this id. */
export function questionOfId(id: QuestionId): Question
export function questionOfId(id: string): Question | undefined
export function questionOfId(id: string): Question | undefined {
  return questions.find((question) => question.id === id)
}

/** The question that a run's task asks, word for word; none where the run was asked something else. */
export function questionOfTask(task: string): Question | undefined {
  return questions.find(({ text }) => text === task)
}

/** The facts that a full answer states: which file, and what it says. */
export function factsOf({ sourceFile, answer }: Question): readonly string[] {
  return [sourceFile, answer]
}
