import { signingKeyOf, type KeyRing } from './keys.ts'
import { signCheckpoint } from './kit/note.ts'
import type { Database } from '../../sql/database.ts'

interface LogHead {
  /** The number of leaves in the log. */
  size: number
  root: Buffer
}

/** The state of the log. */
export async function findLogHead(database: Database): Promise<LogHead> {
  const [head] = await database.read<LogHead>('select size, root from log_head()')
  return head!
}

/** The root of the log at a size. Undefined if the log is smaller. */
export async function findRoot(database: Database, size: number): Promise<Buffer | undefined> {
  const [found] = await database.read<{ root: Buffer }>(
    'select log_subtree(0, $1) as root from log_head() where size >= $1',
    [size]
  )
  return found?.root
}

/** The first hashes of a tile of the log. Undefined if the log has fewer. */
export async function findTile(
  database: Database,
  { level, index, width }: { level: number; index: number; width: number }
): Promise<Buffer | undefined> {
  const [found] = await database.read<{ bytes: Buffer | null }>('select log_tile($1, $2, $3) as bytes', [
    level,
    index,
    width
  ])
  return found?.bytes ?? undefined
}

/** The first entries of a bundle of the log. Undefined if the log has fewer. */
export async function findBundle(
  database: Database,
  { index, width }: { index: number; width: number }
): Promise<Buffer | undefined> {
  const [found] = await database.read<{ bytes: Buffer | null }>('select log_bundle($1, $2) as bytes', [index, width])
  return found?.bytes ?? undefined
}

/** The consistency proof from size `earlier` to the current log, with its state. Undefined if the log is smaller. */
export async function findConsistency(
  database: Database,
  earlier: number
): Promise<(LogHead & { proof: Buffer[] }) | undefined> {
  const [found] = await database.read<LogHead & { proof: Buffer[] }>(
    'select size, root, log_consistency($1, size) as proof from log_head() where size >= $1',
    [earlier]
  )
  return found
}

/** The signed checkpoint of a state of the log. */
export function writeCheckpoint({ size, root }: LogHead, ring: KeyRing): string {
  return signCheckpoint({ origin: ring.origin, size, root }, signingKeyOf(ring))
}
