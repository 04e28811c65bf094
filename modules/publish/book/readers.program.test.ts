import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect } from 'vitest'
import { findDuckDb } from '../../../test/support/duckdb.ts'
import { isInstalled, onlyIf, withTool } from '../../../test/support/tools.ts'

// The lines of deploy/edition/README.md, against a book that a static server serves.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PAGE = readFileSync(join(ROOT, 'deploy/edition/README.md'), 'utf8')
const BOOK = ['--sources', 'ecb', '--replay', join(ROOT, 'fixtures/demo'), '--at', '2026-03-18T18:00:00Z']

let folder: string
let address: string

const server = createServer((request, response) => {
  const path = join(folder, 'book', request.url!)
  response.writeHead(existsSync(path) ? 200 : 404)
  response.end(existsSync(path) ? readFileSync(path) : undefined)
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ratebook-readers-'))
  await run(process.execPath, [join(ROOT, 'bin/ratebook.js'), 'book', 'update', 'book', ...BOOK])
  await once(server.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

async function run(command: string, args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH!, HOME: folder, TMPDIR: folder }
  return (await promisify(execFile)(command, args, { cwd: folder, env })).stdout
}

/** The lines in a language, with the address of the server. */
function lineOf(language: string): string {
  const [, line] = new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'm').exec(PAGE.split('## Read the rates')[1]!)!
  return line!.replaceAll('http://localhost:8000', address).replaceAll("'book/", `'${folder}/book/`)
}

const python = ['python3', '/usr/bin/python3'].find((it) => isInstalled(it) && hasPandas(it))

function hasPandas(name: string): boolean {
  return spawnSync(name, ['-c', 'import pandas']).status === 0
}

const duckdb = await findDuckDb()

onlyIf(duckdb !== undefined, 'DuckDB', 'npm install --no-save @duckdb/node-api').it(
  'DuckDB reads all rates',
  async () => {
    const rows = await duckdb!(lineOf('sql'))
    expect(rows[0]!.slice(0, 2)).toEqual(['ecb', '2026-03-18'])
    expect(Number(rows[0]![2])).toBe(1.15)
  }
)

onlyIf(python !== undefined, 'pandas', 'apt install python3-pandas', 'Debian has it').it(
  'pandas reads a pair',
  async () => {
    expect(await run(python!, ['-c', lineOf('python')])).toMatch(/^rate_date,value\n[^]*2026-03-18,1\.15\n/)
  }
)

withTool('Rscript').it('R reads a pair', async () => {
  expect(await run('Rscript', ['-e', lineOf('r')])).toMatch(/2026-03-18 +1\.15/)
})

onlyIf(isInstalled('soffice'), 'LibreOffice', 'apt install libreoffice-calc', 'it is too large').it(
  'LibreOffice reads a pair',
  async () => {
    await run('bash', ['-c', lineOf('sh')])
    await run('soffice', ['--headless', '--convert-to', 'csv', 'EUR-USD.xlsx'])
    expect(readFileSync(join(folder, 'EUR-USD.csv'), 'utf8')).toMatch(/^2026-03-18,reference,1\.15,/m)
  }
)
