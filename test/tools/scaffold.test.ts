import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import type { Source } from '../../adapters/source.ts'
import { scaffoldSource } from '../../tools/scaffold/scaffold.ts'

// scaffold.program.test.ts runs the commands, the tests and the linter on a new source in a copy of the project.
const PROJECT = fileURLToPath(new URL('../../', import.meta.url))
const CODE = 'xyz_bank'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-scaffold-'))
const project = pathToFileURL(`${folder}/`)
mkdirSync(join(folder, 'adapters'))
for (const name of ['kit', 'source.ts']) symlinkSync(join(PROJECT, 'adapters', name), join(folder, 'adapters', name))

afterAll(() => rmSync(folder, { recursive: true }))

it('refuses a reserved or malformed code without writing a file', async () => {
  for (const code of ['composite', 'market', 'source', 'registry', 'kit', 'X', '../x'])
    await expect(scaffoldSource(code, project)).rejects.toThrow(code)
  expect(readdirSync(join(folder, 'adapters')).sort()).toEqual(['kit', 'source.ts'])
})

it('writes an adapter that reads its fixture, and refuses to overwrite it', async () => {
  expect(await scaffoldSource(CODE, project)).toEqual([
    `adapters/${CODE}.ts`,
    ...['interactions.json', 'rates.csv', 'changed.csv', 'expected.csv'].map((file) => `fixtures/${CODE}/main/${file}`)
  ])
  await expect(scaffoldSource(CODE, project)).rejects.toThrow('already exists')
  const { default: source } = (await import(join(folder, `adapters/${CODE}.ts`))) as { default: Source }
  const body = readFileSync(join(folder, `fixtures/${CODE}/main/rates.csv`))
  expect(source.parse({ url: 'https://publisher.example/rates.csv', contentType: 'text/csv', body } as never)).toEqual([
    { date: '2026-01-05', base: 'USD', quote: 'XDR', type: 'reference', value: '1.2500' },
    { date: '2026-01-06', base: 'USD', quote: 'XDR', type: 'reference', value: '1.2512' }
  ])
})
