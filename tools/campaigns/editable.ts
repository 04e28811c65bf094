import { read, utils, write, type WorkSheet } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { readPdf } from '../../adapters/kit/pdf.ts'
import { readWorkbook } from '../../adapters/kit/workbook.ts'
import type { Publication } from '../../adapters/source.ts'
import { makePdf, type Text } from '../../fixtures/pdf.ts'

/** A document as text that can be changed and written in the document's own format again. */
export interface Editable {
  text: string
  save: (text: string) => Uint8Array
}

const NEXT_SHEET = '\f'

/**
 * Opens a publication for editing. Archives open as the file inside; workbooks and PDFs as lines of cells parted by tabs, since what an
 * adapter reads in them is cells. Anything else is text in its charset.
 */
export async function openDocument (publication: Publication): Promise<Editable> {
  const { body } = publication
  const signature = Buffer.from(body.subarray(0, 4)).toString('latin1')
  if (signature === '%PDF') return openPdf(publication)
  if (signature === '\xd0\xcf\x11\xe0') return openWorkbook(publication, 'xls')
  if (signature === 'PK\x03\x04') return 'xl/workbook.xml' in unzipSync(body) ? openWorkbook(publication, 'xlsx') : openArchive(body)
  const charset = publication.charset ?? 'utf-8'
  return { text: iconv.decode(Buffer.from(body), charset, { stripBOM: false }), save: (text) => iconv.encode(text, charset) }
}

function openArchive (body: Uint8Array): Editable {
  const [[name, file] = ['', new Uint8Array()]] = Object.entries(unzipSync(body))
  return { text: Buffer.from(file).toString(), save: (text) => zipSync({ [name]: Buffer.from(text) }) }
}

async function openPdf (publication: Publication): Promise<Editable> {
  const lines = await readPdf(publication)
  return { text: writeLines(lines), save: (text) => makePdf(readLines(text).flatMap(placeLine), PDF_SIZE) }
}

const PDF_SIZE = 4
const LINE_HEIGHT = 6
const GAP = 8

/** The cells of a line beside each other with a clear gap; no letter of the font is wider than its size. */
function placeLine (cells: string[], line: number): Text[] {
  let x = 0
  return cells.map((cell) => {
    const text: Text = [x, 840 - line * LINE_HEIGHT, cell]
    x += cell.length * PDF_SIZE + GAP
    return text
  })
}

function openWorkbook (publication: Publication, kind: 'xls' | 'xlsx'): Editable {
  const sheets = readWorkbook(publication, kind)
  const text = sheets.map(({ rows }) => writeLines(rows)).join(NEXT_SHEET)
  const names = read(publication.body, { type: 'array', bookSheets: true }).SheetNames
  return {
    text,
    save: (changed) => {
      const workbook = utils.book_new()
      for (const [index, sheet] of changed.split(NEXT_SHEET).entries()) utils.book_append_sheet(workbook, sheetOf(readLines(sheet)), names[index])
      return markFree(write(workbook, { type: 'buffer', bookType: kind === 'xls' ? 'biff8' : 'xlsx' }) as Buffer)
    }
  }
}

function sheetOf (rows: string[][]): WorkSheet {
  return utils.aoa_to_sheet(rows.map((row) => row.map((cell) => cell === '' ? null : isNumber(cell) ? Number(cell) : cell)))
}

function isNumber (cell: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(cell)
}

// Excel marks the sectors behind a file's end as free, the library as ends of chains.
function markFree (file: Buffer): Buffer {
  if (file[0] !== 0xd0) return file
  const table = (file.readUInt32LE(76) + 1) * 512
  for (let sector = file.length / 512 - 1; sector < 128; sector++) file.writeUInt32LE(0xffffffff, table + 4 * sector)
  return file
}

function writeLines (rows: string[][]): string {
  return rows.map((row) => row.join('\t')).join('\n')
}

function readLines (text: string): string[][] {
  return text.split('\n').map((line) => line.split('\t'))
}
