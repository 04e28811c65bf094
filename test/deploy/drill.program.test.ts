import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ratebook-drill-'))
  for (const code of ['ecb', 'bnr']) symlinkSync(join(PROJECT, 'fixtures', code), join(folder, code))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the drill with two sources. `afterRestore` is a command that changes the restored database. */
async function drill(afterRestore = ''): Promise<string> {
  const node = join(folder, 'node')
  writeFileSync(
    node,
    `#!/bin/sh\n"${process.execPath}" "$@" || exit\n[ "$2" != restore ] || "${process.execPath}" ${afterRestore || '--version'}\n`
  )
  chmodSync(node, 0o755)
  const env = { HOME: folder, PATH: `${folder}:${process.env.PATH}` }
  const { stdout } = await run('bash', [join(PROJECT, 'deploy/drill.sh'), PROJECT, folder], { env }).catch(
    (error: { stdout: string }) => error
  )
  return stdout
}

const SAME = 'the restored database holds what the first one does'

it('succeeds if the restored database has the same data', async () => {
  expect(await drill()).toContain(SAME)
})

it('fails if the restored database has other data', async () => {
  const output = await drill('bin/ratebook.js ingest mnb --replay fixtures')
  expect(output).toMatch(/^> the log is complete/m)
  expect(output).not.toContain(SAME)
})
