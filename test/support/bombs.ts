import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { CFB, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { pdfOf } from '../../fixtures/pdf.ts'

/** Small documents that a reader without limits would read for minutes or until memory is exhausted. */

const text = (content: string) => () => Buffer.from(content)
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('')
const page = (body: string) => text(`<!DOCTYPE html><html><body>${body}</body></html>`)

/** Little-endian numbers, each with its length in bytes. */
function bytesOf(...numbers: Array<[length: number, number: number]>): Buffer {
  return Buffer.concat(
    numbers.map(([length, number]) => {
      const bytes = Buffer.alloc(length)
      bytes.writeUIntLE(number, 0, length)
      return bytes
    })
  )
}

/** A ZIP archive of one file with `size` blanks, which declares `claimed` bytes. */
export function zipBomb(name: string, size: number, claimed = size): Buffer {
  const block = deflateRawSync(Buffer.alloc(1 << 20, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const data = Buffer.concat([...Array<Buffer>(size >> 20).fill(block), deflateRawSync(Buffer.alloc(0))])
  const entry = bytesOf([4, 0], [2, 8], [4, 0], [4, 0], [4, data.length], [4, claimed], [2, name.length])
  const local = Buffer.concat([bytesOf([4, 0x04034b50]), entry, bytesOf([2, 0]), Buffer.from(name), data])
  const central = Buffer.concat([bytesOf([4, 0x02014b50], [2, 0]), entry, Buffer.alloc(16), Buffer.from(name)])
  return Buffer.concat([
    local,
    central,
    bytesOf([4, 0x06054b50], [4, 0], [2, 1], [2, 1], [4, central.length], [4, local.length], [2, 0])
  ])
}

/** A workbook of one sheet with these cells. */
export function workbook(cells: string): Buffer {
  const files = unzipSync(
    write({ SheetNames: ['Rates'], Sheets: { Rates: {} } }, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  )
  const sheet = `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${cells}</worksheet>`
  return Buffer.from(zipSync({ ...files, 'xl/worksheets/sheet1.xml': Buffer.from(sheet) }))
}

/** A compound file with this stream. */
function container(stream: Buffer, name = 'Workbook'): Buffer {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, `/${name}`, stream)
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

const SECTOR = 512
const STREAM_SIZE = 4 << 20
const END = 0xfffffffe

/**
 * A compound file with a stream of four megabytes. `follower` returns the successor of a sector of the stream, given
 * the first one.
 */
function chained(follower: (sector: number, first: number) => number): Buffer {
  const file = container(Buffer.alloc(STREAM_SIZE, 9))
  const tables = Array.from({ length: file.readUInt32LE(44) }, (_, at) => (file.readUInt32LE(76 + 4 * at) + 1) * SECTOR)
  const place = (sector: number) => tables[sector >> 7]! + 4 * (sector & 127)
  const sectors = STREAM_SIZE / SECTOR
  const first = Array.from({ length: tables.length * 128 }, (_, sector) => sector).find(
    (sector) => file.readUInt32LE(place(sector)) === sector + 1 && file[(sector + 1) * SECTOR] === 9
  )!
  for (let sector = 0; sector < sectors; sector += 1) file.writeUInt32LE(follower(sector, first), place(first + sector))
  return file
}

/** A record of an .xls workbook. */
export function record(type: number, ...numbers: number[]): Buffer {
  return bytesOf(...[type, 2 * numbers.length, ...numbers].map((number): [number, number] => [2, number]))
}

const [BOF, EOF] = [(kind: number) => record(0x0809, 0x0600, kind, 0, 0, 0, 0, 0, 0), record(0x000a)]
const NUMBER = (row: number, column: number) => record(0x0203, row, column, 0, 0, 0, 0, 0x3ff0) // the figure 1

/** An .xls workbook of these records and of sheets of records. */
export function oldWorkbook(records: Buffer[], sheets: Buffer[][]): Buffer {
  const names = sheets.map((_, index) => record(0x0085, 0, 0, 0, 1, 0x30 + index))
  const globals = [BOF(5), ...records, ...names, EOF]
  let place = Buffer.concat(globals).length
  for (const [index, sheet] of sheets.entries()) {
    names[index]!.writeUInt32LE(place, 4)
    place += BOF(16).length + Buffer.concat(sheet).length + EOF.length
  }
  return container(Buffer.concat([...globals, ...sheets.flatMap((sheet) => [BOF(16), ...sheet, EOF])]))
}

// A hyperlink on every possible cell, with an empty address.
const LINK = record(
  0x01b8,
  0,
  0xffff,
  0,
  0xffff,
  0xc9d0,
  0x79ea,
  0xbaf9,
  0x11ce,
  0x828c,
  0xaa00,
  0x4b00,
  0x0ba9,
  2,
  0,
  0,
  0
)

/** A page tree in which each node contains the next one twice. */
function sharedPages(levels: number): Buffer {
  const nodes = Array.from(
    { length: levels },
    (_, level) => `<< /Type /Pages /Count ${2 ** (levels - level)} /Kids [${level + 3} 0 R ${level + 3} 0 R] >>`
  )
  return pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, '<< /Type /Page /MediaBox [0 0 100 100] >>'])
}

function fullPage(size: number): Buffer {
  const content = deflateSync(Buffer.alloc(size, ' '), { level: 9 })
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >>',
    `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`
  ])
}

const FIGURE = 200_000
const DEPTH = 100_000
const BLANKS = ' '.repeat(10_000_000)

export type Format = 'csv' | 'xml' | 'json' | 'html' | 'xlsx' | 'xls' | 'soap' | 'zip' | 'pdf' | 'text'

