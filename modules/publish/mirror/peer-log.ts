import { z } from 'zod'
import { readPublicSet } from '../../proof/keys.ts'
import { SignatureError, type PublicKey } from '../../proof/kit/jws.ts'
import { GrowingTree, hashLeaf } from '../../proof/kit/merkle.ts'
import { openCheckpoint, readNoteKey, type Checkpoint } from '../../proof/kit/note.ts'
import { entriesOf, tileAddress, TILE_WIDTH } from '../../proof/kit/tiles.ts'
import type { Database } from '../../../sql/database.ts'
import { PeerError, type Peer } from './peer.ts'

const MAX_TEXT = 1024 * 1024
const MAX_BUNDLE = TILE_WIDTH * (2 + 65_535)
const MAX_NAMED = 20

/** Reads a path of a peer's log as bytes, up to a limit. */
export type LogReader = Pick<Peer, 'read'>

const Entry = z.object({
  source: z.string(),
  url: z.string(),
  method: z.string(),
  body_sha256: z.string().nullable(),
  document_sha256: z.string().regex(/^[0-9a-f]{64}$/),
  known_at: z.iso.datetime()
})

type Entry = z.infer<typeof Entry>

interface LogComparison {
  /** The name of the peer's log and the number of its entries. */
  origin: string
  size: number
  /** The entries of the sources that were compared. */
  compared: number
  /** The number of entries with the same rows here. */
  same: number
  /** The number of their documents that are not archived here, and the first of these. */
  missing: number
  named: Entry[]
}

/**
 * Compares the archive of this instance with the log of a peer, whose entries cannot be changed later, and so finds
 * documents that the peer's list omits. Throws a `PeerError` for a log that does not match the peer's checkpoint.
 */
export async function compareWithLog(
  database: Database,
  log: LogReader,
  { sources, since = '' }: { sources: string[]; since?: string }
): Promise<LogComparison> {
  const checkpoint = await readCheckpoint(log)
  const comparison: LogComparison = {
    origin: checkpoint.origin,
    size: checkpoint.size,
    compared: 0,
    same: 0,
    missing: 0,
    named: []
  }
  for await (const entries of readEntries(log, checkpoint)) {
    await compare(
      database,
      entries.filter(({ entry }) => sources.includes(entry.source) && entry.known_at >= since),
      comparison
    )
  }
  return comparison
}

/**
 * A peer with only the documents in its signed log, under this key if one is given. Documents that the peer could not
 * read are not in the log. Throws a `PeerError` for a log that does not match the checkpoint.
 */
export async function loggedOnly(peer: Peer, key?: string): Promise<{ logged: Peer; checkpoint: Checkpoint }> {
  const checkpoint = await readCheckpoint(peer, key)
  const hashes = new Set<string>()
  for await (const entries of readEntries(peer, checkpoint))
    for (const { entry } of entries) hashes.add(entry.document_sha256)
  async function* list() {
    for await (const document of peer.list()) if (hashes.has(document.sha256)) yield document
  }
  return {
    checkpoint,
    logged: {
      name: peer.name,
      listed: 0,
      list,
      read: (path, most) => peer.read(path, most),
      fetch: (document) => peer.fetch(document),
      close: () => peer.close()
    }
  }
}

/** The entries of a log in bundles. Throws a `PeerError` at the end if they do not match the checkpoint. */
async function* readEntries(
  log: LogReader,
  { origin, size, root }: Checkpoint
): AsyncGenerator<Array<{ text: string; entry: Entry }>> {
  const tree = new GrowingTree()
  while (tree.size < size) {
    const bundle = await readBundle(log, tree.size / TILE_WIDTH, Math.min(TILE_WIDTH, size - tree.size))
    for (const entry of bundle) tree.add(hashLeaf(entry))
    yield bundle.map((it) => it.toString()).map((text) => ({ text, entry: readEntry(text) }))
  }
  if (!tree.root().equals(root)) {
    throw new PeerError(`the entries of the log ${origin} are not those that its checkpoint signs`, { isGone: true })
  }
}

async function readCheckpoint(log: LogReader, key?: string): Promise<Checkpoint> {
  const note = (await log.read('/log/checkpoint', MAX_TEXT)).toString()
  try {
    const keys: Array<Pick<PublicKey, 'x'>> =
      key === undefined
        ? readPublicSet((await log.read('/.well-known/jwks.json', MAX_TEXT)).toString())
        : [readNoteKey(key)]
    return openCheckpoint(note, keys)
  } catch (error) {
    if (error instanceof SignatureError || error instanceof SyntaxError) {
      throw new PeerError(`the peer has no signed log: ${error.message}`, { cause: error, isGone: true })
    }
    throw error
  }
}

async function readBundle(log: LogReader, index: number, width: number): Promise<Buffer[]> {
  const address = `/log/tile/entries/${tileAddress(index, width)}`
  const bytes = await log.read(address, MAX_BUNDLE)
  try {
    const entries = entriesOf(bytes)
    if (entries.length === width) return entries
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new PeerError(`${address} is not a bundle of ${width} entries`, { isGone: true })
}

function readEntry(text: string): Entry {
  try {
    return Entry.parse(JSON.parse(text))
  } catch (error) {
    throw new PeerError(`the log has an invalid entry: ${text.slice(0, 100)}`, { cause: error, isGone: true })
  }
}

async function compare(
  database: Database,
  entries: Array<{ text: string; entry: Entry }>,
  comparison: LogComparison
): Promise<void> {
  const found = await database.write<{ is_here: boolean; is_same: boolean | null }>(
    'select * from compare_log_entries($1)',
    [entries.map(({ text }) => text)]
  )
  const missing = entries.filter((_, index) => !found[index]!.is_here)
  comparison.compared += entries.length
  comparison.same += found.filter((it) => it.is_same).length
  comparison.missing += missing.length
  comparison.named.push(...missing.slice(0, MAX_NAMED - comparison.named.length).map(({ entry }) => entry))
}
