/** The places of tiles in the addresses of a log (C2SP tlog-tiles). */

export const TILE_WIDTH = 256

const ADDRESS = /^((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d?|1\d\d|2[0-4]\d|25[0-5]))?$/
const MAX_INDEX = 2 ** 40

/**
 * The index and the width of a tile by the end of its address, such as x001/067.p/3. Undefined if it is not in its
 * canonical form.
 */
export function parseTileAddress(address: string): { index: number; width: number } | undefined {
  const [, digits, width = String(TILE_WIDTH)] = ADDRESS.exec(address) ?? []
  if (digits === undefined || digits.startsWith('x000')) return undefined
  const index = Number(digits.replaceAll(/[x/]/g, ''))
  return index < MAX_INDEX ? { index, width: Number(width) } : undefined
}

/** The end of the address of a tile. */
export function tileAddress(index: number, width: number): string {
  const digits = String(index)
    .padStart(Math.ceil(String(index).length / 3) * 3, '0')
    .match(/\d{3}/g)!
  const path = digits.map((group, at) => (at === digits.length - 1 ? group : `x${group}`)).join('/')
  return width === TILE_WIDTH ? path : `${path}.p/${width}`
}

export interface Tile {
  level: number | 'entries'
  index: number
  width: number
}

/**
 * The tiles of a log with a number of leaves, and the bundles of its entries: all full ones, and a partial one at the
 * end of each level.
 */
export function* tilesOf(size: number): Generator<Tile, void, void> {
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH))
    yield* tilesOfLevel(level, count)
  yield* tilesOfLevel('entries', size)
}

function* tilesOfLevel(level: Tile['level'], count: number): Generator<Tile, void, void> {
  for (let index = 0; index * TILE_WIDTH < count; index++)
    yield {
      level,
      index,
      width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH)
    }
}

/** The entries of a bundle. Throws a `RangeError` if its lengths do not add up. */
export function entriesOf(bundle: Buffer): Buffer[] {
  const entries: Buffer[] = []
  for (let at = 0; at < bundle.length;) {
    const length = bundle.readUInt16BE(at)
    if (at + 2 + length > bundle.length) throw new RangeError('the bundle ends within an entry')
    entries.push(bundle.subarray(at + 2, (at += 2 + length)))
  }
  return entries
}
