import { existsSync, globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { parseEvidence } from '../eval/evidence.ts'
import { read, readPieces, readTraces } from '../eval/read.ts'
import { checkEvidence } from '../eval/suite.ts'
import { caseOf, type Measurement, measure } from '../figures/measurement.ts'
import { parseJudgements } from '../judge/judgements.ts'
import { checkPublishedPanel } from '../judge/published-panel.ts'
import { runColumns } from '../trace/runs.ts'
import { parseTable } from '../tsv/table.ts'
import { UserError } from '../user-error.ts'
import { type Page, readPage } from './page.ts'

/** Where a checkout keeps what the gate reads. */
export const files = {
  judgements: 'judgements.tsv',
  measured: 'site/content/posts/judging-a-moving-target',
  evidence: 'site/content/posts/judging-a-moving-target/evidence.tsv',
  runs: 'site/content/posts/judging-a-moving-target/runs.tsv',
  posts: 'site/content/posts/*/index.mdx',
  pages: 'site/content/pages/*.mdx',
  floor: 'site/gate.json',
} as const

/** The least that the gate must meet: what it says it checked is held against these. */
const floorSchema = z.strictObject({
  posts: z.int().min(1),
  pages: z.int().min(0),
  rows: z.int().min(1),
  figures: z.int().min(1),
  numbers: z.int().min(1),
  claims: z.int().min(1),
  literals: z.int().min(0),
})

/** What the floor counts. */
export const counted = floorSchema.keyof().options

export type Floor = z.infer<typeof floorSchema>

export interface Project {
  /** None where a data file could not be read. */
  measurement: Measurement | undefined
  pages: Page[]
  floor: Floor | undefined
  /** Everything that could not be read. */
  unread: UserError[]
  /** What is passed over, and every disagreement between the data files themselves. */
  errors: UserError[]
}

/** Reads a whole checkout from the bytes of its files. What cannot be read is gathered, and reading goes on. */
export function readProject(root: string): Project {
  const unread: UserError[] = []
  const attempt = <Value>(action: () => Value): Value | undefined => {
    try {
      return action()
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      unread.push(error)
      return undefined
    }
  }
  const readPages = (pattern: string, kind: Page['kind']) =>
    globSync(pattern, { cwd: root })
      .toSorted()
      .flatMap((file) => attempt(() => readPage(read(root, file), file, kind)) ?? [])
  const pages = [...readPages(files.posts, 'post'), ...readPages(files.pages, 'page')]

  const judgements = attempt(() => parseJudgements(readPieces(root, files.judgements), files.judgements))
  const evidence = attempt(() => parseEvidence(read(root, files.evidence), files.evidence))
  const runs = attempt(() => parseTable(runColumns, read(root, files.runs), files.runs).rows)
  const traces = attempt(() => readTraces(root))
  const made = judgements && evidence && runs && traces && measure({ judgements, evidence, runs, traces })
  // A case whose evidence is not known has no figures: then only that is said.
  const cases = [...(made?.calls.by(caseOf).keys() ?? [])].map((name) => attempt(() => made?.evidenceOf(name)))
  const measurement = cases.includes(undefined) ? undefined : made
  return {
    measurement,
    pages,
    floor: attempt(() => readFloor(root)),
    unread,
    errors: [
      ...passedOver(root),
      ...pages.flatMap((page) => missing(page, root)),
      ...(measurement ? dataDisagreements(measurement) : []),
    ],
  }
}

/** Prose that stands where no page is made of it, and folders of posts without one. Nothing is skipped in silence. */
function passedOver(root: string): UserError[] {
  const pages = new Set([files.posts, files.pages].flatMap((pattern) => globSync(pattern, { cwd: root })))
  const written = globSync('site/content/**/*.{md,mdx}', { cwd: root }).filter((file) => !pages.has(file))
  const expected = `${files.posts}, or ${files.pages}`
  const lost = written.map((file) => new UserError({ file, problem: 'is prose that no page is made of', expected }))
  const folders = globSync('site/content/posts/*/', { cwd: root, withFileTypes: true })
  const empty = folders
    .filter((folder) => folder.isDirectory() && !pages.has(`site/content/posts/${folder.name}/index.mdx`))
    .map(
      ({ name }) =>
        new UserError({
          file: `site/content/posts/${name}`,
          problem: 'is a folder without a post',
          expected: 'index.mdx in it',
        }),
    )
  return [...lost, ...empty]
}

/** Files that a page names and that are not there: found while rendering, each would end the build with a stack. */
function missing({ file, prose }: Page, root: string): UserError[] {
  return prose.needs.flatMap(({ at, path }) => {
    const [name = ''] = path.split(/[?#]/)
    const from = name.startsWith('/') ? 'public' : name.startsWith('.') ? dirname(file) : undefined
    if (from === undefined || existsSync(join(root, from, name))) return []
    return [new UserError({ ...at, problem: `the file ${path} is not there`, expected: `a file ${join(from, name)}` })]
  })
}

/** Where the data files contradict each other: the panel, the evidence, the traces and the runs. */
function dataDisagreements(measurement: Measurement): UserError[] {
  const { judgements, evidence, traces, recorded } = measurement
  const ofFrames = recorded.rows
    .filter(({ frames, tokens_in_context }) => frames !== tokens_in_context.length)
    .map(({ at, run, frames, tokens_in_context: { length } }) => {
      const problem = `run ${run} has another number of frames than of context sizes`
      return new UserError({ ...at, problem, found: `${frames} frames, ${length} sizes`, expected: 'one size a frame' })
    })
  const ofRuns = traces.flatMap(({ file, trace }) => {
    const run = recorded.rows.find((row) => row.run === trace.id)
    if (!run) return []
    const said = [trace.model, trace.commit, trace.outcome, trace.frames.length, trace.tokens.join(' ')].join(', ')
    const listed = [run.model, run.commit, run.recorded_outcome, run.frames, run.tokens_in_context.join(' ')].join(', ')
    if (said === listed) return []
    const problem = `run ${run.run} is not what its trace ${file} says`
    return [new UserError({ ...run.at, problem, found: listed, expected: said })]
  })
  const ofPanel = [...checkPublishedPanel(judgements.rows, evidence), ...checkEvidence({ evidence, traces })]
  const mend = 'restore evidence.tsv and judgements.tsv from git, or think about the panel and the post'
  const ofEvidence = ofPanel.map((disagreement) => new UserError({ file: files.evidence, mend, ...disagreement }))
  return [...ofFrames, ...ofRuns, ...ofEvidence]
}

function readFloor(root: string): Floor {
  const text = read(root, files.floor)
  const complaint = { file: files.floor, mend: 'npm run figures prints the counts that stand here now' }
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new UserError({ ...complaint, problem: 'is not JSON', found: error instanceof Error ? error.message : '' })
  }
  const parsed = floorSchema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new UserError({ ...complaint, problem: 'is not in its form', expected: z.prettifyError(parsed.error) })
}

/** The folder of a post, as its address has it. */
export function slugOf({ file }: Pick<Page, 'file'>): string {
  return basename(dirname(file))
}
