import { LayoutError } from '../source.ts'

// The header, the directory entries and the allocation tables of a compound file (MS-CFB 2.2 to 2.6).
const HEADER = { sectorShift: 30, tables: 44, directory: 48, miniTable: 60, tableChain: 68, tableList: 76 }
const HEADER_SIZE = 512
const LISTED_TABLES = 109 // further addresses are in a chain of lists
const ENTRY = { nameLength: 64, type: 66, left: 68, right: 72, child: 76, start: 116, size: 120 }
const ENTRY_SIZE = 128
const STREAM = 2
const MINI_SIZE = 64
const MINI_BELOW = 4096 // shorter streams are in the mini stream, which belongs to the root entry
const LAST_SECTOR = 0xfffffffa // greater numbers mark special sectors, such as the end of a chain or a free sector
const END = 0xfffffffe

/** The sectors of a file or of its mini stream, and the successor of each sector. */
interface Space {
  bytes: Buffer
  /** The offset of the first sector. */
  from: number
  size: number
  /** True also for numbers that identify no sector, such as the end of a chain. */
  has: (sector: number) => boolean
  next: (sector: number) => number
}

interface Entry {
  name: string
  isStream: boolean
  siblings: number[]
  child: number
  start: number
  size: number
}

/**
 * The first stream with one of these names at the top of a compound file. Throws a `LayoutError` for a file that is cut
 * off, or whose sectors are chained in a circle, and if there is no such stream.
 */
export function readStream(body: Uint8Array, ...names: string[]): Buffer {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const size = bytes.length < HEADER_SIZE ? 0 : 2 ** bytes.readUInt16LE(HEADER.sectorShift)
  if (size !== 512 && size !== 4096) throw cutOff(bytes)
  const has = (sector: number) => sector >= LAST_SECTOR || (sector + 2) * size <= bytes.length
  const space: Space = { bytes, from: size, size, has, next: followersIn(bytes, size, has) }
  const entries = entriesIn(contentOf(space, bytes.readUInt32LE(HEADER.directory)))
  if (entries.some((it, index) => (index === 0 || it.size >= MINI_BELOW) && !space.has(it.start))) throw cutOff(bytes)
  const top = topOf(entries)
  const entry = names.map((name) => top.find((it) => it.name === name)).find(Boolean)
  if (!entry) {
    throw new LayoutError(
      `a stream ${names.join(' or ')}`,
      top
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 80)
    )
  }
  const content =
    entry.size < MINI_BELOW ? contentOf(miniSpace(space, entries[0]!), entry.start) : contentOf(space, entry.start)
  if (content.length < entry.size) {
    throw new LayoutError(`a stream ${entry.name} of ${entry.size} bytes`, `${content.length}`)
  }
  return content.subarray(0, entry.size)
}

function cutOff({ length }: Buffer): LayoutError {
  return new LayoutError('a complete compound file', `${length} bytes, cut off`)
}

/** The allocation tables as a function. Throws a `LayoutError` if a sector that they name is missing. */
function followersIn(bytes: Buffer, size: number, has: Space['has']): Space['next'] {
  const numbers = (sector: number) => {
    if (sector >= LAST_SECTOR || !has(sector)) throw cutOff(bytes)
    return Array.from({ length: size / 4 }, (_, at) => bytes.readUInt32LE((sector + 1) * size + 4 * at))
  }
  const count = bytes.readUInt32LE(HEADER.tables)
  const tables = Array.from({ length: Math.min(count, LISTED_TABLES) }, (_, at) =>
    bytes.readUInt32LE(HEADER.tableList + 4 * at)
  )
  for (let list = bytes.readUInt32LE(HEADER.tableChain); list < LAST_SECTOR && tables.length < count;) {
    const listed = numbers(list)
    list = listed.pop()!
    for (const table of listed.slice(0, count - tables.length)) tables.push(table)
  }
  if (tables.length === 0 || tables.length * size > bytes.length) throw cutOff(bytes)
  const followers = tables.flatMap(numbers)
  if (!followers.every(has)) throw cutOff(bytes)
  return (sector) => followers[sector] ?? END
}

/** The sectors of a chain in their order. */
function contentOf({ bytes, from, size, has, next }: Space, start: number): Buffer {
  const sectors: Buffer[] = []
  for (let sector = start; sector < LAST_SECTOR; sector = next(sector)) {
    if (!has(sector)) throw cutOff(bytes)
    if (sectors.length * size > bytes.length) {
      throw new LayoutError('a compound file whose chains of sectors end', 'a circle')
    }
    sectors.push(bytes.subarray(from + sector * size, from + (sector + 1) * size))
  }
  return Buffer.concat(sectors)
}

function miniSpace(space: Space, root: Entry): Space {
  const table = contentOf(space, space.bytes.readUInt32LE(HEADER.miniTable))
  const bytes = contentOf(space, root.start)
  const has = (sector: number) => (sector + 1) * MINI_SIZE <= bytes.length
  const next = (sector: number) => (4 * sector + 4 > table.length ? END : table.readUInt32LE(4 * sector))
  return { bytes, from: 0, size: MINI_SIZE, has, next }
}

function entriesIn(directory: Buffer): [Entry, ...Entry[]] {
  const entries = Array.from({ length: directory.length / ENTRY_SIZE }, (_, index) => {
    const entry = directory.subarray(index * ENTRY_SIZE, (index + 1) * ENTRY_SIZE)
    const number = (at: number) => entry.readUInt32LE(at)
    return {
      name: entry.toString(
        'utf16le',
        0,
        Math.max(0, Math.min(entry.readUInt16LE(ENTRY.nameLength), ENTRY.nameLength) - 2)
      ),
      isStream: entry[ENTRY.type] === STREAM,
      siblings: [number(ENTRY.left), number(ENTRY.right)],
      child: number(ENTRY.child),
      start: number(ENTRY.start),
      size: number(ENTRY.size)
    }
  })
  if (entries.length === 0) throw new LayoutError('a directory in the compound file', 'none')
  return entries as [Entry, ...Entry[]]
}

/** The streams directly below the root. Other objects, such as an embedded workbook, have streams of the same names. */
function topOf(entries: [Entry, ...Entry[]]): Entry[] {
  const found = new Set<Entry>()
  const open = [entries[0].child]
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = entries[index]
    if (!entry || found.has(entry)) continue
    found.add(entry)
    open.push(...entry.siblings)
  }
  return [...found].filter(({ isStream }) => isStream)
}
