import * as z from 'zod'
import { parseEvidence } from '../../tools/eval/evidence.ts'
import { computeFigures } from '../../tools/figures/compute.ts'
import { measure } from '../../tools/figures/measurement.ts'
import { disagreement, parseWritten } from '../../tools/figures/written.ts'
import { parseJudgements } from '../../tools/judge/judgements.ts'
import { runColumns } from '../../tools/trace/runs.ts'
import { parseTrace } from '../../tools/trace/schema.ts'
import { decode, parseTable } from '../../tools/tsv/table.ts'

// zod would try to compile its schemas with eval, which the page's security policy forbids and the browser reports.
z.config({ jitless: true })

interface Addresses {
  judgements: string
  evidence: string
  runs: string
  traces: string[]
}

/**
 * Reads the published files, computes every figure with the code that built the site, compares each with the number that
 * the page prints, and marks its row. Gives the result as a sentence.
 */
export async function recount({ judgements, evidence, runs, traces }: Addresses): Promise<string> {
  const measurement = measure({
    judgements: parseJudgements(await fetched(judgements), judgements),
    evidence: parseEvidence(await fetched(evidence), evidence),
    runs: parseTable(runColumns, await fetched(runs), runs).rows,
    traces: await Promise.all(traces.map(async (file) => ({ file, trace: parseTrace(await fetched(file), file) }))),
  })
  const results = [...computeFigures(measurement).values()].map(({ id, computed }) => {
    const row = document.getElementById(id)
    const written = parseWritten(row?.querySelector('[data-figure]')?.textContent ?? '')
    const agrees = computed && written ? !disagreement(written, computed.value, computed.format) : !computed && !written
    row?.setAttribute('data-recounted', agrees ? 'agrees' : 'disagrees')
    return agrees
  })
  const wrong = results.filter((agrees) => !agrees).length
  const from = `${measurement.calls.size} judgements and ${measurement.observations.size} observations`
  return wrong === 0
    ? `${results.length} figures counted again from ${from}: all agree with this page.`
    : `${wrong} of ${results.length} figures disagree with this page; their rows are marked.`
}

async function fetched(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return decode(new Uint8Array(await response.arrayBuffer()), address)
}
