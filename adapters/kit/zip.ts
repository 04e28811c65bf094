import { Inflate, zipSync } from 'fflate'
import { LayoutError, type Publication } from '../source.ts'
import { excerpt } from './text.ts'

// Signatures and sizes of the records of an archive (APPNOTE.TXT 6.3, 4.3.7, 4.3.12, 4.3.14 to 4.3.16 and 4.5.3).
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 'PK\x05\x06'
const LOCAL_SIZE = 30
const CENTRAL_SIZE = 46
const END_SIZE = 22
const LOCATOR_SIZE = 20
const LONG_END_SIZE = 56
const LONG = 0xffffffff
const LONG_COUNT = 0xffff
const LONG_NUMBERS = 0x0001

const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

// Publishers' archives unpack to at most 7 times their size. An archive with a much higher ratio is a zip bomb.
const MAX_FILES = 2000
const MAX_RATIO = 100
const MAX_UNPACKED = 256 * 1024 * 1024
const ALLOWED_ANYWAY = 16 * 1024 * 1024
const STEP = 64 * 1024 // bytes unpacked at a time, so that unpacking stops at the size that the archive declares

interface Entry {
  name: string
  method: number
  crc: number
  packed: number
  size: number
  offset: number
}

/**
 * The text of one file in a zip publication, in UTF-8. Throws a `LayoutError` if the archive is broken or has no such
 * file.
 */
export function readZip(publication: Publication, name: string): string {
  const files = unzip(publication.body)
  const file = files[name]
  if (!file) throw new LayoutError(`${name} in the archive`, excerpt(Object.keys(files).join(', ')))
  return new TextDecoder().decode(file)
}

/**
 * The files of a zip archive by their names. Throws a `LayoutError` for an archive that is cut off or broken, or that
 * unpacks to more than 256 MB or a hundred times its own size.
 */
export function unzip(body: Uint8Array): Record<string, Uint8Array> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const entries = entriesOf(bytes)
  const size = entries.reduce((sum, entry) => sum + entry.size, 0)
  const allowed = Math.min(MAX_UNPACKED, ALLOWED_ANYWAY + MAX_RATIO * bytes.length)
  if (size > allowed) throw new LayoutError(`an archive of at most ${allowed} bytes unpacked`, `one of ${size}`)
  return Object.fromEntries(entries.map((entry) => [entry.name, contentOf(bytes, entry)]))
}

/** An archive of one file, not compressed. */
export function packed(name: string, content: Uint8Array): Uint8Array {
  return zipSync({ [name]: content }, { level: 0 })
}

/** The entries of the directory at the end of the archive. */
function entriesOf(bytes: Buffer): Entry[] {
  const { end, count, start } = endOf(bytes)
  if (count > MAX_FILES) throw new LayoutError(`an archive of at most ${MAX_FILES} files`, `one of ${count}`)
  const entries: Entry[] = []
  let at = start
  while (entries.length < count) {
    if (at + CENTRAL_SIZE > end || bytes.readUInt32LE(at) !== CENTRAL) {
      throw new LayoutError(`${count} files in the archive`, `${entries.length}`)
    }
    const extra = at + CENTRAL_SIZE + bytes.readUInt16LE(at + 28)
    const comment = extra + bytes.readUInt16LE(at + 30)
    const name = bytes.toString('utf8', at + CENTRAL_SIZE, extra)
    if (bytes.readUInt16LE(at + 8) & ENCRYPTED) throw new LayoutError('an archive that is not encrypted', name)
    const [size, packed, offset] = longNumbers(
      [24, 20, 42].map((place) => bytes.readUInt32LE(at + place)),
      bytes.subarray(extra, comment)
    )
    entries.push({
      name,
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      size: size!,
      packed: packed!,
      offset: offset!
    })
    at = comment + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** The position of the directory and the number of its files, from the last record of the archive. */
function endOf(bytes: Buffer): { end: number; count: number; start: number } {
  const end = bytes.lastIndexOf(END, undefined, 'latin1')
  const isWhole =
    end >= 0 && end + END_SIZE <= bytes.length && end + END_SIZE + bytes.readUInt16LE(end + 20) === bytes.length
  if (!isWhole) throw new LayoutError('a complete zip archive', excerpt(bytes.subarray(0, 200).toString('latin1')))
  const [count, start] = [bytes.readUInt16LE(end + 10), bytes.readUInt32LE(end + 16)]
  const isLong = count === LONG_COUNT || start === LONG
  const long = isLong && end >= LOCATOR_SIZE ? Number(bytes.readBigUInt64LE(end - LOCATOR_SIZE + 8)) : end
  if (!isLong) return { end, count, start }
  if (long + LONG_END_SIZE > end) throw new LayoutError('a complete zip archive', 'one without its end record')
  return { end, count: Number(bytes.readBigUInt64LE(long + 32)), start: Number(bytes.readBigUInt64LE(long + 48)) }
}

/**
 * An extra field (Zip64) has, in this order, the numbers that do not fit into 32 bits or that were unknown when the
 * file began.
 */
function longNumbers(numbers: number[], extra: Buffer): number[] {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== LONG_NUMBERS) at += 4 + extra.readUInt16LE(at + 2)
  at += 4
  return numbers.map((number) => {
    if (number !== LONG || at + 8 > extra.length) return number
    at += 8
    return Number(extra.readBigUInt64LE(at - 8))
  })
}

function contentOf(bytes: Buffer, { name, method, crc, packed, size, offset }: Entry): Uint8Array {
  if (offset + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(offset) !== LOCAL) {
    throw new LayoutError(`${name} in the archive`, 'nothing at its offset')
  }
  const start = offset + LOCAL_SIZE + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const content = inflate(name, method, bytes.subarray(start, start + packed), size)
  if (content.length !== size || crc32(content) !== crc) {
    throw new LayoutError(`${name} complete in the archive`, `${content.length} of ${size} bytes, or a wrong checksum`)
  }
  return content
}

function inflate(name: string, method: number, data: Uint8Array, size: number): Uint8Array {
  if (method === STORED) return data
  if (method !== DEFLATED) throw new LayoutError(`${name} stored or deflated`, `method ${method}`)
  const content = new Uint8Array(size)
  let length = 0
  const inflater = new Inflate((chunk) => {
    if (length + chunk.length > size) throw new RangeError(`more than ${size} bytes`)
    content.set(chunk, length)
    length += chunk.length
  })
  try {
    for (let at = 0; at < data.length; at += STEP) inflater.push(data.subarray(at, at + STEP), at + STEP >= data.length)
  } catch (error) {
    throw new LayoutError(`${name} complete in the archive`, (error as Error).message, { cause: error })
  }
  return content.subarray(0, length)
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1
  return rest
})

function crc32(content: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of content) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}
