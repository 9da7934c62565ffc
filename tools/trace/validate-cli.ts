import { defineCommand } from 'citty'
import { runCommandLine } from '../command.ts'
import { readDataFiles } from './data-files.ts'
import { findingText, validateRepository } from './validate.ts'

const command = defineCommand({
  meta: {
    name: 'npm run validate',
    description: 'Check every trace and data file for its shape and for what must not be published',
  },
  async run() {
    const root = process.cwd()
    const findings = await validateRepository(root)
    for (const finding of findings) console.error(findingText(finding))
    if (findings.length === 0) console.log(`${readDataFiles(root).length} data files: shape and contents are right`)
    return findings.length === 0 ? 0 : 1
  },
})

process.exitCode = await runCommandLine(command, process.argv.slice(2))
