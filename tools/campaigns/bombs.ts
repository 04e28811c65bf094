import { deflateRawSync, constants, crc32, deflateSync } from 'node:zlib'
import { CFB } from '@e965/xlsx'
import { zipSync } from 'fflate'

/** Documents that are small to send and endless to read. Each gives its bytes. */

const text = (it: string) => () => Buffer.from(it)
const many = (count: number, it: string | ((index: number) => string)) => typeof it === 'string' ? it.repeat(count) : Array.from({ length: count }, (_, index) => it(index)).join('')
const page = (body: string) => text(`<!DOCTYPE html><html><body>${body}</body></html>`)

/** A zip archive of one file of blanks that says it holds `claimed` bytes and holds `size`. */
export function zipBomb (name: string, size: number, claimed = size): Buffer {
  const block = deflateRawSync(Buffer.alloc(1 << 20, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  const data = Buffer.concat([...Array<Buffer>(size >> 20).fill(block), deflateRawSync(Buffer.alloc(0))])
  const [local, central, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)]
  const describe = (record: Buffer, at: number) => {
    record.writeUInt16LE(8, at)
    record.writeUInt32LE(crc32(Buffer.alloc(0)), at + 6)
    record.writeUInt32LE(data.length, at + 10)
    record.writeUInt32LE(claimed, at + 14)
    record.writeUInt16LE(name.length, at + 18)
  }
  local.writeUInt32LE(0x04034b50)
  describe(local, 8)
  central.writeUInt32LE(0x02014b50)
  describe(central, 10)
  const start = local.length + name.length + data.length
  end.writeUInt32LE(0x06054b50)
  for (const at of [8, 10]) end.writeUInt16LE(1, at)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([local, Buffer.from(name), data, central, Buffer.from(name), end])
}

/** A workbook of one sheet with these cells. */
export function workbook (cells: string): Buffer {
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
      <Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
      <sheets><sheet name="Rates" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
      <Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${cells}</worksheet>`
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${content}`)]))))
}

/** A compound file with this stream. */
function container (stream: Buffer, name = 'Workbook'): Buffer {
  const file = CFB.utils.cfb_new()
  CFB.utils.cfb_add(file, `/${name}`, stream)
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array)
}

const SECTOR = 512
const STREAM_SIZE = 4 << 20
const END = 0xfffffffe

/** A compound file with a stream of four megabytes. `follower` says which sector of the file follows one of the stream, of which the first is given. */
function chained (follower: (sector: number, first: number) => number): Buffer {
  const file = container(Buffer.alloc(STREAM_SIZE, 9))
  const tables = Array.from({ length: file.readUInt32LE(44) }, (_, at) => (file.readUInt32LE(76 + 4 * at) + 1) * SECTOR)
  const place = (sector: number) => tables[sector >> 7]! + 4 * (sector & 127)
  const sectors = STREAM_SIZE / SECTOR
  const first = Array.from({ length: tables.length * 128 }, (_, sector) => sector).find((sector) => file.readUInt32LE(place(sector)) === sector + 1 && file[(sector + 1) * SECTOR] === 9)!
  for (let sector = 0; sector < sectors; sector += 1) file.writeUInt32LE(follower(sector, first), place(first + sector))
  return file
}

/** A record of an .xls workbook. */
export function record (type: number, ...numbers: number[]): Buffer {
  const content = Buffer.alloc(4 + 2 * numbers.length)
  content.writeUInt16LE(type)
  content.writeUInt16LE(2 * numbers.length, 2)
  for (const [index, number] of numbers.entries()) content.writeUInt16LE(number, 4 + 2 * index)
  return content
}

const [BOF, EOF] = [(kind: number) => record(0x0809, 0x0600, kind, 0, 0, 0, 0, 0, 0), record(0x000a)]
const NUMBER = (row: number, column: number) => record(0x0203, row, column, 0, 0, 0, 0, 0x3ff0) // the figure 1

