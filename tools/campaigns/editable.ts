import { read, utils, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import iconv from 'iconv-lite'
import { readPdf } from '../../adapters/kit/pdf.ts'
import { readWorkbook } from '../../adapters/kit/workbook.ts'
import type { Publication } from '../../adapters/source.ts'
import { makePdf, type Text } from '../../fixtures/pdf.ts'

/** A document as text, which can be changed and saved in the document's format. */
export interface Editable {
  text: string
  save: (text: string) => Uint8Array
}

const SHEET_END = '\n\f\n' // so that a line belongs to one sheet
const PDF_SIZE = 4 // points
const LINE_HEIGHT = 6
const GAP = 8 // between two cells

/**
 * Opens a document for editing: an archive as its first file, a workbook or PDF as lines of cells separated by tabs,
 * anything else as text in its charset.
 */
export async function openDocument(publication: Publication): Promise<Editable> {
  const { body, charset = 'utf-8' } = publication
  const signature = Buffer.from(body.subarray(0, 4)).toString('latin1')
  if (signature === '%PDF') {
    return {
      text: joinCells(await readPdf(publication)),
      save: (text) => makePdf(splitCells(text).flatMap(placeLine), PDF_SIZE)
    }
  }
  if (signature === '\xd0\xcf\x11\xe0') return openWorkbook(publication, 'xls')
  if (signature !== 'PK\x03\x04') {
    return {
      text: iconv.decode(Buffer.from(body), charset, { stripBOM: false }),
      save: (text) => iconv.encode(text, charset)
    }
  }
  const [[name, file]] = Object.entries(unzipSync(body)) as [[string, Uint8Array]]
  if (Buffer.from(body).includes('xl/workbook.xml')) return openWorkbook(publication, 'xlsx')
  return { text: Buffer.from(file).toString(), save: (text) => zipSync({ [name]: Buffer.from(text) }) }
}

/** The cells of a line with clear gaps: no letter of the font is wider than its size. */
function placeLine(cells: string[], line: number): Text[] {
  let x = -GAP
  return cells.map((cell, index) => [
    (x += GAP + (cells[index - 1]?.length ?? 0) * PDF_SIZE),
    840 - line * LINE_HEIGHT,
    cell
  ])
}

function openWorkbook(publication: Publication, kind: 'xls' | 'xlsx'): Editable {
  const names = read(publication.body, { type: 'array', bookSheets: true }).SheetNames
  return {
    text: readWorkbook(publication, kind)
      .map(({ rows }) => joinCells(rows))
      .join(SHEET_END),
    save: (text) => {
      const workbook = utils.book_new()
      for (const [index, sheet] of text.split(SHEET_END).entries()) {
        const rows = splitCells(sheet).map((row) =>
          row.map((cell) => (cell === '' ? null : /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell))
        )
        utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), names[index])
      }
      const file = write(workbook, { type: 'buffer', bookType: kind === 'xls' ? 'biff8' : 'xlsx' }) as Buffer
      return kind === 'xls' ? markFree(file) : file
    }
  }
}

// Excel marks the sectors after the end of a file as free; the library marks them as ends of chains.
function markFree(file: Buffer): Buffer {
  const table = (file.readUInt32LE(76) + 1) * 512
  for (let sector = file.length / 512 - 1; sector < 128; sector++) file.writeUInt32LE(0xffffffff, table + 4 * sector)
  return file
}

function joinCells(rows: string[][]): string {
  return rows.map((row) => row.join('\t')).join('\n')
}

function splitCells(text: string): string[][] {
  return text.split('\n').map((line) => line.split('\t'))
}
