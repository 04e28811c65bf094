import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const BIN = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))

it.each([
  ['while its database starts', ({ file }: { file: string }) => existsSync(file)],
  [
    'while it loads tables for longer than STOP_TIMEOUT',
    ({ printed }: { printed: string }) => /listens on/.test(printed)
  ]
])('ends the demo and its PostgreSQL on SIGTERM %s', async (_, isThere) => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-stop-'))
  const file = join(folder, 'demo/postgres/postmaster.pid')
  const child = spawn(process.execPath, [BIN, 'demo'], {
    env: { PATH: process.env.PATH!, HOME: folder, DATA_DIR: folder, PORT: '0', STOP_TIMEOUT: '1' },
    stdio: ['ignore', 'pipe', 'inherit']
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += String(chunk)
  })
  const ended = once(child, 'exit')
  await expect.poll(() => isThere({ file, printed }), { interval: 10 }).toBe(true)
  const [server] = readFileSync(file, 'utf8').split('\n')
  child.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  expect([0, 1]).toContain(code)
  await expect.poll(() => existsSync(`/proc/${server}`)).toBe(false)
  rmSync(folder, { recursive: true })
})

it('leaves no PostgreSQL after a command whose reader has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-stop-'))
  const shell = spawn('sh', ['-c', `"${process.execPath}" "${BIN}" status | true`], {
    env: { PATH: process.env.PATH!, HOME: folder, DATA_DIR: folder },
    stdio: 'ignore'
  })
  await once(shell, 'exit')
  expect(existsSync(join(folder, 'postgres/PG_VERSION'))).toBe(true)
  await expect.poll(() => existsSync(join(folder, 'postgres/postmaster.pid')), { timeout: 60_000 }).toBe(false)
  rmSync(folder, { recursive: true })
})

it.each(['SIGTERM', 'SIGKILL'] as const)('ends the demo and its PostgreSQL if its npm gets a %s', async (signal) => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-stop-'))
  const npm = spawn('npm', ['run', 'demo', '--no-update-notifier'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env.PATH!, HOME: folder, DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore']
  })
  let printed = ''
  npm.stdout.on('data', (chunk) => {
    printed += String(chunk)
  })
  await expect.poll(() => printed, { timeout: 120_000 }).toMatch(/listens on/)
  npm.kill(signal)
  await expect.poll(() => existsSync(join(folder, 'demo/postgres/postmaster.pid')), { timeout: 120_000 }).toBe(false)
  rmSync(folder, { recursive: true })
})
