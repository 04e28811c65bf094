import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account of the operating system that runs the server programs. */
export interface Account {
  uid: number
  gid: number
}

/** How a server program is spawned. */
export interface ServerCommand {
  command: string
  args: string[]
  options: Partial<Account>
}

/** The account to run PostgreSQL as, which refuses to run as root; undefined where this process is not root. Throws where root has none. */
export function serverAccount (): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').map((line) => line.split(':'))
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!found) throw new Error('PostgreSQL does not run as root and there is no account postgres or nobody: run as an ordinary user or set DATABASE_URL')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** How to run a server program on a cluster: as it is, as `account`, or as `account` with the capability to pass through closed folders. */
export function commandOf (program: string, args: string[], cluster: string, account: Account | undefined): ServerCommand {
  if (!account) return { command: program, args, options: {} }
  if (isReachable(program) && isReachable(cluster)) return { command: program, args, options: account }
  const capability = passingCapability()
  if (!capability || spawnSync('setpriv', ['--version']).error) {
    throw new Error(`PostgreSQL does not run as root, and its account can't reach ${cluster}: open the folders above it (chmod o+x), run as an ordinary user, or set DATABASE_URL`)
  }
  const sets = ['--inh-caps', '--ambient-caps', '--bounding-set'].flatMap((set) => [set, `-all,+${capability}`])
  // Without that bit access(2), by which PostgreSQL looks for its programs, ignores the capability.
  const identity = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups', '--securebits', '+no_setuid_fixup']
  return { command: 'setpriv', args: [...identity, ...sets, program, ...args], options: {} }
}

/** True when any account may pass through every folder on the way to a file. */
function isReachable (path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

// Bits of a capability set (capabilities(7)), the lesser right first.
const PASSING = [['dac_read_search', 2n], ['dac_override', 1n]] as const

/** The capability of this process that lets a child pass through closed folders; a container may lack one or both. */
function passingCapability (): string | undefined {
  const [, effective = '0'] = /^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return PASSING.find(([, bit]) => (BigInt(`0x${effective}`) >> bit & 1n) === 1n)?.[0]
}
