import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildClient } from '../clients/build.ts'
import { withTool } from '../support/tools.ts'
import { demo } from './started.ts'

const CLIENTS = fileURLToPath(new URL('../../clients/', import.meta.url))

/** The program in the README of a client, and the output that the README shows. */
function quickStart(name: string, language: string): { program: string; shown: string } {
  const readme = readFileSync(join(CLIENTS, name, 'README.md'), 'utf8')
  const [, program] = new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(readme)!
  const [, shown] = /```text\n([^]*?)```/.exec(readme)!
  return { program: program!, shown: shown! }
}

const environment = () => ({ PATH: process.env.PATH, RATEBOOK_URL: demo.address, RATEBOOK_KEY: demo.key })

describe('the package of the client for TypeScript', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-client-'))
  const installed = join(folder, 'node_modules/ratebook-client')

  beforeAll(() => buildClient(installed))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('runs the program of its README, with the output that it shows', async () => {
    const { program, shown } = quickStart('typescript', 'js')
    writeFileSync(join(folder, 'main.mjs'), program)
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.mjs')], { env: environment() })
    expect(stdout).toBe(shown)
  })
})

withTool('python3').describe('the package of the client for Python', () => {
  it('runs the program of its README, with the output that it shows', async () => {
    const { program, shown } = quickStart('python', 'python')
    const env = { ...environment(), PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: join(CLIENTS, 'python/src') }
    const { stdout } = await promisify(execFile)('python3', ['-c', program], { env })
    expect(stdout).toBe(shown)
  })
})
