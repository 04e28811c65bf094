import { findLogHead, findRoot } from '../../proof/log-query.ts'
import { textOf as writeHead } from '../../proof/kit/note.ts'
import { TILE_WIDTH, tileAddress, tilesOf, type Tile } from '../../proof/kit/tiles.ts'
import { pathOf, type EditionFiles, type Known, type NewFile } from './files.ts'
import type { Entry } from './manifest.ts'
import { inParallel } from './parallel.ts'

export const CHECKPOINT = '/log/checkpoint'
export const TILE = '/log/tile/:level/*index'
const UNSIGNED = 'unsigned'
export const KEYS = '/.well-known/jwks.json'

interface Head {
  size: number
  root: string
}

/**
 * Writes the public keys, the missing tiles of the log, and then its checkpoint. Keeps the partial tiles of the
 * previous checkpoint, whose readers may still request them. Without a signing key, the checkpoint has no signature and
 * there are no keys. Throws if the log does not continue the previous
 * checkpoint.
 */
export async function publishLog(files: EditionFiles, known: Known, name = UNSIGNED): Promise<Entry[]> {
  const isSigned = files.offline.settings.signingKey !== undefined
  const checkpoint = isSigned ? await files.answered(CHECKPOINT) : await unsignedCheckpoint(files, name)
  const text = checkpoint.content.toString()
  const before = known.get(checkpoint.path)
  if (before) await assertContinues(files, before.state!)
  const head = headOf(text)
  const tiles =
    unchanged(files, known, head) ?? (await publishTiles(files, known, tilesFor(head, before && headOf(before.state!))))
  const keys = isSigned ? [await files.putFile(await files.answered(KEYS), known)] : []
  return [...keys, ...tiles, await files.putFile({ ...checkpoint, state: text.split('\n\n')[0] }, known)]
}

async function unsignedCheckpoint({ offline }: EditionFiles, origin: string): Promise<NewFile<Buffer>> {
  const head = await findLogHead(offline.database)
  return {
    path: pathOf(CHECKPOINT, {}),
    content: Buffer.from(`${writeHead({ origin, ...head })}\n`),
    contentType: 'text/plain; charset=utf-8',
    cacheControl: 'public, no-cache'
  }
}

/** The second and the third line of a checkpoint (C2SP tlog-checkpoint). */
function headOf(checkpoint: string): Head {
  const [, size, root] = checkpoint.split('\n')
  return { size: Number(size), root: root! }
}

async function assertContinues({ offline }: EditionFiles, before: string): Promise<void> {
  const { size, root } = headOf(before)
  const found = await findRoot(offline.database, size)
  if (found?.toString('base64') !== root) {
    throw new Error(
      `the log does not continue the published checkpoint of ${size} entries, because this is another database or an older copy of it: publish to a new folder`
    )
  }
}

/** The tiles of the last run, if the log has not grown since. */
function unchanged(files: EditionFiles, known: Known, { size }: Head): Entry[] | undefined {
  const checkpoint = known.get(pathOf(CHECKPOINT, {}))
  const tiles = [...known.values()].filter(({ path }) => path.startsWith('log/tile/'))
  return checkpoint && headOf(checkpoint.state!).size === size && tiles.every((it) => files.isWhole(it))
    ? tiles
    : undefined
}

function tilesFor(head: Head, before?: Head): Tile[] {
  const earlier =
    before && before.size < head.size ? [...tilesOf(before.size)].filter(({ width }) => width < TILE_WIDTH) : []
  return [...earlier, ...tilesOf(head.size)]
}

// Tiles are immutable.
async function publishTiles(files: EditionFiles, known: Known, tiles: Tile[]): Promise<Entry[]> {
  return inParallel(tiles, async ({ level, index, width }) => {
    const parameters = { level: String(level), index: tileAddress(index, width) }
    const before = known.get(pathOf(TILE, parameters))
    return before && files.isWhole(before) ? before : files.putFile(await files.answered(TILE, parameters), known)
  })
}
