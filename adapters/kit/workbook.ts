import { read, utils, type CellObject, type WorkSheet } from '@e965/xlsx'
import { zipSync } from 'fflate'
import { LayoutError, type Publication } from '../source.ts'
import { expandExponent } from './numbers.ts'
import { excerpt, squeeze } from './text.ts'
import { unzip } from './zip.ts'

export interface Sheet {
  name: string
  /** Cells as text, from A1 on: a number as its shortest decimal, a date as its serial number, an empty cell as ''. */
  rows: string[][]
}

const SIGNATURES = { xlsx: [0x50, 0x4b, 0x03, 0x04], xls: [0xd0, 0xcf, 0x11, 0xe0] }
const MAX_CELLS = 5_000_000

/**
 * The sheets of an Excel publication in their order. Throws a `LayoutError` for anything that is not a workbook of that kind, and for a sheet whose
 * cells lie further apart than a table's.
 */
export function readWorkbook (publication: Publication, kind: keyof typeof SIGNATURES): Sheet[] {
  const bytes = publication.body
  if (!SIGNATURES[kind].every((byte, index) => bytes[index] === byte)) {
    throw new LayoutError(`an .${kind} workbook`, excerpt(Buffer.from(bytes.subarray(0, 200)).toString('latin1')))
  }
  const whole = WHOLE[kind](bytes)
  const { SheetNames: names, Sheets: sheets } = parse(whole, kind)
  return names.map((name) => ({ name, rows: rowsOf(sheets[name]!, name) }))
}

function parse (bytes: Uint8Array, kind: string): ReturnType<typeof read> {
  try {
    return read(bytes, { type: 'array', cellText: false, cellFormula: false, cellHTML: false })
  } catch (error) {
    throw new LayoutError(`a complete .${kind} workbook`, `${bytes.length} bytes that can't be read`, { cause: error })
  }
}

// The library reads what is left of a file that is cut off, or runs out of memory over it; and it unpacks whatever an archive holds.
const WHOLE = {
  xlsx: (bytes: Uint8Array) => zipSync(unzip(bytes), { level: 0 }),
  xls: (bytes: Uint8Array) => {
    if (!hasAllSectors(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) throw new LayoutError('a complete .xls workbook', `${bytes.length} bytes, cut off`)
    return bytes
  }
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

/** The cells that there are: the range that a sheet declares may be any. */
function rowsOf (sheet: WorkSheet, name: string): string[][] {
  const cells = Object.keys(sheet).filter((key) => !key.startsWith('!')).map((key) => ({ ...utils.decode_cell(key), text: textOf(sheet[key] as CellObject) }))
  const height = cells.reduce((max, { r }) => Math.max(max, r + 1), 0)
  const width = cells.reduce((max, { c }) => Math.max(max, c + 1), 0)
  if (height * width > MAX_CELLS) throw new LayoutError(`a sheet ${name} of at most ${MAX_CELLS} cells`, `${height} rows of ${width}`)
  const rows = Array.from({ length: height }, () => Array<string>(width).fill(''))
  for (const { r, c, text } of cells) rows[r]![c] = text
  return rows
}

function textOf (cell: CellObject): string {
  if (cell.v === undefined || cell.t === 'z') return ''
  return cell.t === 'n' ? expandExponent(String(cell.v)) : squeeze(String(cell.v))
}
