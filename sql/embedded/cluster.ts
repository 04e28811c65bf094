import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandOf, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { causeIn } from './log.ts'

/** The superuser of the cluster, used only to start the server and to create roles. */
export const SUPERUSER = 'ratebook'
const PASSWORD_FILE = 'ratebook.password'

/** The major version of the cluster in a folder; undefined if there is none yet. */
export function majorOfCluster(cluster: string): number | undefined {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').trim()) : undefined
}

/** The password of the cluster's superuser. */
export function superuserPassword(cluster: string): string {
  return readFileSync(join(cluster, PASSWORD_FILE), 'utf8').trim()
}

/**
 * Creates a cluster in a temporary folder and moves it into place, so that an incomplete one is never used. Throws the
 * error of initdb.
 */
export async function createCluster(cluster: string, binaries: Binaries, account: Account | undefined): Promise<void> {
  const aside = mkdtempSync(`${cluster}-new-`)
  try {
    await fillCluster(aside, binaries, account)
    renameSync(join(aside, 'data'), cluster)
  } catch (error) {
    if (majorOfCluster(cluster) === undefined) throw error // else another process came first
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

async function fillCluster(
  aside: string,
  { initdb, environment }: Binaries,
  account: Account | undefined
): Promise<void> {
  const data = join(aside, 'data')
  const passwordFile = join(aside, PASSWORD_FILE)
  mkdirSync(data)
  writeFileSync(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
  chmodSync(aside, 0o755)
  if (account) for (const path of [data, passwordFile]) chownSync(path, account.uid, account.gid)
  chmodSync(data, 0o700)
  const login = ['--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
  const { command, args, options } = commandOf(
    initdb,
    ['--pgdata', data, ...login, '--encoding', 'UTF8', '--locale', 'C', '--no-instructions'],
    data,
    account
  )
  await promisify(execFile)(command, args, { ...options, cwd: '/', env: environment }).catch(
    (error: Error & { stderr?: string }) => {
      throw new Error(`initdb failed: ${causeIn(error.stderr ?? '') || error.message}`, { cause: error })
    }
  )
  renameSync(passwordFile, join(data, PASSWORD_FILE))
}
