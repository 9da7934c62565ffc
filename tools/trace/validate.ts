import { decode } from '../tsv/table.ts'
import { placeName, UserError } from '../user-error.ts'
import { type DataFile, readDataFiles } from './data-files.ts'
import { knownHere } from './known-here.ts'
import { findLeaks } from './leaks/find.ts'
import type { Known } from './leaks/known.ts'
import { type PlacedLeaf, stringsOf } from './leaks/strings.ts'
import { checkShape } from './shape.ts'

/** Something in a data file that must be mended before it is published. It never holds what a secret is. */
export interface Finding {
  file: string
  /** The line, in a file of lines. */
  line?: number | undefined
  /** The frame, in a trace, from 1. */
  frame?: number | undefined
  /** What kind of secret it is; none where the file's shape is wrong. */
  kind?: string
  problem: string
}

/** `file:line  problem`, or `file  frame 3 problem`. */
export function findingText({ file, line, frame, problem }: Finding): string {
  return `${placeName({ file, line })}  ${frame === undefined ? '' : `frame ${frame} `}${problem}`
}

/**
 * Checks every data file below `root` (traces, tables, journals) for its shape and for what must not be published.
 * A root without any data file is a finding too, since nothing was checked then.
 */
export async function validateRepository(root: string, known: Known = knownHere()): Promise<Finding[]> {
  const files = readDataFiles(root)
  if (files.length === 0) return [{ file: root, problem: 'holds no data file' }]
  const findings: Finding[] = []
  for (const file of files) findings.push(...(await validateFile(file, known)))
  return findings
}

/** Checks one data file. */
export async function validateFile({ file, bytes }: DataFile, known: Known): Promise<Finding[]> {
  const leaves = leavesOf(new TextDecoder().decode(bytes), file)
  const found = await findLeaks(leaves, known)
  const leaks = found.map(({ leaf, kind }) => {
    return { file, ...placeOf(leaves[leaf]), kind, problem: `holds what must not be published: ${kind}` }
  })
  return [...shapeOf(bytes, file, leaks.length > 0), ...distinct(leaks)]
}

/** What is wrong with a file's shape. What is written there is left out where it may be part of a secret. */
function shapeOf(bytes: Uint8Array, file: string, leaks: boolean): Finding[] {
  try {
    checkShape(decode(bytes, file), file)
    return []
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const { problem, found, expected, line } = error.complaint
    if (leaks) return [{ file, line, problem: 'has another shape than its name says' }]
    const more = [found && `found ${found}`, expected && `expected ${expected}`].filter((part) => part !== undefined)
    return [{ file, line, problem: [problem, ...more].join('; ') }]
  }
}

/** The strings of a file. Its lines count from 1 and stand first in the path of each. */
function leavesOf(text: string, file: string): PlacedLeaf[] {
  const lines = () => text.split(/\r?\n/)
  if (file.endsWith('.json'))
    return jsonStrings(text) ?? lines().map((line, index) => ({ text: line, path: [index + 1] }))
  return lines().flatMap((line, index) => {
    const strings = file.endsWith('.jsonl') ? jsonStrings(line) : undefined
    const leaves = strings ?? line.split('\t').map((cell) => ({ text: cell, path: [] }))
    return leaves.map((leaf) => ({ ...leaf, path: [index + 1, ...leaf.path] }))
  })
}

function jsonStrings(text: string): PlacedLeaf[] | undefined {
  try {
    return stringsOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Where a leaf stands. Only numbers are named, since a key may itself be the secret. */
function placeOf(leaf: PlacedLeaf | undefined): Pick<Finding, 'line' | 'frame'> {
  const [first, second] = leaf?.path ?? []
  if (typeof first === 'number') return { line: first }
  return first === 'frames' && typeof second === 'number' ? { frame: second + 1 } : {}
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [findingText(finding), finding])).values()]
}
