import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { assertOrder, partOf, PARTS, type Part } from '../../tools/lint/boundaries.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const eslint = new ESLint({ cwd: ROOT })
const restricted = PARTS.filter(({ isFree }) => !isFree)

const FORMS: Array<(specifier: string) => string> = [
  (specifier) => `import '${specifier}'`,
  (specifier) => `export * from '${specifier}'`,
  (specifier) => `export { one } from '${specifier}'`,
  (specifier) => `export const two = import('${specifier}')`,
  (specifier) => `export const three = import(\`${specifier}\`)`,
  (specifier) => `export type Four = import('${specifier}').Four`,
  (specifier) => `export type { Five } from '${specifier}'`
]

const isFile = (path: string) => /\.(ts|js)$/.test(path) && !path.includes('*')

/** The path of a file in a part, which need not exist. */
function fileIn ({ path }: Part, name = 'example.ts'): string {
  if (isFile(path)) return path
  if (path.endsWith('.ts')) return path.replace('/*/', '/subject/').replace('*', name.replace('.ts', ''))
  return posix.join(path.replace('/**', '').replace('*', 'subject'), path === 'api/site/assets' ? name.replace('.ts', '.js') : name)
}

function specifierOf (from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** The lines that the linter rule refuses, with the reason. */
async function refusedLines (filePath: string, lines: string[]): Promise<Map<number, string>> {
  const [result] = await eslint.lintText(lines.join('\n'), { filePath: posix.join(ROOT, filePath) })
  return new Map(result!.messages.filter(({ ruleId }) => ruleId === 'boundaries/imports').map(({ line, message }) => [line - 1, message]))
}

const NOT_OURS = new Set(['node_modules', 'data', 'dist', 'coverage', 'clients/typescript/dist'])

function sourceFiles (folder = '.'): string[] {
  return readdirSync(posix.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return entry.name.startsWith('.') || NOT_OURS.has(path) ? [] : sourceFiles(path)
    return /\.(ts|tsx|js)$/.test(path) ? [path] : []
  })
}

describe('the parts', () => {
  it('cover every source file of the repository', () => {
    expect(sourceFiles().filter((file) => !partOf(file))).toEqual([])
  })

  it('import only from earlier parts in the list, so that there are no cycles', () => {
    expect(() => assertOrder(PARTS)).not.toThrow()
    expect(() => assertOrder(PARTS.toReversed())).toThrow('must come before it')
  })
})

describe('the boundary of', () => {
  it.each(restricted.map((part) => [part.path, part] as const))('%s refuses every import that is not in its list, in every form', async (_path, part) => {
    const file = fileIn(part)
    const others = PARTS.filter((it) => it !== part && !part.imports.includes(it.path)).map((it) => specifierOf(file, fileIn(it)))
    const packages = ['left-pad', '@left/pad', ...PARTS.flatMap((it) => it.packages).filter((it) => !part.packages.includes(it))]
    const forbidden = [...others, ...packages, ...part.isPure ? ['node:fs'] : [], ...part.isApart ? [specifierOf(file, fileIn(part, 'other.ts'))] : []]
    const lines = FORMS.slice(0, file.endsWith('.js') ? 5 : FORMS.length).flatMap((form) => forbidden.map(form))
    const refused = await refusedLines(file, lines)
    expect(lines.filter((_, at) => !refused.has(at))).toEqual([])
    expect([...refused.values()].filter((message) => !message.includes(part.instead!) && !message.includes('add this one to tools/lint/boundaries.js'))).toEqual([])
  })

  it.each(restricted.map((part) => [part.path, part] as const))('%s allows every import in its list', async (_path, part) => {
    const file = fileIn(part)
    const parts = part.imports.map((path) => specifierOf(file, fileIn(PARTS.find((it) => it.path === path)!)))
    const allowed = [...parts, ...part.packages, ...part.isPure ? [] : ['node:fs'], ...part.isApart || isFile(part.path) ? [] : [specifierOf(file, fileIn(part, 'other.ts'))]]
    expect([...(await refusedLines(file, allowed.flatMap((specifier) => FORMS.slice(0, 5).map((form) => form(specifier)))))]).toEqual([])
  })

  it('every file in an unlisted folder is refused', async () => {
    const refused = await refusedLines('api/rates/novelties/example.ts', ['export const one = 1', 'import \'../bank-query.ts\''])
    expect([...refused.values()]).toContainEqual(expect.stringContaining('api/rates/novelties belongs to no part'))
  })

  it('every part refuses dynamic module names, except those that load files', async () => {
    for (const part of restricted) {
      const refused = await refusedLines(fileIn(part), ['export const one = import(globalThis.name)'])
      expect(refused.size, part.path).toBe(part.loads ? 0 : 1)
    }
  })

  it.each(['await database.read(\'select 1\')', 'await this.#database.write(\'select 1\')', 'await context.database.readCells(\'select 1\')'])('the API refuses %s outside queries, api/access and api/accounts', async (statement) => {
    const text = `export class One { #database; async two (database, context) { ${statement} } }`
    const rulesIn = async (file: string) => (await eslint.lintText(text, { filePath: posix.join(ROOT, file) }))[0]!.messages.map(({ ruleId }) => ruleId)
    for (const file of ['api/rates/example-route.ts', 'api/site/rates/example.tsx', 'api/rates/example-tool.ts', 'api/server/example.ts', 'api/app.ts']) expect(await rulesIn(file), file).toContain('no-restricted-syntax')
    for (const file of ['api/rates/example-query.ts', 'api/access/example.ts', 'api/accounts/example.ts']) expect(await rulesIn(file), file).not.toContain('no-restricted-syntax')
  })
})

describe('the imports between files', () => {
  it('have no cycle', () => {
    const importsOf = importsBetween(sourceFiles())
    expect(importsOf.get('cli/service/api.ts')).toContain('api/app.ts') // by import()
    expect(cyclesIn(importsOf)).toEqual([])
  })

  it('include every import that a part lists, which has no duplicates', () => {
    const importsOf = importsBetween(sourceFiles())
    const needed = new Map(PARTS.map((part) => [part, new Set<Part | undefined>()]))
    for (const [file, imported] of importsOf) for (const other of imported) needed.get(partOf(file)!)!.add(partOf(other))
    const spare = restricted.flatMap((part) => part.imports.filter((path, at) => part.imports.indexOf(path) !== at || ![...needed.get(part)!].some((it) => it?.path === path)).map((path) => `${part.path} → ${path}`))
    expect(spare).toEqual([])
  })

  it('a cycle is detected', () => {
    expect(cyclesIn(new Map([['a', ['b']], ['b', ['c']], ['c', ['b', 'd']], ['d', []]]))).toEqual([['b', 'c']])
  })
})

/** The imported files of each file. */
function importsBetween (files: string[]): Map<string, string[]> {
  const known = new Set(files)
  return new Map(files.map((file) => [file, ts.preProcessFile(readFileSync(posix.join(ROOT, file), 'utf8')).importedFiles
    .map(({ fileName }) => posix.join(posix.dirname(file), fileName)).filter((it) => known.has(it))]))
}

/** The cycles of a graph: its strongly connected components of more than one file, by Tarjan's algorithm. */
function cyclesIn (graph: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const cycles: string[][] = []

  function visit (file: string): void {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    path.push(file)
    for (const other of graph.get(file)!) {
      if (!order.has(other)) visit(other)
      if (path.includes(other)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(other)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = path.splice(path.indexOf(file))
    if (group.length > 1 || graph.get(file)!.includes(file)) cycles.push(group.sort())
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return cycles
}
