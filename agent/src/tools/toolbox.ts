import type OpenAI from 'openai'
import * as z from 'zod'
import { listFiles } from './list-files.ts'
import { refuse, type ToolResult } from './result.ts'
import { searchFiles } from './search-files.ts'

/** The agent's tools over one project, as the loop uses them. */
export interface Toolbox {
  /** What the model is told of them. */
  definitions: OpenAI.ChatCompletionFunctionTool[]
  /** Does what a call asks. A tool that does not exist and arguments that do not fit are refused, never raised. */
  call(name: string, args: unknown): Promise<ToolResult>
}

interface Tool {
  definition: OpenAI.ChatCompletionFunctionTool
  call(args: unknown): Promise<ToolResult>
}

/** The two tools, over the files below `root`. */
export function toolboxOf(root: string): Toolbox {
  const tools: Tool[] = [
    tool(
      'list_files',
      'Names the files below a directory of the project, never their contents.',
      z.strictObject({
        directory: z.string().describe('A directory from the root of the project, such as "src"; "." is the root.'),
      }),
      ({ directory }) => listFiles(root, directory),
    ),
    tool(
      'search_files',
      'Finds lines in the text files of the project. Returns at most 40 matches with file, line number and text.',
      z.strictObject({
        pattern: z.string().min(1).describe('A JavaScript regular expression, matched against each line; case counts.'),
      }),
      ({ pattern }) => searchFiles(root, pattern),
    ),
  ]
  const byName = new Map(tools.map((each) => [each.definition.function.name, each]))
  return {
    definitions: tools.map(({ definition }) => definition),
    async call(name, args) {
      const known = byName.get(name)
      if (!known) return refuse(`there is no tool ${JSON.stringify(name)}; there are ${[...byName.keys()].join(', ')}`)
      return known.call(args)
    },
  }
}

function tool<Args extends z.ZodObject>(
  name: string,
  description: string,
  args: Args,
  run: (args: z.infer<Args>) => Promise<ToolResult>,
): Tool {
  // Some servers refuse a schema that names its own dialect.
  const { $schema, ...parameters } = z.toJSONSchema(args)
  return {
    definition: { type: 'function', function: { name, description, parameters } },
    async call(given) {
      if (typeof given === 'string') return refuse('the arguments are no JSON object')
      const parsed = args.safeParse(given)
      if (parsed.success) return run(parsed.data)
      return refuse(`the arguments do not fit: ${z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, ' ')}`)
    },
  }
}
