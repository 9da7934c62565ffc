import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseJudgements } from './judgements.ts'
import { outputFiles } from './output.ts'
import { complaint, measuring } from './testing/loopback.ts'
import { fixtureCases, panelHere } from './testing/panel.ts'
import { plantedJudges } from './testing/planted.ts'
import { answerOf, scriptOf } from './testing/script.ts'

const { perfect } = plantedJudges
const { cases } = panelHere
const text = (file: string) => readFileSync(file, 'utf8')

describe('a run that was interrupted', () => {
  it('goes on and asks nothing again that was answered', async () => {
    const stop = new AbortController()
    const script = scriptOf(cases, perfect, (said, { index }) => {
      if (index === 5) stop.abort()
      return answerOf(said)
    })
    const { run, server, files } = await measuring(script, { cases, repeats: 9 })
    expect(await complaint(run({ stop: stop.signal }))).toMatch(/stopped: [6-9] of 36 calls are answered/)
    expect(existsSync(files.judgements)).toBe(false)
    const { rows } = parseJudgements(await run({ resume: true }), 'judged.tsv')
    expect(rows).toHaveLength(36)
    expect(server.requests).toHaveLength(36)
  })

  it('is not begun anew by mistake', async () => {
    const { run, files } = await measuring(scriptOf(cases, perfect), { cases, repeats: 1 })
    writeFileSync(files.journal, 'a journal')
    expect(await complaint(run())).toContain('is the journal of a run that was begun and not finished')
    expect(text(files.journal)).toBe('a journal')
  })

  it('is not gone on with where none was begun', async () => {
    const { run } = await measuring(scriptOf(cases, perfect), { cases, repeats: 1 })
    expect(await complaint(run({ resume: true }))).toContain('no run to this file was begun, or it is finished')
  })

  it.each([
    ['model', { model: 'fixture-other' }, 'different model, requests'],
    ['repeats', { repeats: 3 }, 'different requests, repeats'],
    ['seed', { seed: 2 }, 'different requests, seed'],
    ['parameters', { maxOutputTokens: 7 }, 'different parameters, requests'],
    ['cases', { cases: cases.slice(1) }, 'different requests, cases'],
  ])('is not gone on with under another manifest: %s', async (_, change, message) => {
    const stop = new AbortController()
    const script = scriptOf(cases, perfect, (said) => {
      stop.abort()
      return answerOf(said)
    })
    const begun = await measuring(script, { cases, repeats: 2 })
    await complaint(begun.run({ stop: stop.signal }))
    const other = await measuring([], { cases, repeats: 2, ...change })
    const plan = { ...other.plan, manifest: { ...other.plan.manifest, server: begun.plan.manifest.server } }
    const said = await complaint(other.run({ plan, files: begun.files, resume: true }))
    expect(said).toContain(`was begun with ${message}`)
    expect(other.server.requests).toHaveLength(0)
  })

  it('keeps every reply where the file cannot be written at its end, and says how to go on', async () => {
    const { run, files, server } = await measuring(scriptOf(cases, perfect), { cases, repeats: 2 })
    mkdirSync(files.judgements)
    const said = await complaint(run({ replace: true }))
    expect(said).toContain('cannot be written')
    expect(said).toContain(`8 of 8 calls are answered and kept in ${files.journal}: --resume --replace goes on`)
    rmdirSync(files.judgements)
    await run({ resume: true, replace: true })
    expect(server.requests).toHaveLength(8)
  })

  it('gives the same file wherever its journal was torn, and loses no whole line', async () => {
    const few = fixtureCases(3)
    const { run, files, server } = await measuring(scriptOf(few, perfect), { cases: few, repeats: 2 })
    const whole = await run({ concurrency: 1 })
    const raw = readFileSync(files.raw)
    const manifestEnd = raw.indexOf('\n') + 1
    const masked = (file: string) => file.replace(/^# finished: .*$/m, '')
    for (let end = manifestEnd; end <= raw.length; end += 97) {
      const torn = outputFiles(files.judgements.replace('judged', `torn-${end}`))
      writeFileSync(torn.journal, raw.subarray(0, end))
      const before = server.requests.length
      expect(masked(await run({ resume: true, files: torn }))).toBe(masked(whole))
      const kept = raw.subarray(0, end).toString().split('\n').length - 2
      expect(server.requests.length - before).toBe(6 - kept)
    }
  })
})