/** Each reader must refuse these quickly. */
export const BOMBS: Array<[format: Format, name: string, bytes: () => Buffer]> = [
  ['csv', '200,000 line ends', text(`Date,Rate\n${'\n'.repeat(FIGURE)}x`)],
  ['csv', 'blanks', text(`${BLANKS}x\n`)],
  ['csv', 'an unclosed quote', text(`Date,Rate\n"${'""'.repeat(1_000_000)}x\n`)],
  ['xml', 'nested elements', text(`<Rates>${'<a>'.repeat(DEPTH)}${'</a>'.repeat(DEPTH)}</Rates>`)],
  ['xml', 'unclosed tags', text(`<Rates>${'<a '.repeat(DEPTH)}</Rates>`)],
  ['xml', 'a declared entity', text('<!DOCTYPE Rates [<!ENTITY nine "9">]><Rates><Rate>1.2&nine;4</Rate></Rates>')],
  [
    'xml',
    'entities of entities',
    text(
      `<!DOCTYPE Rates [<!ENTITY a0 "0">${many(40, (index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`)}]><Rates><Rate>&a40;</Rate></Rates>`
    )
  ],
  ['xml', 'blanks', text(`<Rate>${BLANKS}</Rate>`)],
  ['json', 'nested arrays', text('['.repeat(DEPTH))],
  ['json', 'a malformed figure of 200,000 digits', text(`{"rate":${'1'.repeat(FIGURE)}x}`)],
  ['json', 'blanks', text(`${BLANKS}x`)],
  ['html', 'nested elements', page('<div>'.repeat(DEPTH))],
  ['html', 'nested tables', page('<table><tr><td>'.repeat(DEPTH))],
  [
    'html',
    'elements that the parser reopens in every paragraph',
    page(`${many(400, (index) => `<b id=b${index}>`)}${'<p>'.repeat(20_000)}`)
  ],
  ['html', '100,000 attributes', page(`<p ${many(DEPTH, (index) => `a${index} `)}>`)],
  ['html', 'attributes without a name', page(`<p ${many(DEPTH, (index) => `=${index} `)}>`)],
  ['html', '100,000 cells', page(`<table><tr>${'<td>'.repeat(DEPTH)}`)],
  ['html', 'blanks', page(BLANKS)],
  ['zip', '1.5 GB', () => zipBomb('rates.csv', 1536 << 20)],
  ['zip', '1.5 GB, declared as 100 bytes', () => zipBomb('rates.csv', 1536 << 20, 100)],
  ['zip', '1.5 GB, declared as empty', () => zipBomb('rates.csv', 1536 << 20, 0)],
  ['xlsx', '1.5 GB', () => zipBomb('xl/worksheets/sheet1.xml', 1536 << 20)],
  [
    'xlsx',
    'only the last possible cell',
    () =>
      workbook(
        '<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
      )
  ],
  [
    'xlsx',
    'a hyperlink on all cells',
    () => workbook('<sheetData/><hyperlinks><hyperlink ref="A1:XFD1048576" location="A1"/></hyperlinks>')
  ],
  [
    'xlsx',
    'a nested archive',
    () => Buffer.from(zipSync({ 'Index.zip': zipBomb('[Content_Types].xml', 1536 << 20) }, { level: 0 }))
  ],
  ['xls', 'a cyclic chain of sectors', () => chained((sector, first) => first + (sector ^ 1))],
  [
    'xls',
    'a chain of sectors that runs backwards',
    () => chained((sector, first) => (sector === 0 ? END : first + sector - 1))
  ],
  ['xls', 'missing sector tables', () => Buffer.from(container(Buffer.alloc(8192, 9)).fill(0xff, 44, 48))],
  ['xls', 'a web page in place of a workbook', () => container(Buffer.from(`<table>${'<tr><td>'.repeat(DEPTH)}`))],
  [
    'xls',
    'more texts declared than present',
    () =>
      oldWorkbook(
        [record(0x00fc, 0xffff, 0xffff, 0xffff, 0xffff), record(0x003c, ...Array<number>(4000).fill(1))],
        [[record(0x00fd, 0, 0, 0, 0xffff, 0xff)]]
      )
  ],
  ['xls', 'a hyperlink on all cells', () => oldWorkbook([], [[LINK]])],
  [
    'xls',
    '200,000 records of an unknown type',
    () => oldWorkbook(Array<Buffer>(FIGURE).fill(record(0x7777)), [[NUMBER(0, 0)]])
  ],
  ['xls', 'only the last possible cell', () => oldWorkbook([], [[NUMBER(0xffff, 0xff)]])],
  ['xls', 'nine sheets with a distant cell', () => oldWorkbook([], Array<Buffer[]>(9).fill([NUMBER(0xffff, 15)]))],
  ['soap', 'nested envelopes', text(`${'<Envelope><Body>'.repeat(DEPTH)}${'</Body></Envelope>'.repeat(DEPTH)}`)],
  ['soap', 'unclosed faults', text(`<Envelope><Body><Fault/><!--${'<x:Text '.repeat(DEPTH)}--></Body></Envelope>`)],
  [
    'soap',
    'a declared entity',
    text(
      '<!DOCTYPE Envelope [<!ENTITY nine "9">]><Envelope><Body><RateResponse>1.2&nine;</RateResponse></Body></Envelope>'
    )
  ],
  [
    'soap',
    'a nested document',
    text(`<Envelope><Body><RateResponse>${'&lt;a&gt;'.repeat(DEPTH)}</RateResponse></Body></Envelope>`)
  ],
  ['pdf', 'a page tree with shared nodes', () => sharedPages(28)],
  ['pdf', 'a page of 300 MB', () => fullPage(300_000_000)],
  ['text', 'blanks', text(`${BLANKS}x`)]
]
