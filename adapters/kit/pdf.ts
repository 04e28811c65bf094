import { Unzlib } from 'fflate'
import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js'
import { LayoutError, type Publication } from '../source.ts'
import { excerpt, squeeze } from './text.ts'

/** A piece of text and its place on a page; y increases downwards. */
interface Piece {
  text: string
  left: number
  right: number
  y: number
  height: number
}

// Distances in font sizes. Pieces this close in y are on one line; a gap is a space, or separates two cells. PDF.js
// reads the same gap within a piece as a blank, and poppler one of 0.1.
const SAME_LINE = 0.5
const BLANK = 0.102
const CELL = 0.7
// A larger overlap or gap separates two figures rather than the pieces of one.
const TOUCHING = 0.03
// A piece next to a larger one is a note if its font is at most this large and it is at least this much higher, both in
// the larger one's font size.
const NOTE = 0.8
const RAISED = 0.15

const MAX_PAGES = 500
const MAX_UNPACKED = 256 * 1024 * 1024
const STEP = 64 * 1024
const DEFLATED = 8 // the method in the first byte of a compressed stream (RFC 1950)

/**
 * The text layer of a PDF publication as lines of cells, page by page, from top to bottom and left to right. A clear
 * gap between pieces separates cells. Superscripts are skipped, and text that is printed twice for bold is read once. A
 * page without a text layer (a scan) has no lines. Throws a `LayoutError` for an incomplete PDF, and for figures that
 * may be one or two.
 */
export async function readPdf(publication: Publication): Promise<string[][]> {
  const bytes = publication.body
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  checkWhole(text)
  checkStreams(bytes, text)
  try {
    return (await readPages(bytes)).flatMap((pieces) => linesOf(pieces).map(cellsOf))
  } catch (error) {
    if (error instanceof LayoutError) throw error
    throw new LayoutError('a complete PDF', `${bytes.length} bytes that can't be read`, { cause: error })
  }
}

/**
 * The end of the document must point to its table of objects. Without that table the library reads any objects that it
 * finds.
 */
function checkWhole(text: string): void {
  if (!text.startsWith('%PDF-')) throw new LayoutError('a PDF', excerpt(text.slice(0, 200)))
  const [, offset] = /startxref\s+(\d+)\s+%%EOF[\s\0]*$/.exec(text.slice(-1024)) ?? []
  if (offset === undefined) throw new LayoutError('a PDF that ends with %%EOF', excerpt(text.slice(-80)))
  const table = text.slice(parseInt(offset, 10), parseInt(offset, 10) + 40)
  if (!/^\s*(xref\s|\d+\s+\d+\s+obj)/.test(table)) {
    throw new LayoutError(`a PDF with its cross-reference table at ${offset}`, excerpt(table))
  }
}

/** Limits the size of streams, because the library unpacks a stream of any size. */
function checkStreams(bytes: Uint8Array, text: string): void {
  let unpacked = 0
  const count = (chunk: Uint8Array) => {
    unpacked += chunk.length
    if (unpacked > MAX_UNPACKED) {
      throw new LayoutError(
        `a PDF of at most ${MAX_UNPACKED} bytes unpacked`,
        `one of ${bytes.length} bytes that unpacks to more`
      )
    }
  }
  const begin = /stream\r?\n/g
  for (let match = begin.exec(text); match; match = begin.exec(text)) {
    const end = text.indexOf('endstream', begin.lastIndex)
    if (end < 0) return
    const data = bytes.subarray(begin.lastIndex, end)
    const inflater = new Unzlib(count)
    for (
      let at = 0;
      (data[0]! & 0x0f) === DEFLATED && at < data.length && isInflated(inflater, data.subarray(at, at + STEP));
      at += STEP
    );
    begin.lastIndex = end + 'endstream'.length
  }
}

/** False for uncompressed or broken bytes; the library decides whether they matter. */
function isInflated(inflater: Unzlib, data: Uint8Array): boolean {
  try {
    inflater.push(data)
    return true
  } catch (error) {
    if (error instanceof LayoutError) throw error
    return false
  }
}

async function readPages(bytes: Uint8Array): Promise<Piece[][]> {
  // Loaded only for a PDF, because loading takes longer than most runs take to parse.
  const { getDocument, VerbosityLevel } = await import('#pdfjs/legacy/build/pdf.mjs')
  const task = getDocument({
    data: new Uint8Array(bytes), // a copy: the library keeps its input, and accepts no Buffer
    verbosity: VerbosityLevel.ERRORS,
    stopAtErrors: true
  })
  try {
    const document = await task.promise
    if (document.numPages > MAX_PAGES) {
      throw new LayoutError(`a PDF of at most ${MAX_PAGES} pages`, `one of ${document.numPages}`)
    }
    const pages: Piece[][] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const viewport = page.getViewport({ scale: 1 })
      pages.push(
        items.filter(isPrinted).map((item) => {
          const [left, y] = viewport.convertToViewportPoint(item.transform[4], item.transform[5]) as [number, number]
          return { text: squeeze(item.str), left, right: left + item.width, y, height: item.height }
        })
      )
    }
    return pages
  } finally {
    await task.destroy()
  }
}

function isPrinted(item: TextItem | TextMarkedContent): item is TextItem {
  return 'str' in item && item.str.trim() !== ''
}

function linesOf(pieces: Piece[]): Piece[][] {
  const lines: Piece[][] = []
  for (const piece of pieces.toSorted((one, other) => one.y - other.y)) {
    const line = lines.at(-1)
    if (line && piece.y - line[0]!.y < SAME_LINE * Math.max(piece.height, line[0]!.height)) line.push(piece)
    else lines.push([piece])
  }
  return lines
}

function isNote(piece: Piece, beside?: Piece): boolean {
  if (!beside || piece.height > NOTE * beside.height || beside.y - piece.y < RAISED * beside.height) return false
  return Math.max(piece.left - beside.right, beside.left - piece.right) <= CELL * beside.height
}

/** True for the second of two pieces that print bold text: the same text, slightly shifted. */
function isRepeat(piece: Piece, first: Piece): boolean {
  const limit = BLANK * piece.height
  return piece.text === first.text && piece.left - first.left < limit && Math.abs(piece.y - first.y) < limit
}

/** Throws a `LayoutError` for two pieces of figures that overlap or almost touch: they may be one figure or two. */
function checkFigures(before: string, text: string, gap: number): void {
  if (Math.abs(gap) <= TOUCHING || gap > BLANK || !/[\d.,]$/.test(before) || !/^[\d.,]/.test(text)) return
  const place = gap < 0 ? 'overlap' : 'almost touch'
  throw new LayoutError('figures with a clear gap', `${excerpt(before)} and ${excerpt(text)}, which ${place}`)
}

function cellsOf(line: Piece[]): string[] {
  const cells: string[] = []
  let end = -Infinity
  const ordered = line
    .toSorted((one, other) => one.left - other.left)
    .filter((it, index, all) => !all.slice(0, index).some((first) => isRepeat(it, first)))
  for (const piece of ordered.filter(
    (it, index) => !isNote(it, ordered[index - 1]) && !isNote(it, ordered[index + 1])
  )) {
    const gap = (piece.left - end) / piece.height
    if (gap > CELL) cells.push(piece.text)
    else {
      const before = cells.pop()!
      checkFigures(before, piece.text, gap)
      cells.push(`${before}${gap > BLANK ? ' ' : ''}${piece.text}`)
    }
    end = piece.right
  }
  return cells
}
