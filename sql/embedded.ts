import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { createCluster, majorOfCluster, superuserPassword, SUPERUSER } from './embedded/cluster.ts'
import { ensureServer, stopServer, type Server } from './embedded/postmaster.ts'
import { Presence } from './embedded/presence.ts'
import { DATABASE, ensureServiceRole, SERVICE_ROLE } from './embedded/roles.ts'
import { isUnavailable } from './errors.ts'

const ATTEMPTS = 20
const RETRY_AFTER = 500

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
  jit: 'off',
  log_error_verbosity: 'terse' // the detail of a violated constraint contains the row, with e-mail addresses
}

export interface EmbeddedOptions {
  /** Settings of the server, which override the defaults. */
  settings?: Record<string, string>
  /** The folder of PostgreSQL programs to use instead of the bundled ones. */
  binDir?: string
  /** Called when the server becomes unavailable, and when it is available again. */
  onEvent?: (message: string, error?: Error) => void
}

export interface EmbeddedServer {
  /** The database of the service, and its owner, a role that is not a superuser. */
  url: string
  /** The maintenance database, with the superuser. */
  adminUrl: string
  /** Stops the server unless another process uses it. */
  stop: () => Promise<void>
}

/**
 * Creates a folder and its missing parents, accessible only to this account or that of the server. Throws if it can't
 * be created.
 */
function makePrivate(folder: string, account: ReturnType<typeof serverAccount>): void {
  const missing: string[] = []
  for (let path = folder; !existsSync(path); path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing) {
      mkdirSync(path, { mode: 0o700 }) // one by one: a recursive call never returns below /proc
      if (account) chownSync(path, account.uid, account.gid)
    }
  } catch (error) {
    if (existsSync(folder)) return // another process has created it meanwhile
    throw new Error(
      `DATA_DIR: ${folder} can't be created (${(error as { code?: string }).code}): set it to a folder in which this account may write`,
      { cause: error }
    )
  }
}

/**
 * Starts a PostgreSQL server with its data in a folder, or shares the running one, so that commands work beside a
 * running service. A server that dies is started again. It listens only on loopback, with passwords stored in the
 * folder. If this process is root, the server runs as the account `postgres` or `nobody`, because PostgreSQL refuses
 * root. Throws the reason if it cannot start.
 */
export async function startEmbedded(
  dataDir: string,
  { settings = {}, binDir, onEvent = () => {} }: EmbeddedOptions = {}
): Promise<EmbeddedServer> {
  const cluster = join(resolve(dataDir), 'postgres')
  const folder = dirname(cluster)
  const account = serverAccount()
  makePrivate(folder, account)
  const major = majorOfCluster(cluster)
  const binaries = await findBinaries(join(folder, 'postgres-libraries'), { binDir, major })
  if (major === undefined) await createCluster(cluster, binaries, account)

  const password = superuserPassword(cluster)
  const adminOn = (port: number, database = 'postgres') => addressOf(SUPERUSER, password, port, database)
  const server: Server = { cluster, binaries, account, settings: { ...SETTINGS, ...settings }, addressOn: adminOn }
  const { port, url, presence } = await retryUnavailable(async () => {
    const port = await ensureServer(server)
    const servicePassword = await ensureServiceRole(cluster, (database) => adminOn(port, database))
    const url = addressOf(SERVICE_ROLE, servicePassword, port, DATABASE)
    const presence = new Presence({ url, ensureServer: () => ensureServer(server), onEvent })
    await presence.open()
    return { port, url, presence }
  })
  return {
    url,
    adminUrl: adminOn(port),
    stop: async () => {
      if (await presence.close()) await stopServer(cluster)
    }
  }
}

/** Retries work that fails because the server is unavailable: another process may be restarting it. */
async function retryUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isUnavailable(error)) throw error
      await sleep(RETRY_AFTER)
    }
  }
}

function addressOf(role: string, password: string, port: number, database: string): string {
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
}
