import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The operating-system account that runs the server programs. */
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

/**
 * The account to run PostgreSQL as, because it refuses root; undefined if this process is not root. Throws if there is
 * no such account.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!found) {
    throw new Error(
      'PostgreSQL does not run as root and there is no account postgres or nobody: run as an ordinary user or set ' +
        'DATABASE_URL'
    )
  }
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/**
 * How to run a server program on a cluster: directly, as `account`, or as `account` with the capability to traverse
 * closed folders.
 */
export function commandOf(
  program: string,
  args: string[],
  cluster: string,
  account: Account | undefined
): ServerCommand {
  if (!account) return { command: program, args, options: {} }
  if (isReachable(program) && isReachable(cluster)) return { command: program, args, options: account }
  const capability = traversalCapability()
  if (!capability || spawnSync('setpriv', ['--version']).error) {
    throw new Error(
      `PostgreSQL does not run as root, and its account can't reach ${cluster}: open the folders above it (chmod o+x), run as an ordinary user, or set DATABASE_URL`
    )
  }
  const sets = ['--inh-caps', '--ambient-caps', '--bounding-set'].flatMap((set) => [set, `-all,+${capability}`])
  // Without no_setuid_fixup, access(2), with which PostgreSQL finds its programs, ignores the capability.
  const identity = [
    '--reuid',
    String(account.uid),
    '--regid',
    String(account.gid),
    '--clear-groups',
    '--securebits',
    '+no_setuid_fixup'
  ]
  return { command: 'setpriv', args: [...identity, ...sets, program, ...args], options: {} }
}

/** True if any account may traverse every folder above a file. */
function isReachable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

// Bits of a capability set (capabilities(7)), the lesser privilege first.
const TRAVERSAL = [
  ['dac_read_search', 2n],
  ['dac_override', 1n]
] as const

/** The capability of this process that lets a child traverse closed folders; a container may lack it. */
function traversalCapability(): string | undefined {
  const [, effective = '0'] = /^CapEff:\s*(\w+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return TRAVERSAL.find(([, bit]) => ((BigInt(`0x${effective}`) >> bit) & 1n) === 1n)?.[0]
}
