import { read, utils, type CellObject, type WorkSheet } from '@e965/xlsx'
import { LayoutError, type Publication } from '../source.ts'
import { expandExponent } from './numbers.ts'
import { excerpt, squeeze } from './text.ts'

export interface Sheet {
  name: string
  /** Cells as text, from A1 on: a number as its shortest decimal, a date as its serial number, an empty cell as ''. */
  rows: string[][]
}

const SIGNATURES = { xlsx: [0x50, 0x4b, 0x03, 0x04], xls: [0xd0, 0xcf, 0x11, 0xe0] }

/** The sheets of an Excel publication in their order. Throws a `LayoutError` for anything that is not a workbook of that kind. */
export function readWorkbook (publication: Publication, kind: keyof typeof SIGNATURES): Sheet[] {
  const bytes = publication.body
  if (!SIGNATURES[kind].every((byte, index) => bytes[index] === byte)) {
    throw new LayoutError(`an .${kind} workbook`, excerpt(Buffer.from(bytes.subarray(0, 200)).toString('latin1')))
  }
  if (!IS_WHOLE[kind](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) throw new LayoutError(`a whole .${kind} workbook`, `${bytes.length} bytes, cut off`)
  try {
    const workbook = read(bytes, { type: 'array', cellText: false, cellFormula: false, cellHTML: false })
    return workbook.SheetNames.map((name) => ({ name, rows: rowsOf(workbook.Sheets[name]!) }))
  } catch (error) {
    throw new LayoutError(`a whole .${kind} workbook`, `${bytes.length} bytes that can't be read`, { cause: error })
  }
}

// The library reads what is left of a file that is cut off, or runs out of memory over it.
const IS_WHOLE = { xlsx: hasZipEnd, xls: hasAllSectors }

/** A zip archive ends with the end record of its directory, which tells the length of the comment behind it. */
function hasZipEnd (bytes: Buffer): boolean {
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  return end >= 0 && end + 22 <= bytes.length && end + 22 + bytes.readUInt16LE(end + 20) === bytes.length
}

/** An OLE2 container's header, directory and allocation tables (MS-CFB 2.2, 2.3) say which sectors there must be; the first lies behind the header's. */
function hasAllSectors (bytes: Buffer): boolean {
  if (bytes.length < 512) return false
  const size = 2 ** bytes.readUInt16LE(30)
  if (size !== 512 && size !== 4096) return false
  const has = (sector: number) => sector > LAST_SECTOR || (sector + 2) * size <= bytes.length
  const numberIn = (sector: number, offset: number) => bytes.readUInt32LE((sector + 1) * size + offset)
  const tables = Array.from({ length: Math.min(bytes.readUInt32LE(44), 109) }, (_, index) => bytes.readUInt32LE(76 + 4 * index))
  const directory = bytes.readUInt32LE(48)
  if (tables.length === 0 || directory > LAST_SECTOR || ![directory, bytes.readUInt32LE(60), ...tables].every(has)) return false
  const following = tables.flatMap((table) => Array.from({ length: size / 4 }, (_, entry) => numberIn(table, 4 * entry)))
  return [numberIn(directory, 116), ...following].every(has)
}

const LAST_SECTOR = 0xfffffffa // what is greater marks a sector as free, as the end of a stream and so on

function rowsOf (sheet: WorkSheet): string[][] {
  if (!sheet['!ref']) return []
  const { e: end } = utils.decode_range(sheet['!ref'])
  return Array.from({ length: end.r + 1 }, (_, row) => Array.from({ length: end.c + 1 }, (_, column) => {
    return textOf(sheet[utils.encode_cell({ r: row, c: column })] as CellObject | undefined)
  }))
}

function textOf (cell: CellObject | undefined): string {
  if (cell === undefined || cell.v === undefined || cell.t === 'z') return ''
  return cell.t === 'n' ? expandExponent(String(cell.v)) : squeeze(String(cell.v))
}
