import { fileURLToPath } from 'node:url'
import { defineCommand } from 'citty'
import { runCommandLine } from '../command.ts'
import { readPieces } from '../eval/read.ts'
import { parseJudgements } from './judgements.ts'
import { readPanel } from './read.ts'
import { scoreJudgements } from './score.ts'
import { scoreReport } from './score-report.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const command = defineCommand({
  meta: {
    name: 'npm run score --',
    description: 'Score a file of judgements by code: no key, no network',
  },
  args: {
    file: { type: 'positional', required: false, default: 'judgements.tsv', description: 'A file of judgements' },
  },
  async run({ args: { file } }) {
    const judgements = parseJudgements(readPieces(process.cwd(), file), file)
    const { facts, digest } = await readPanel(root)
    const model = judgements.header.get('judge model') ?? 'a judge that the file does not name'
    console.log(`${file}: ${judgements.rows.length.toLocaleString('en-US')} judgements of ${model}\n`)
    const measured = judgements.header.get('panel digest')
    const known = measured === undefined || measured === digest
    if (!known) console.log('Its panel is not the one that stands here now, so no citation is checked.\n')
    console.log(scoreReport(scoreJudgements(judgements.rows, known ? facts : new Map()), judgements))
  },
})

process.exitCode = await runCommandLine(command, process.argv.slice(2))
