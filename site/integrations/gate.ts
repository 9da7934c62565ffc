import { renameSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { computeFigures } from '../../tools/figures/compute.ts'
import { checkBuilt } from '../../tools/gate/built.ts'
import { checkedLine, checkSources, raiseLine, report } from '../../tools/gate/gate.ts'
import { readProject } from '../../tools/gate/project.ts'
import { type Finding, findingText, validateRepository } from '../../tools/trace/validate.ts'
import { UserError } from '../../tools/user-error.ts'

/** Where a site stands until it has passed: a build that fails or is killed leaves no `dist` behind. */
const building = '.dist-building'
const name = 'gate'

/** How long a file is left to be written before it is read, in milliseconds. */
const settling = 100

/**
 * The gate, as a part of every `astro build`: the sources are checked before anything is rendered, and what was built
 * is checked before it becomes `dist`. Either check ends the build with its whole report and exit code 1.
 */
export function gate(): AstroIntegration {
  let root = ''
  let dist = ''
  return {
    name,
    hooks: {
      async 'astro:config:setup'({ command, config, updateConfig, logger }) {
        if (command !== 'build') return
        root = fileURLToPath(config.root)
        dist = fileURLToPath(config.outDir)
        for (const folder of [dist, `${root}${building}`]) rmSync(folder, { recursive: true, force: true })
        const findings = await validateRepository(root)
        // Alone and first: a disagreement quotes what is written, and what is written may be the secret.
        const leaks = findings.filter(({ kind }) => kind !== undefined)
        if (leaks.length > 0) stop('A file holds what must not be published', leaks.map(unfit))
        const project = readProject(root)
        const { disagreements, checked } = checkSources(project)
        const named = new Set(disagreements.map(({ complaint }) => complaint.file))
        const misshapen = findings.filter(({ file }) => !named.has(file)).map(unfit)
        if (disagreements.length + misshapen.length > 0)
          stop('The sources do not agree', [...disagreements, ...misshapen])
        logger.info(`sources agree: ${checkedLine(checked)}`)
        const raise = raiseLine(checked, project.floor)
        if (raise) logger.warn(raise)
        updateConfig({ outDir: new URL(`${building}/`, config.root) })
      },
      'astro:config:done'({ config }) {
        const last = config.integrations.at(-1)?.name ?? ''
        if (root === '' || last === name) return
        const problem = 'the gate is not the last integration, so it does not see what others write'
        stop('The built site could not be checked', [
          new UserError({ file: 'astro.config.mjs', problem, found: last, mend: 'put gate() at the end of the list' }),
        ])
      },
      'astro:server:setup'({ server, logger }) {
        // In the writing loop nothing stops: the report stands in the terminal, after each change of a source.
        const say = () => {
          const { disagreements, checked } = checkSources(readProject(server.config.root))
          if (disagreements.length > 0) logger.warn(report('The sources do not agree', disagreements))
          else logger.info(`sources agree: ${checkedLine(checked)}`)
        }
        let waiting: ReturnType<typeof setTimeout> | undefined
        server.watcher.on('all', (_, path) => {
          if (!/\.(mdx|tsv)$|gate\.json$|trace-[^/\\]*\.json$/.test(path)) return
          clearTimeout(waiting)
          waiting = setTimeout(say, settling)
        })
        say()
      },
      'astro:build:done'({ logger }) {
        // Everything is read and computed again, so that nothing that rendering did can reach this check.
        const { measurement, pages, unread, errors } = readProject(root)
        const facts = measurement && { measurement, figures: computeFigures(measurement) }
        const built = facts && checkBuilt(root, building, pages, facts)
        const disagreements = [...unread, ...errors, ...(built?.disagreements ?? [])]
        if (!built || disagreements.length > 0) {
          rmSync(`${root}${building}`, { recursive: true, force: true })
          return stop('The built site does not agree', disagreements)
        }
        const { pages: files, numbers, claims } = built.counts
        renameSync(`${root}${building}`, dist)
        logger.info(`built site agrees: ${files} pages, ${numbers} numbers, ${claims} claims`)
      },
    },
  }
}

/** A finding as something that its author can mend. */
function unfit(finding: Finding): UserError {
  return new UserError({ problem: findingText(finding) })
}

/** Ends the build without a stack: every disagreement is something that its author can mend. */
function stop(title: string, disagreements: readonly UserError[]): never {
  console.error(`\n${report(title, disagreements)}\n\nNothing was published: there is no dist/.`)
  process.exit(1)
}
