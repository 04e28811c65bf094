import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import config, { FOLDERS } from '../../.dependency-cruiser.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PATH = [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
const eslint = new ESLint({ cwd: ROOT })

type Import = [from: string, to: string]

// Imports that the named rules refuse.
const REFUSED: Array<[rule: string, Import]> = [
  ['adapters/', ['adapters/one.ts', 'adapters/two.ts']],
  ['adapters/', ['adapters/one.ts', 'pipelines/fetch/http.ts']],
  ['adapters/', ['adapters/one.ts', 'cheerio']],
  ['adapters/market/', ['adapters/market/one.ts', 'adapters/market/two.ts']],
  ['adapters/kit/', ['adapters/kit/text.ts', 'adapters/one.ts']],
  ['adapters/source.ts', ['adapters/source.ts', 'zod']],
  ['pipelines/fetch/', ['pipelines/fetch/http.ts', 'pipelines/load/load.ts']],
  ['pipelines/load/', ['pipelines/load/load.ts', 'pipelines/runs/run.ts']],
  ['pipelines/', ['pipelines/care/quarantine.ts', 'api/rates/pair-query.ts']],
  ['sql/', ['sql/database.ts', 'api/contract/errors.ts']],
  ['api/rates/', ['api/rates/pair-query.ts', 'pipelines/load/load.ts']],
  ['api/server/', ['api/server/route.ts', 'api/rates/pair-query.ts']],
  ['modules-apart', ['modules/one/module.ts', 'modules/two/module.ts']],
  ['modules-apart', ['modules/one/module.ts', 'adapters/one.ts']],
  ['publish', ['modules/publish/module.ts', 'modules/two/module.ts']],
  ['modules-apart', ['modules/one/module.ts', 'test/support/service.ts']],
  ['production-packages', ['modules/one/module.ts', 'left-pad']],
  ['no-unlisted-folder', ['api/novelties/one.ts', 'api/contract/errors.ts']],
  ['queries-below-routes', ['api/rates/pair-query.ts', 'api/rates/pair-route.ts']],
  ['routes-apart', ['api/rates/pair-route.ts', 'api/rates/table-route.ts']],
  ['no-ring-of-files', ['api/rates/pair-query.ts', 'api/rates/table-query.ts']],
  ['no-ring-of-files', ['api/rates/table-query.ts', 'api/rates/pair-query.ts']],
  ...Object.keys(FOLDERS).flatMap((folder): Array<[string, Import]> => [
    [folder, [fileIn(folder), 'left-pad']],
    [folder, [fileIn(folder), 'modules/one/module.ts']],
    ...(FOLDERS[folder]!.includes('node') ? [] : [[folder, [fileIn(folder), 'node:fs']] satisfies [string, Import]])
  ])
]

const ALLOWED: Import[] = [
  ['adapters/kit/text.ts', 'adapters/kit/dates.ts'],
  ['pipelines/care/quarantine.ts', 'pipelines/runs/run.ts'],
  ['modules/one/module.ts', 'api/server/route.ts'],
  ['modules/publish/module.ts', 'modules/proof/keys.ts'],
  ['modules/one/module.ts', 'modules/one/events-route.ts'],
  ['modules/one/page.tsx', 'modules/pages/kit/page.tsx'],
  ...Object.entries(FOLDERS).flatMap(([folder, imports]) =>
    imports.map((to): Import => [fileIn(folder), to === 'node' ? 'node:fs' : isOurs(to) ? fileIn(to, 'example') : to])
  )
]

const FORMS: Array<(specifier: string) => string> = [
  (specifier) => `import '${specifier}'`,
  (specifier) => `export * from '${specifier}'`,
  (specifier) => `import type { One } from '${specifier}'\nexport type Two = One`,
  (specifier) => `export type Three = import('${specifier}').Three`,
  (specifier) => `await import('${specifier}')`
]

function isOurs(name: string): boolean {
  return name.includes('/') && !name.startsWith('@')
}

function fileIn(path: string, name = 'here'): string {
  return path.endsWith('/') ? `${path}${name}.ts` : path
}

