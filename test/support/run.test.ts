import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { onlyIf } from './tools.ts'

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

function wordsOf (process: string): string[] {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // it has ended
  }
}

it('a killed run leaves no server and no folder behind', async () => {
  const run = spawn(process.execPath, [VITEST, 'run', 'test/sql/database.test.ts'], { cwd: PROJECT, stdio: 'ignore' })
  const folderOf = () => readdirSync('/proc').map(wordsOf).find((words) => words.includes(`ratebook_${run.pid}_test`))?.[2]
  await expect.poll(folderOf).toBeDefined()
  const folder = folderOf()!
  await expect.poll(() => existsSync(`${folder}/postgres/postmaster.pid`)).toBe(true)
  const [server] = readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')
  run.kill('SIGKILL')
  await expect.poll(() => existsSync(folder) || existsSync(`/proc/${server}`)).toBe(false)
})

it('a missing program skips its tests and prints the install command, but fails in CI', () => {
  const line = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const own = process.env.CI
  delete process.env.CI
  const { it: skipped } = onlyIf(false, 'pgbouncer', 'apt install pgbouncer')
  process.env.CI = 'true'
  const inCi = () => onlyIf(false, 'pgbouncer', 'apt install pgbouncer')
  try {
    expect(skipped).not.toBe(it)
    expect(line.mock.calls).toEqual([['pgbouncer is missing, its tests are skipped: apt install pgbouncer\n']])
    expect(inCi).toThrow('pgbouncer is missing: apt install pgbouncer')
  } finally {
    line.mockRestore()
    process.env.CI = own
    if (own === undefined) delete process.env.CI
  }
})
