import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { commandOf, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { causeIn } from './log.ts'

const START_TIMEOUT = 60_000
const STOP_TIMEOUT = 8_000
const PORT_TIMEOUT = 20_000
const POLL = 50
const ATTEMPTS = 10
const HELD = /lock file "postmaster.pid"/ // another server holds the folder and is ending, or has just ended

/** A cluster, the way to run its server, and the URL of its superuser. */
export interface Server {
  cluster: string
  binaries: Binaries
  account: Account | undefined
  settings: Record<string, string>
  addressOn: (port: number) => string
}

interface Postmaster {
  pid: number
  port: number
}

/** Starts the server of a cluster if none runs, and returns its port. Throws the reason if it does not start. */
export async function ensureServer(server: Server): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await findRunning(server)) ?? (await startServer(server, await choosePort(server.cluster)))
    } catch (error) {
      if (attempt === ATTEMPTS || !HELD.test((error as Error).message)) throw error
      await sleep(POLL)
    }
  }
}

/** Stops the server of a cluster with a fast shutdown, and waits up to eight seconds until it has ended. */
export async function stopServer(cluster: string): Promise<void> {
  const postmaster = readPostmaster(cluster)
  if (!postmaster) return
  process.kill(postmaster.pid, 'SIGINT')
  for (let waited = 0; waited < STOP_TIMEOUT && readPostmaster(cluster)?.pid === postmaster.pid; waited += POLL)
    await sleep(POLL)
}

/** Stops the server of a cluster with an immediate shutdown: the next start recovers its data. */
export function killServer(cluster: string): void {
  const postmaster = readPostmaster(cluster)
  if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
}

/** Waits until a running server of this cluster answers and returns its port; undefined if none runs. */
async function findRunning({ cluster, addressOn }: Server): Promise<number | undefined> {
  for (let waited = 0; waited < START_TIMEOUT; waited += POLL) {
    const postmaster = readPostmaster(cluster)
    if (!postmaster) return undefined
    if (postmaster.port && (await canConnect(addressOn(postmaster.port)))) return postmaster.port
    await sleep(POLL)
  }
  throw new Error(
    `PostgreSQL runs in ${cluster} but did not answer within ${START_TIMEOUT / 1000} s: see ${logOf(cluster)}`
  )
}

async function startServer(server: Server, port: number): Promise<number> {
  const {
    cluster,
    binaries: { postgres, environment },
    account,
    settings
  } = server
  const log = logOf(cluster)
  const output = openSync(log, 'a', 0o600)
  const before = statSync(log).size
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`
  ])
  const { command, args, options: identity } = commandOf(postgres, ['-D', cluster, ...options], cluster, account)
  // A separate session, so that Ctrl-C on a terminal reaches only this process, which then stops the server.
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: environment
  })
  closeSync(output)
  child.unref()
  let ended: string | undefined
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', () => {
    ended ??= `see ${log}`
  })
  for (let waited = 0; waited < START_TIMEOUT; waited += POLL) {
    if (await canConnect(server.addressOn(port))) return port
    if (ended !== undefined) {
      const other = await findRunning(server) // another process may have started it meanwhile
      if (other !== undefined) return other
      throw new Error(`PostgreSQL did not start: ${causeIn(readFileSync(log).subarray(before).toString()) || ended}`)
    }
    await sleep(POLL)
  }
  throw new Error(`PostgreSQL did not start within ${START_TIMEOUT / 1000} s: see ${log}`)
}

function logOf(cluster: string): string {
  return join(dirname(cluster), 'postgres.log')
}

function readPostmaster(cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid')
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    const postmaster = { pid: Number(lines[0]), port: Number(lines[3]) }
    if (!(postmaster.pid > 0)) return undefined // an empty file, or that of initdb
    process.kill(postmaster.pid, 0)
    if (!isOtherProgram(postmaster.pid)) return postmaster
    rmSync(file) // the process id is stale: it now belongs to another program, as after a restart of a container
  } catch {
    // no file, an incomplete file, or no such process
  }
}

function isOtherProgram(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  return existsSync(commandLine) && !readFileSync(commandLine, 'utf8').includes('postgres')
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 2000 })
  client.on('error', () => {}) // the query fails with the same error
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The port of the last start, which other processes expect. Chooses another one only if that port stays in use. */
async function choosePort(cluster: string): Promise<number> {
  const options = join(cluster, 'postmaster.opts') // the server writes this file at each start
  const last = existsSync(options) ? /"port=(\d+)"/.exec(readFileSync(options, 'utf8'))?.[1] : undefined
  for (let waited = 0; last !== undefined && waited < PORT_TIMEOUT; waited += POLL) {
    // another process may have started the server
    if (readPostmaster(cluster) || (await isFree(Number(last)))) return Number(last)
    await sleep(POLL)
  }
  return freePort()
}

/** A free port outside the range of outgoing connections, which could take it while the server restarts. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
