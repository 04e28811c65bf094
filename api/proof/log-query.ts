import { signingKeyOf, type KeyRing } from '../../proof/keys.ts'
import { signCheckpoint } from '../../proof/note.ts'
import type { Database } from '../../sql/database.ts'

interface LogHead {
  /** The number of leaves in the log. */
  size: number
  root: Buffer
}

/** The state of the log. */
export async function findLogHead (database: Database): Promise<LogHead> {
  const [head] = await database.read<LogHead>('select size, root from log_head()')
  return head!
}

/** The root of the log at a size. Undefined if the log is smaller. */
export async function findRoot (database: Database, size: number): Promise<Buffer | undefined> {
  const [found] = await database.read<{ root: Buffer }>('select log_subtree(0, $1) as root from log_head() where size >= $1', [size])
  return found?.root
}

/** The first hashes of a tile of the log. Undefined if the log has fewer. */
export async function findTile (database: Database, { level, index, width }: { level: number, index: number, width: number }): Promise<Buffer | undefined> {
  const [found] = await database.read<{ bytes: Buffer | null }>('select log_tile($1, $2, $3) as bytes', [level, index, width])
  return found?.bytes ?? undefined
}

/** The first entries of a bundle of the log. Undefined if the log has fewer. */
export async function findBundle (database: Database, { index, width }: { index: number, width: number }): Promise<Buffer | undefined> {
  const [found] = await database.read<{ bytes: Buffer | null }>('select log_bundle($1, $2) as bytes', [index, width])
  return found?.bytes ?? undefined
}

/** The consistency proof from size `earlier` to the current log, with its state. Undefined if the log is smaller. */
export async function findConsistency (database: Database, earlier: number): Promise<LogHead & { proof: Buffer[] } | undefined> {
  const [found] = await database.read<LogHead & { proof: Buffer[] }>(
    'select size, root, log_consistency($1, size) as proof from log_head() where size >= $1', [earlier])
  return found
}

/** The signed checkpoint of a state of the log, with the cosignatures that witnesses gave for it. */
export async function findCheckpoint (database: Database, { size, root }: LogHead, ring: KeyRing): Promise<string> {
  const found = await database.read<{ line: string }>('select line from cosignatures where size = $1 and root = $2 order by witness', [size, root])
  return signCheckpoint({ origin: ring.origin, size, root }, signingKeyOf(ring)) + found.map(({ line }) => line).join('')
}

/** The newest state of another's log that this service countersigned. Undefined if it countersigned none. */
export async function findWitnessed (database: Database, origin: string): Promise<LogHead | undefined> {
  const [found] = await database.write<LogHead>('select size, root from witnessed_logs where origin = $1', [origin])
  return found
}

/** Records a checkpoint of another's log as the newest countersigned one. False if it is no longer `known` that it would replace. */
export async function recordWitnessed (database: Database, { origin, size, root }: LogHead & { origin: string }, { known, note }: { known?: LogHead, note: string }): Promise<boolean> {
  const [row] = await database.write<{ is_recorded: boolean }>('select witness_log($1, $2, $3, $4, $5, $6) as is_recorded', [origin, known?.size, known?.root, size, root, note])
  return row!.is_recorded
}
