import * as z from 'zod'
import { UserError } from '../user-error.ts'

/** One matched line, as `search_files` returns it. Lines count from 1. */
const match = z.strictObject({ file: z.string(), line: z.int().min(1), text: z.string() })

const listFilesResult = z.strictObject({
  ok: z.literal(true),
  directory: z.string(),
  files: z.array(z.string()),
  truncated: z.boolean(),
})

const searchFilesResult = z.strictObject({
  ok: z.literal(true),
  pattern: z.string(),
  filesSearched: z.int().min(0),
  matches: z.array(match),
  truncated: z.boolean(),
})

/** What a tool answers when it will not or cannot do what was asked. */
const refusedResult = z.strictObject({ ok: z.literal(false), reason: z.string() })

/** Everything a tool result may be. A result of another shape is refused, never rendered or counted as empty. */
export const toolResultSchema = z.union([listFilesResult, searchFilesResult, refusedResult])

const userFrame = z.strictObject({ type: z.literal('user'), content: z.string() })
const assistantFrame = z.strictObject({ type: z.literal('assistant'), content: z.string() })
const toolCallFrame = z.strictObject({
  type: z.literal('tool_call'),
  id: z.string(),
  name: z.string(),
  /** The arguments as an object, or the text itself where it did not parse. */
  args: z.union([z.record(z.string(), z.json()), z.string()]),
})
const toolResultFrame = z.strictObject({
  type: z.literal('tool_result'),
  id: z.string(),
  ok: z.boolean(),
  result: toolResultSchema,
})

export const frameSchema = z.discriminatedUnion('type', [userFrame, assistantFrame, toolCallFrame, toolResultFrame])

/** How the run ended: the recorder's own substring grade of the answer against the expected facts. */
export const outcomes = ['success', 'partial', 'failure'] as const

/**
 * The file of a run. This schema is the only definition of its shape.
 * `tokens[i]` is the size of the context at frame i, in tokens, or null where the server reported none.
 */
export const traceSchema = z
  .strictObject({
    /** The version of this shape; a file without one is version 1. */
    version: z.literal(1).optional(),
    id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case letters, digits and single hyphens'),
    /** The repository's commit or tag that the agent's tools read. */
    commit: z.string(),
    /** True where the work tree held changes that the commit does not. */
    dirty: z.boolean().optional(),
    model: z.string(),
    task: z.string(),
    outcome: z.enum(outcomes),
    /**
     * Why the loop ended: the model asked for no more tools, its last reply was cut by the server's length limit, or
     * the step cap was reached. At the cap the last calls were not run, and their results say so.
     */
    ended: z.enum(['answered', 'cut', 'step-cap']).optional(),
    /** How many `[redacted: kind]` marks stand in this file for what was taken out, by kind. */
    redactions: z.record(z.string(), z.int().min(1)).optional(),
    tokens: z.array(z.int().min(0).nullable()),
    frames: z.array(frameSchema).min(1),
  })
  .refine(({ tokens, frames }) => tokens.length === frames.length, {
    path: ['tokens'],
    message: 'as many context sizes as frames',
  })

export type Trace = z.infer<typeof traceSchema>
export type Frame = z.infer<typeof frameSchema>
export type ToolResult = z.infer<typeof toolResultSchema>
export type ToolCallFrame = z.infer<typeof toolCallFrame>
export type ToolResultFrame = z.infer<typeof toolResultFrame>
export type Match = z.infer<typeof match>
export type Outcome = (typeof outcomes)[number]

/**
 * Reads a trace from the text of its file.
 * Raises a UserError that names the file and the place in it where the text is no JSON or no trace.
 */
export function parseTrace(text: string, file: string): Trace {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new UserError({
      file,
      problem: 'is not JSON',
      found: error instanceof Error ? error.message : String(error),
      expected: 'one JSON object, the trace of a run',
      mend: 'record the run again, or restore the file from git',
    })
  }
  const parsed = traceSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = (issue?.path ?? []).map(String)
  throw new UserError({
    file,
    problem: `is no trace: at ${path.length ? path.join(' › ') : 'its top'}`,
    found: excerpt(path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), json)),
    expected: issue
      ? z
          .prettifyError(new z.ZodError([issue]))
          .split('\n')[0]
          ?.replace(/^✖ /, '')
      : undefined,
    mend: 'frames are user, tool_call, tool_result or assistant; tools/trace/schema.ts defines their shape',
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function excerpt(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}
