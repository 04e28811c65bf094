import { deflateRawSync, constants, crc32, deflateSync } from 'node:zlib'
import { zipSync } from 'fflate'

/** Documents that are small to send and endless to read. Each gives its bytes. */

const text = (it: string) => () => Buffer.from(it)
const many = (count: number, it: string | ((index: number) => string)) => typeof it === 'string' ? it.repeat(count) : Array.from({ length: count }, (_, index) => it(index)).join('')
const page = (body: string) => text(`<!DOCTYPE html><html><body>${body}</body></html>`)

/** A zip archive of one file of blanks that says it holds `claimed` bytes and holds `size`. */
function zipBomb (name: string, size: number, claimed = size): Buffer {
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

const FIGURE = 200_000
const DEPTH = 100_000
const BLANKS = ' '.repeat(10_000_000)

export type Format = 'csv' | 'xml' | 'json' | 'html' | 'xlsx' | 'zip' | 'pdf'

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
  ['html', 'blanks', page(BLANKS)],
  ['zip', '1.5 GB', () => zipBomb('rates.csv', 1536 << 20)],
  ['zip', '1.5 GB, said to be a few bytes', () => zipBomb('rates.csv', 1536 << 20, 100)],
  ['zip', '1.5 GB, said to be none', () => zipBomb('rates.csv', 1536 << 20, 0)],
  ['xlsx', '1.5 GB', () => zipBomb('xl/worksheets/sheet1.xml', 1536 << 20)],
  ['xlsx', 'one cell at the far end', () => workbook('<dimension ref="A1:XFD1048576"/><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')],
  ['pdf', 'a tree of pages that shares its nodes', () => sharedPages(28)],
  ['pdf', 'a page of 300 MB', () => fullPage(300_000_000)]
]
