import { read, SSF, utils, type CellObject, type WorkSheet } from '@e965/xlsx'
import { zipSync, type Zippable } from 'fflate'
import { LayoutError, type Publication } from '../source.ts'
import { cellsAlone } from './biff.ts'
import { expandExponent } from './numbers.ts'
import { readStream } from './ole.ts'
import { excerpt, squeeze } from './text.ts'
import { unzip } from './zip.ts'

export interface Sheet {
  name: string
  /**
   * Cells as text without superscripts, from A1 on. A number is its shortest decimal, a date its serial number since
   * 1900 (also in a workbook that counts days since 1904), and an empty cell ''.
   */
  rows: string[][]
}

const SIGNATURES = { xlsx: [0x50, 0x4b, 0x03, 0x04], xls: [0xd0, 0xcf, 0x11, 0xe0] }
const MAX_CELLS = 5_000_000
const DAYS_TO_1904 = 1462 // the difference between the serial numbers of a day in the 1900 and 1904 date systems
const NO_LETTERS = /"[^"]*"|[\\_*]./g // parts of a format: literals, escaped and padding characters

/**
 * The sheets of an Excel publication in their order. Throws a `LayoutError` for anything that is not a workbook of that
 * kind, and for a workbook whose cells are farther apart than those of a table.
 */
export function readWorkbook(publication: Publication, kind: keyof typeof SIGNATURES): Sheet[] {
  const bytes = publication.body
  if (!SIGNATURES[kind].every((byte, index) => bytes[index] === byte)) {
    throw new LayoutError(`an .${kind} workbook`, excerpt(Buffer.from(bytes.subarray(0, 200)).toString('latin1')))
  }
  const whole = WHOLE[kind](bytes)
  const { SheetNames: names, Sheets: sheets, Workbook } = parse(whole, kind)
  const days = Workbook?.WBProps?.date1904 ? DAYS_TO_1904 : 0
  if (new Set(names).size < names.length) throw new LayoutError('sheets with a name each', excerpt(names.join(', ')))
  const cells = names.map((name) => cellsOf(sheets[name], name, days))
  const size = cells.reduce((sum, { height, width }) => sum + height * width, 0)
  if (size > MAX_CELLS) {
    throw new LayoutError(`a workbook of at most ${MAX_CELLS} cells`, `one of ${size}, those without a value included`)
  }
  return cells.map((it, index) => ({ name: names[index]!, rows: rowsOf(it) }))
}

/** The sheet of that name. Throws a `LayoutError` if there is none, because a renamed sheet is not an absent one. */
export function sheetOf(sheets: Sheet[], name: string): Sheet {
  const sheet = sheets.find((it) => it.name === name)
  if (!sheet) throw new LayoutError(`a sheet ${name}`, excerpt(sheets.map((it) => it.name).join(', ')))
  return sheet
}

function parse(bytes: Buffer, kind: string): ReturnType<typeof read> {
  try {
    return read(bytes, { type: 'buffer', cellText: false, cellFormula: false, cellHTML: false, cellNF: true })
  } catch (error) {
    throw new LayoutError(`a complete .${kind} workbook`, `${bytes.length} bytes that can't be read`, { cause: error })
  }
}

// Without these checks the library would read the rest of a cut-off file, unpack an archive of any size, and guess
// other formats.
const WHOLE = {
  xlsx: (bytes: Uint8Array) => {
    const parts = Object.entries(unzip(bytes)).filter(([name]) => PART.test(name))
    for (const [name, content] of parts) if (SHEET.test(name)) assertCellsOnce(content)
    const files = parts.map(([name, content]) => [name, withoutNotes(withoutLinks(content))])
    return Buffer.from(zipSync(Object.fromEntries(files) as Zippable, { level: 0 }).buffer)
  },
  xls: (bytes: Uint8Array) => cellsAlone(readStream(bytes, 'Workbook', 'Book'))
}

// Refuses binary files, which end with .bin.
const PART = /^[/\\]?(?:xl[/\\].*|_rels[/\\].*|\[content_types\]\.xml)(?<!\.bin)$/i
const SHEET = /[/\\]worksheets[/\\][^/\\]+$/i
const CELL = /<(?:\w*:)?c\s(?:[^<>]*?\s)?r\s*=\s*["']([^"'<>]*)/g
const RUN_END = /(<\/(?:\w*:)?r>)/
const RAISED = /<(?:\w*:)?vertAlign\s[^<>]*superscript/
const RUN_TEXT = /(<(?:\w*:)?t(?:\s[^<>]*)?>)[^<>]*/
const LINK = /<(?:\w*:)?hyperlink [^<>]*>/g

/** Refuses two cells in one place, because the library would silently take the last. */
function assertCellsOnce(content: Uint8Array): void {
  const seen = new Set<string>()
  for (const [, place] of Buffer.from(content.buffer, content.byteOffset, content.length)
    .toString('latin1')
    .matchAll(CELL)) {
    if (seen.has(place!)) throw new LayoutError('a sheet without duplicate cells', `${excerpt(place!)} twice`)
    seen.add(place!)
  }
}

/** Removes links, because the library visits every cell in a link's range. */
function withoutLinks(content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  return bytes.includes('hyperlink ') ? Buffer.from(bytes.toString('latin1').replace(LINK, ''), 'latin1') : content
}

/** Removes superscripts, which the library would join to the preceding text. */
function withoutNotes(content: Uint8Array): Uint8Array {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  if (!bytes.includes('superscript')) return content
  const runs = bytes.toString('latin1').split(RUN_END)
  return Buffer.from(
    runs
      .map((text) => {
        const start = Math.max(text.lastIndexOf('<r>'), text.lastIndexOf(':r>'))
        return start >= 0 && RAISED.test(text.slice(start))
          ? text.slice(0, start) + text.slice(start).replace(RUN_TEXT, '$1')
          : text
      })
      .join(''),
    'latin1'
  )
}

interface Cells {
  cells: Array<{ r: number; c: number; text: string }>
  height: number
  width: number
}

/** The cells of a sheet, up to the last cell that it has: its declared range may be wrong. */
function cellsOf(sheet: WorkSheet | undefined, name: string, days: number): Cells {
  if (!sheet) throw new LayoutError(`a sheet ${name}`, 'none that can be read')
  const cells = Object.keys(sheet)
    .filter((key) => !key.startsWith('!'))
    .map((key) => ({ ...utils.decode_cell(key), text: textOf(sheet[key] as CellObject, days) }))
  const height = cells.reduce((max, { r }) => Math.max(max, r + 1), 0)
  const width = cells.reduce((max, { c }) => Math.max(max, c + 1), 0)
  return { cells, height, width }
}

function rowsOf({ cells, height, width }: Cells): string[][] {
  const rows = Array.from({ length: height }, () => Array<string>(width).fill(''))
  for (const { r, c, text } of cells) rows[r]![c] = text
  return rows
}

/** A cell as text; `days` are added to a date. */
function textOf(cell: CellObject, days: number): string {
  if (cell.v === undefined || cell.t === 'z') return ''
  if (cell.t !== 'n') return squeeze(String(cell.v))
  const isDate = days > 0 && SSF.is_date(String(cell.z ?? '').replace(NO_LETTERS, ''))
  return expandExponent(String(isDate ? (cell.v as number) + days : cell.v))
}
