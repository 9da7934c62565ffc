import * as z from 'zod'

/** A number in prose that is no measurement. */
const literal = z.strictObject({
  /** The words as they stand in the prose. */
  text: z.string().min(1),
  /** Why this number is no measurement. */
  why: z.string().min(1),
})

/** The frontmatter of a page of prose. `title` and `summary` are prose too: inline MDX, with Num and Claim. */
export const pageFrontmatter = z.strictObject({
  title: z.string().min(1),
  summary: z.string().min(1),
  literals: z.array(literal).default([]),
})

/** The frontmatter of a post. */
export const postFrontmatter = pageFrontmatter.extend({
  published: z.date({ error: 'a date, as in 2026-09-23' }),
})

export type Literal = z.infer<typeof literal>
export type PageFrontmatter = z.infer<typeof pageFrontmatter>
