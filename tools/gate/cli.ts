import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineCommand } from 'citty'
import { runCommandLine } from '../command.ts'
import { claims } from '../figures/claims.ts'
import { writeFigure } from '../figures/format.ts'
import { textTable } from '../text-table.ts'
import { writeWhole } from '../write-file.ts'
import { checkedLine, checkSources, raiseLine, report } from './gate.ts'
import { type Project, readProject } from './project.ts'
import { rewriteProject } from './write.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const command = defineCommand({
  meta: { name: 'npm run figures --', description: 'List every figure with its value and where it is quoted' },
  args: {
    write: { type: 'boolean', description: 'Rewrite the numbers inside Num that disagree; never a claim, never prose' },
  },
  run: ({ args: { write } }) => (write ? writeNumbers() : listFigures()),
})

/** Prints figures, claims and what disagrees; gives the exit code. */
function listFigures(): number {
  const project = readProject(root)
  const { disagreements, checked, facts } = checkSources(project)
  if (facts) {
    const rows = [...facts.figures.values()].map(({ id, says, computed }) => [
      id,
      computed ? writeFigure(computed.value, computed.format) : 'no value',
      quotedAt(project, id, 'numbers'),
      says,
    ])
    console.log(textTable(['figure', 'value', 'quoted', 'what it is'], rows))
    const asserted = Object.entries(claims).map(([id, { says }]) => [id, quotedAt(project, id, 'claims'), says])
    console.log(`\n${textTable(['claim', 'asserted', 'what it says'], asserted)}\n`)
  }
  if (disagreements.length > 0) {
    console.error(report('The sources do not agree', disagreements))
    return 1
  }
  console.log(`The sources agree: ${checkedLine(checked)}.`)
  const raise = raiseLine(checked, project.floor)
  if (raise) console.log(raise)
  return 0
}

/** Rewrites bound numbers where nothing else is wrong; gives the exit code. */
function writeNumbers(): number {
  const { rewritten, left } = rewriteProject(readProject(root))
  if (left.length > 0) {
    console.error(report('Nothing was written, since numbers alone would not mend it', left))
    return 1
  }
  for (const { page, text, changes } of rewritten) {
    if (changes.length > 0) writeWhole(join(root, page.file), text)
    for (const { line, of, from, to } of changes) console.log(`${page.file}:${line}  ${of}: ${from} → ${to}`)
  }
  if (rewritten.every(({ changes }) => changes.length === 0))
    console.log('Each bound number agrees: nothing was written.')
  return 0
}

/** `index.mdx:12, 40`: the lines on which pages quote a figure or assert a claim; `-` for none. */
function quotedAt({ pages }: Project, id: string, what: 'numbers' | 'claims'): string {
  const places = pages.flatMap(({ file, prose }) => {
    const lines = prose[what].filter(({ of }) => of === id).map(({ at }) => at.line)
    return lines.length > 0 ? [`${file.split('/').slice(-2).join('/')}:${lines.join(', ')}`] : []
  })
  return places.join('; ') || '-'
}

process.exitCode = await runCommandLine(command, process.argv.slice(2))
