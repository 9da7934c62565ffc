import { existsSync, rmSync } from 'node:fs'
import { read } from '../eval/read.ts'
import { UserError } from '../user-error.ts'
import { writeWhole } from '../write-file.ts'
import type { JournalRecord, Manifest } from './journal.ts'
import { parseJudgements } from './judgements.ts'
import { asksNoModel } from './score.ts'

/** The files of a run: the judgements, the raw replies that stand beside them, and the journal while it lasts. */
export interface OutputFiles {
  judgements: string
  raw: string
  journal: string
}

export function outputFiles(out: string): OutputFiles {
  const stem = out.replace(/\.tsv$/, '')
  return { judgements: out, raw: `${stem}.jsonl`, journal: `${stem}.journal.jsonl` }
}

/**
 * Raises where something stands at the file that a run would write. What it may replace is only what the same offline
 * judge says of the same panel, since it says it again, and what the run wrote itself before it was ended.
 */
export function checkReplaceable(file: string, { panel, model, at }: Pick<Manifest, 'panel' | 'model' | 'at'>): void {
  if (!existsSync(file)) return
  const mend = '--out FILE writes elsewhere; --replace replaces it'
  const other = (what: string, found: string, expected: string) =>
    new UserError({ file, problem: `measures another ${what}, and is not replaced`, found, expected, mend })
  let header: ReadonlyMap<string, string>
  try {
    header = parseJudgements(read(process.cwd(), file), file).header
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError({ file, problem: 'is no file of judgements, and is not replaced', mend })
  }
  const measured = header.get('panel digest') ?? 'none: it was not measured here'
  if (measured !== panel) throw other('panel', measured, panel)
  const judged = header.get('model asked for') ?? 'not named'
  if (judged !== model) throw other('model', judged, model)
  if (asksNoModel(header) || header.get('started') === at) return
  throw new UserError({ file, problem: 'is a measurement that is there already, and is not replaced', mend })
}

/**
 * Writes the raw replies and then the judgements, each as a whole, and takes the journal away. Where this ends in the
 * middle the journal is still there, and going on with it writes the same files again.
 */
export function writeResult(files: OutputFiles, { judgements, raw }: { judgements: string; raw: string }): void {
  writeWhole(files.raw, raw)
  writeWhole(files.judgements, judgements)
  rmSync(files.journal)
}

/** Raises where a reply of a journal does not parse: a run does not go on past it. */
export function checkReadable({ entries }: JournalRecord, file: string, readReply: (entry: ReplyIn) => void): void {
  entries.forEach((entry, index) => {
    if (entry.type !== 'reply') return
    try {
      readReply(entry)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      throw new UserError({
        ...error.complaint,
        file,
        line: index + 2,
        mend: 'a run does not go on past a reply that does not parse: move the journal away to begin a new one',
      })
    }
  })
}

type ReplyIn = Extract<JournalRecord['entries'][number], { type: 'reply' }>
