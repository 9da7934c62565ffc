import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runCommand } from '../../tools/judge/testing/command.ts'
import { panelHere } from '../../tools/judge/testing/panel.ts'
import { plantedJudges } from '../../tools/judge/testing/planted.ts'
import { scriptOf } from '../../tools/judge/testing/script.ts'
import { startScriptedServer } from '../../tools/trace/testing/scripted-server.ts'
import { scratchCopy } from '../testing/scratch-copy.ts'

vi.setConfig({ testTimeout: 400_000 })

it('says, of a panel that was judged again here, which sentences of the post no longer hold', async () => {
  const server = await startScriptedServer(scriptOf(panelHere.cases, plantedJudges.perfect))
  onTestFinished(server.close)
  const cwd = mkdtempSync(join(tmpdir(), 'judged-again-'))
  onTestFinished(() => rmSync(cwd, { recursive: true }))
  const environment = { OPENAI_BASE_URL: server.baseURL }
  const judged = await runCommand('cli.ts', ['--out', 'judged.tsv'], { cwd, environment })
  expect(judged.code).toBe(0)

  const copy = scratchCopy()
  onTestFinished(copy.remove)
  cpSync(join(cwd, 'judged.tsv'), copy.path('judgements.tsv'))
  const { code, output } = await copy.astro('build')
  expect(code).toBe(1)
  expect(output).toContain('The sources do not agree')
  // A perfect judge gets 27 of 27 controls right, and calls the one open case undecidable in each of nine repeats.
  const says = (figure: string, found: string, expected: string) =>
    expect(output).toMatch(
      new RegExp(`index\\.mdx:\\d+:\\d+ {2}${figure} disagrees.*\\n {2}found +${found}\\n {2}expected +${expected}\\n`),
    )
  says('controls\\.correct', '53', '27')
  says('controls\\.calls', '54', '27')
  says('open\\.calls', '36', '9')
  says('panel\\.cases', 'ten', 'four')
  expect(output).toMatch(/index\.mdx:\d+:\d+ {2}open\.only-grounded does not hold/)
  expect(copy.has('dist')).toBe(false)
})
