import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../figures/testing/published.ts'
import { checkSources, report } from './gate.ts'
import { readPage } from './page.ts'
import { readProject } from './project.ts'

it('the report that the README shows is the report of the change that it names', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const [, shown] = /`thirty-six` to `thirty-five`[\s\S]*?```\n([\s\S]*?)\n```/.exec(readme) ?? []
  const project = readProject(root)
  const pages = project.pages.map((page) =>
    page.kind === 'post' ? readPage(page.text.replace('>thirty-six<', '>thirty-five<'), page.file, 'post') : page,
  )
  const { disagreements } = checkSources({ ...project, pages })
  expect(`${report('The sources do not agree', disagreements)}\n\nNothing was published: there is no dist/.`).toBe(
    shown,
  )
})
