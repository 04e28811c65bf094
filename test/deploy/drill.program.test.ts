import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

const SAME = 'the restored database holds what the first one does'

/** Runs the drill with two sources, and returns what it printed. `node` is a shell script in place of Node.js. */
async function drill(node?: string): Promise<string> {
  const programs = join(folder, 'bin')
  rmSync(programs, { recursive: true, force: true })
  mkdirSync(programs)
  if (node === undefined) symlinkSync(process.execPath, join(programs, 'node'))
  else writeFileSync(join(programs, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 })
  const env = { HOME: folder, PATH: `${programs}:${process.env.PATH}` }
  const { stdout } = await run('bash', [join(PROJECT, 'deploy/drill.sh'), PROJECT, folder], { env }).catch(
    (error: { stdout: string }) => error
  )
  return stdout
}

it('succeeds if the restored database has the same data', async () => {
  const output = await drill()
  expect(output).toContain(SAME)
  expect(output).toMatch(/^ecb: /m)
})

// commands that print nothing, or only what differs between the two databases
it.each([
  ['nothing differs', 'true', true],
  ['the roots of the logs differ', '[ "$2 $3" != "log verify" ] || echo "$DATA_DIR"', false],
  ['the stored rates differ', '[ "$2" != status ] || echo "ecb $DATA_DIR"', false],
  ['a log is not complete', '[ "$2 $3" != "log verify" ] || exit 1', false],
  ['the backup fails', '[ "$2" != backup ] || exit 1', false],
  ['the restored database accepts no rates', '[ "$2 $3" != "ingest ecb" ] || exit 1', false]
])('succeeds only if nothing fails or differs: %s', async (_, node, isSuccessful) => {
  expect((await drill(node)).includes(SAME)).toBe(isSuccessful)
})
