import { cpSync, rmSync } from 'node:fs'
import { expect } from 'vitest'
import { computeFigures } from '../../../tools/figures/compute.ts'
import { checkBuilt } from '../../../tools/gate/built.ts'
import { readProject } from '../../../tools/gate/project.ts'
import type { ScratchCopy } from '../../testing/scratch-copy.ts'

/** Where the site that is changed stands in its scratch copy. */
export const asBuilt = 'site-as-built'

/**
 * What the second check says of a built site after `change`, which is given its folder. The site as it was built has to
 * pass, so that whatever is said comes from the change.
 */
export function messagesAfter(copy: ScratchCopy, built: string, change: (folder: string) => void): string[] {
  const folder = copy.path(asBuilt)
  rmSync(folder, { recursive: true, force: true })
  cpSync(built, folder, { recursive: true })
  const { measurement, pages } = readProject(copy.root)
  if (!measurement) throw new Error('the scratch copy cannot be read')
  const facts = { measurement, figures: computeFigures(measurement) }
  const messages = () => checkBuilt(copy.root, asBuilt, pages, facts).disagreements.map(({ message }) => message)
  expect(messages()).toEqual([])
  change(folder)
  return messages()
}
