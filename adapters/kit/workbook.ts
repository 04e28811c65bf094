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
  try {
    const workbook = read(bytes, { type: 'array', cellText: false, cellFormula: false, cellHTML: false })
    return workbook.SheetNames.map((name) => ({ name, rows: rowsOf(workbook.Sheets[name]!) }))
  } catch (error) {
    throw new LayoutError(`a whole .${kind} workbook`, `${bytes.length} bytes that can't be read`, { cause: error })
  }
}

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