/** The errors of a tree of files with these imports, as lines `<rule>: <from> → <to>`. */
async function errorsOf(imports: Import[], form = FORMS[0]!): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ratebook-boundaries-'))
  const files = new Map(imports.filter(([, to]) => isOurs(to)).map(([, to]) => [to, '']))
  for (const [from, to] of imports)
    files.set(from, `${files.get(from) ?? ''}${form(isOurs(to) ? specifierOf(from, to) : to)}\n`)
  try {
    for (const file of ['.dependency-cruiser.js', 'package.json']) await copyFile(join(ROOT, file), join(folder, file))
    for (const [file, text] of files) {
      await mkdir(join(folder, dirname(file)), { recursive: true })
      await writeFile(join(folder, file), text)
    }
    return await checkWalls(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function specifierOf(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

/** Runs the script of package.json in a folder. */
async function checkWalls(cwd: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { boundaries: string }
  }
  return new Promise((resolve, reject) => {
    execFile(
      'sh',
      ['-c', scripts.boundaries],
      { cwd, env: { ...process.env, PATH, NO_COLOR: '1' } },
      (error, stdout, stderr) => {
        const lines = stdout
          .split('\n')
          .filter((line) => line.startsWith('  error '))
          .map((line) => line.slice('  error '.length).trim())
        if (lines.length > 0 === (error !== null)) resolve(lines)
        else reject(new Error(stdout + stderr))
      }
    )
  })
}

function lineOf([rule, [from, to]]: [string, Import]): string {
  return `${rule}: ${from} → ${to.replace('node:', '')}`
}

describe('the boundaries', () => {
  it('hold in this repository', async () => {
    expect(await checkWalls(ROOT)).toEqual([])
  })

  it.each(FORMS.map((form) => [form('…').split('\n')[0], form] as const))(
    'refuse every forbidden import of the form %s',
    async (_, form) => {
      const errors = await errorsOf(
        REFUSED.map(([, it]) => it),
        form
      )
      const expected = REFUSED.filter(([rule]) => !rule.startsWith('no-ring')).map(lineOf)
      expect(expected.filter((line) => !errors.includes(line))).toEqual([])
      expect(errors.some((line) => line.startsWith('no-ring-of-files'))).toBe(true)
    }
  )

  it('allow every import that a line lists', async () => {
    for (const form of [FORMS[0], FORMS[2]])
      expect((await errorsOf(ALLOWED, form)).filter((line) => !line.startsWith('no-ring'))).toEqual([])
  })

  it('refuse folders that import each other, even by types of different files', async () => {
    const ring: Import[] = [
      ['pipelines/care/one.ts', 'pipelines/market/two.ts'],
      ['pipelines/market/three.ts', 'pipelines/care/four.ts']
    ]
    expect(await errorsOf(ring, FORMS[2])).toContainEqual(expect.stringContaining('no-ring-of-folders: pipelines/care'))
    expect(await errorsOf(ring.slice(1), FORMS[2])).toEqual([])
  })

  it('have a test for each rule', () => {
    const tested = new Set([...REFUSED.map(([rule]) => rule), 'no-ring-of-folders'])
    expect(config.forbidden.map(({ name }) => name).filter((it) => !tested.has(it))).toEqual([])
  })
})

describe('the linter', () => {
  const refused = async (file: string, text: string) =>
    (await eslint.lintText(text, { filePath: join(ROOT, file) }))[0]!.messages.some(
      ({ ruleId }) => ruleId === 'no-restricted-syntax'
    )

  it('refuses imports of computed names, which the boundaries cannot check, except in files that load others', async () => {
    const text = 'export const one = import(globalThis.name)'
    for (const file of ['api/rates/one.ts', 'pipelines/load/one.ts', 'sql/one.ts', 'modules/one/one.ts'])
      expect(await refused(file, text), file).toBe(true)
    for (const file of ['cli/module.ts', 'adapters/registry.ts', 'sql/embedded/one.ts'])
      expect(await refused(file, text), file).toBe(false)
  })

  it.each([
    "await database.read('select 1')",
    "await this.#database.write('select 1')",
    "await context.database.readCells('select 1')"
  ])('refuses %s outside queries, api/access and api/accounts', async (statement) => {
    const text = `export class One { #database; async two (database, context) { ${statement} } }`
    for (const file of ['api/rates/example-route.ts', 'api/rates/example.tsx', 'api/server/example.ts', 'api/app.ts'])
      expect(await refused(file, text), file).toBe(true)
    for (const file of ['api/rates/example-query.ts', 'api/access/example.ts', 'api/accounts/example.ts'])
      expect(await refused(file, text), file).toBe(false)
  })
})
