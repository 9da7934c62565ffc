import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const tools = fileURLToPath(new URL('..', import.meta.url))

/** Packages that say of themselves that they run in a browser. */
const packages = new Set(['zod'])
/** What a browser does not have. */
const globals = /\b(?:process|Buffer|__dirname|__filename|require)\s*[.([]/

/** What a module imports when it runs: `import type` is gone by then. */
function importsOf(file: string): string[] {
  const imports: string[] = []
  const visit = (node: ts.Node): void => {
    const from =
      (ts.isImportDeclaration(node) && node.importClause?.phaseModifier !== ts.SyntaxKind.TypeKeyword) ||
      (ts.isExportDeclaration(node) && !node.isTypeOnly)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined
    if (from) imports.push(ts.isStringLiteral(from) ? from.text : from.getText())
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true))
  return imports
}

/** Everything that is reached from some modules, and what among it a browser cannot run. */
function walk(entries: readonly string[]): { reached: Set<string>; faults: string[] } {
  const reached = new Set<string>()
  const faults: string[] = []
  const waiting = [...entries]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    if (globals.test(readFileSync(file, 'utf8'))) faults.push(`${relative(tools, file)} uses a global of Node`)
    for (const name of importsOf(file)) {
      if (name.startsWith('.')) waiting.push(join(dirname(file), name))
      else if (!packages.has(name)) faults.push(`${relative(tools, file)} imports ${name}`)
    }
  }
  return { reached, faults }
}

const modulesOf = (folder: string) =>
  globSync('*.ts', { cwd: join(tools, folder) })
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => join(tools, folder, name))

describe('the code that recounts in the page', () => {
  it.each(['tsv', 'figures'])('runs in a browser, with everything that tools/%s imports', (folder) => {
    const { reached, faults } = walk(modulesOf(folder))
    expect(faults).toEqual([])
    expect(reached.size).toBeGreaterThanOrEqual(modulesOf(folder).length)
    expect(modulesOf(folder).length).toBeGreaterThan(0)
  })

  it('includes the readers of data files and the grader', () => {
    const { reached, faults } = walk(
      ['judge/judgements.ts', 'eval/evidence.ts', 'eval/grade.ts'].map((name) => join(tools, name)),
    )
    expect(faults).toEqual([])
    const names = [...reached].map((file) => relative(tools, file))
    expect(names).toEqual(expect.arrayContaining(['eval/provenance.ts', 'tsv/table.ts', 'user-error.ts']))
  })

  it('would be told apart: the gate, which reads files, does not pass', () => {
    expect(walk([join(tools, 'gate/project.ts')]).faults).toContain('gate/project.ts imports node:fs')
  })
})
