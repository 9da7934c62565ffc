import { defineCollection } from 'astro:content'
import { glob } from 'astro/loaders'
import * as z from 'zod'
import { tools } from '../tools/eval/observe.ts'
import { carried, labels } from '../tools/eval/provenance.ts'
import { questions } from '../tools/eval/question.ts'
import { pageFrontmatter, postFrontmatter } from '../tools/gate/frontmatter.ts'
import { outcomes, traceSchema } from '../tools/trace/schema.ts'
import { evidenceLoader, figuresLoader, judgementsLoader, runsLoader, tracesLoader } from './loaders/collections.ts'

const at = z.object({ file: z.string(), line: z.int().min(1) })
const count = z.int().min(0)

const judgement = z.object({
  at,
  case: z.string(),
  kind: z.enum(['control', 'open']),
  known_answer: z.enum(labels).nullable(),
  repeat: z.int().min(1),
  verdict: z.enum(labels),
  citation: z.string(),
  /** In hundredths. */
  confidence: z.int().min(0).max(100),
  input_tokens: count.nullable(),
  output_tokens: count.nullable(),
  reason: z.string().nullable(),
})

const observation = z.object({
  at,
  run: z.string(),
  call: z.int().min(1),
  tool: z.enum(tools),
  file: z.string(),
  line: z.int().min(1).nullable(),
  carries: z.enum(carried),
})

const run = z.object({
  at,
  run: z.string(),
  post: z.int().min(1),
  question: z.enum(questions.map(({ id }) => id)),
  model: z.string(),
  commit: z.string(),
  recorded_outcome: z.enum(outcomes),
  frames: z.int().min(1),
  tokens_in_context: z.array(count),
})

/** A figure as it is stored: an exact fraction, and how it may be written. */
const figure = z.object({
  says: z.string(),
  value: z.object({ numerator: z.string(), denominator: z.string() }).optional(),
  format: z
    .object({
      unit: z.enum([
        'count',
        'share',
        'percent',
        'percentage points',
        'confidence',
        'difference of confidences',
        'tokens',
        'money',
      ]),
      marks: z.array(z.tuple([z.enum(['', '%', 'points', '$', 'cents', 'times']), z.int()])),
      signed: z.boolean(),
      decimals: z.int().min(0),
    })
    .optional(),
  behind: z.string().optional(),
})

/** A trace as JSON, which is what it says in the form of a trace. */
const trace = z.strictObject({ json: z.string().refine((json) => traceSchema.safeParse(JSON.parse(json)).success) })

export const collections = {
  posts: defineCollection({
    loader: glob({
      pattern: '*/index.mdx',
      base: './site/content/posts',
      generateId: ({ entry }) => entry.split('/')[0] ?? entry,
    }),
    schema: postFrontmatter,
  }),
  pages: defineCollection({
    loader: glob({ pattern: '*.mdx', base: './site/content/pages' }),
    schema: pageFrontmatter,
  }),
  judgements: defineCollection({ loader: judgementsLoader, schema: judgement }),
  evidence: defineCollection({ loader: evidenceLoader, schema: observation }),
  runs: defineCollection({ loader: runsLoader, schema: run }),
  traces: defineCollection({ loader: tracesLoader, schema: trace }),
  figures: defineCollection({ loader: figuresLoader, schema: figure }),
}
