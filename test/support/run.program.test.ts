import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

function wordsOf(process: string): string[] {
  try {
    return readFileSync(`/proc/${process}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // the process has ended
  }
}

it('leaves no server and no folder behind after a kill', async () => {
  const run = spawn(process.execPath, [VITEST, 'run', 'test/sql/database.test.ts'], { cwd: PROJECT, stdio: 'ignore' })
  const folderOf = () =>
    readdirSync('/proc')
      .map(wordsOf)
      .find((words) => words.includes(`ratebook_${run.pid}_test`))?.[2]
  await expect.poll(folderOf).toBeDefined()
  const folder = folderOf()!
  await expect.poll(() => existsSync(`${folder}/postgres/postmaster.pid`)).toBe(true)
  const [server] = readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')
  run.kill('SIGKILL')
  await expect.poll(() => existsSync(folder) || existsSync(`/proc/${server}`)).toBe(false)
})