/** An .xls workbook of these records, and of sheets that each have theirs. */
export function oldWorkbook (records: Buffer[], sheets: Buffer[][]): Buffer {
  const names = sheets.map((_, index) => record(0x0085, 0, 0, 0, 1, 0x30 + index))
  const globals = [BOF(5), ...records, ...names, EOF]
  let place = Buffer.concat(globals).length
  for (const [index, sheet] of sheets.entries()) {
    names[index]!.writeUInt32LE(place, 4)
    place += BOF(16).length + Buffer.concat(sheet).length + EOF.length
  }
  return container(Buffer.concat([...globals, ...sheets.flatMap((sheet) => [BOF(16), ...sheet, EOF])]))
}

// From the first to the last cell that the format has, to an empty address.
const LINK = record(0x01b8, 0, 0xffff, 0, 0xffff, 0xc9d0, 0x79ea, 0xbaf9, 0x11ce, 0x828c, 0xaa00, 0x4b00, 0x0ba9, 2, 0, 0, 0)

/** A PDF of these objects, the first of which is its catalogue. */
function pdf (objects: string[]): Buffer {
  const offsets: number[] = []
  let document = '%PDF-1.4\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(document.length)
    document += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${document.length}\n%%EOF\n`
  return Buffer.from(document + end, 'latin1')
}

/** A tree of pages in which each node holds the next one twice. */
function sharedPages (levels: number): Buffer {
  const nodes = Array.from({ length: levels }, (_, level) => `<< /Type /Pages /Count ${2 ** (levels - level)} /Kids [${level + 3} 0 R ${level + 3} 0 R] >>`)
  return pdf(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, '<< /Type /Page /MediaBox [0 0 100 100] >>'])
}

function fullPage (size: number): Buffer {
  const content = deflateSync(Buffer.alloc(size, ' '), { level: 9 })
  return pdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >>',
    `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`
  ])
}

function withNumber (bytes: Buffer, place: number, number: number): Buffer {
  bytes.writeUInt32LE(number, place)
  return bytes
}

const FIGURE = 200_000
const DEPTH = 100_000
const BLANKS = ' '.repeat(10_000_000)

export type Format = 'csv' | 'xml' | 'json' | 'html' | 'xlsx' | 'xls' | 'soap' | 'zip' | 'pdf' | 'text'

/** What each reader must refuse, without delay. */
export const BOMBS: Array<[format: Format, name: string, bytes: () => Buffer]> = [
  ['csv', 'line ends and an x', text(`Date,Rate\n${'\n'.repeat(FIGURE)}x`)],
  ['csv', 'blanks', text(`${BLANKS}x\n`)],
  ['csv', 'a quote that does not end', text(`Date,Rate\n"${many(1_000_000, '""')}x\n`)],
  ['xml', 'elements in each other', text(`<Rates>${many(DEPTH, '<a>')}${many(DEPTH, '</a>')}</Rates>`)],
  ['xml', 'tags that do not end', text(`<Rates>${many(DEPTH, '<a ')}</Rates>`)],
  ['xml', 'a declared entity', text('<!DOCTYPE Rates [<!ENTITY nine "9">]><Rates><Rate>1.2&nine;4</Rate></Rates>')],
  ['xml', 'entities of entities', text(`<!DOCTYPE Rates [<!ENTITY a0 "0">${many(40, (index) => `<!ENTITY a${index + 1} "${many(10, `&a${index};`)}">`)}]><Rates><Rate>&a40;</Rate></Rates>`)],
  ['xml', 'blanks', text(`<Rate>${BLANKS}</Rate>`)],
  ['json', 'arrays in each other', text(many(DEPTH, '['))],
  ['json', 'digits and an x', text(`{"rate":${many(FIGURE, '1')}x}`)],
  ['json', 'blanks', text(`${BLANKS}x`)],
  ['html', 'elements in each other', page(many(DEPTH, '<div>'))],
  ['html', 'tables in each other', page(many(DEPTH, '<table><tr><td>'))],
  ['html', 'elements that are made again in every paragraph', page(`${many(400, (index) => `<b id=b${index}>`)}${many(20_000, '<p>')}`)],
  ['html', 'attributes', page(`<p ${many(DEPTH, (index) => `a${index} `)}>`)],
  ['html', 'attributes without a name', page(`<p ${many(DEPTH, (index) => `=${index} `)}>`)],
  ['html', 'elements beside each other', page(`<table><tr>${many(DEPTH, '<td>')}`)],
  ['html', 'blanks', page(BLANKS)],
  ['zip', '1.5 GB', () => zipBomb('rates.csv', 1536 << 20)],
  ['zip', '1.5 GB, said to be a few bytes', () => zipBomb('rates.csv', 1536 << 20, 100)],
  ['zip', '1.5 GB, said to be none', () => zipBomb('rates.csv', 1536 << 20, 0)],
  ['xlsx', '1.5 GB', () => zipBomb('xl/worksheets/sheet1.xml', 1536 << 20)],
  ['xlsx', 'one cell at the far end', () => workbook('<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')],
  ['xlsx', 'a link on all cells', () => workbook('<sheetData/><hyperlinks><hyperlink ref="A1:XFD1048576" location="A1"/></hyperlinks>')],
  ['xlsx', 'an archive inside', () => Buffer.from(zipSync({ 'Index.zip': zipBomb('[Content_Types].xml', 1536 << 20) }, { level: 0 }))],
  ['xls', 'a chain of sectors in a circle', () => chained((sector, first) => first + (sector ^ 1))],
  ['xls', 'chains of sectors that share their ends', () => chained((sector, first) => sector === 0 ? END : first + sector - 1)],
  ['xls', 'tables of sectors that are not there', () => withNumber(container(Buffer.alloc(8192, 9)), 44, 0xffffffff)],
  ['xls', 'a web page in a workbook’s place', () => container(Buffer.from(`<table>${many(DEPTH, '<tr><td>')}`))],
  ['xls', 'more texts than there are', () => oldWorkbook([record(0x00fc, 0xffff, 0xffff, 0xffff, 0xffff), record(0x003c, ...Array<number>(4000).fill(1))], [[record(0x00fd, 0, 0, 0, 0xffff, 0xff)]])],
  ['xls', 'a link on all cells', () => oldWorkbook([], [[LINK]])],
  ['xls', 'records of no type that there is', () => oldWorkbook(Array<Buffer>(FIGURE).fill(record(0x7777)), [[NUMBER(0, 0)]])],
  ['xls', 'one cell at the far end', () => oldWorkbook([], [[NUMBER(0xffff, 0xff)]])],
  ['xls', 'many sheets with a cell far away', () => oldWorkbook([], Array<Buffer[]>(9).fill([NUMBER(0xffff, 15)]))],
  ['soap', 'envelopes in each other', text(`${many(DEPTH, '<Envelope><Body>')}${many(DEPTH, '</Body></Envelope>')}`)],
  ['soap', 'faults that do not end', text(`<Envelope><Body><Fault/><!--${many(DEPTH, '<x:Text ')}--></Body></Envelope>`)],
  ['soap', 'a declared entity', text('<!DOCTYPE Envelope [<!ENTITY nine "9">]><Envelope><Body><RateResponse>1.2&nine;</RateResponse></Body></Envelope>')],
  ['soap', 'a document in a document', text(`<Envelope><Body><RateResponse>${many(DEPTH, '&lt;a&gt;')}</RateResponse></Body></Envelope>`)],
  ['pdf', 'a tree of pages that shares its nodes', () => sharedPages(28)],
  ['pdf', 'a page of 300 MB', () => fullPage(300_000_000)],
  ['text', 'blanks', text(`${BLANKS}x`)]
]
