import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import exceljs from 'exceljs'
import fc from 'fast-check'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { readTable, writeTable, type AddedColumn, type AnsweredBlock } from '../tables/tables.ts'
import { columnOf, lettersOf } from '../tables/workbook-parts.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-workbook-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ADDED: AddedColumn[] = [
  { name: 'status', kind: 'code' },
  { name: 'rate', kind: 'number' }
]
const SUMMARY: Array<[string, number]> = [['Final', 2]]

/** Answers a workbook: each row gets its first cell as a status, and 1.25 as a rate. */
async function answered(bytes: Uint8Array): Promise<Buffer> {
  const path = join(folder, 'own.xlsx')
  writeFileSync(path, bytes)
  async function* blocks(): AsyncGenerator<AnsweredBlock> {
    for await (const block of readTable(path, 'xlsx'))
      yield {
        ...block,
        added: block.rows.map(({ cells }) => ({ cells: [cells[0]!, '1.25'] }))
      }
  }
  return buffer(Readable.from(writeTable('xlsx', blocks(), ADDED, { path, summary: () => SUMMARY })))
}

async function opened(bytes: Uint8Array): Promise<exceljs.Workbook> {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(bytes as unknown as exceljs.Buffer)
  return workbook
}

const written = async (workbook: exceljs.Workbook) => new Uint8Array(await workbook.xlsx.writeBuffer())

/** The values, types and formats of the cells of a sheet, up to a column. */
function cellsOf(sheet: exceljs.Worksheet, width: number) {
  const cells: unknown[] = []
  sheet.eachRow((row, number) => {
    for (let at = 1; at <= width; at++)
      cells.push([number, at, row.getCell(at).value, row.getCell(at).numFmt, row.getCell(at).type])
  })
  return cells
}

describe('an answered workbook', () => {
  const cell = fc.oneof(
    fc.constantFrom('05.03.2026', '2026-03-05', '=1+1', ' ', 'a & <b> "c"', '00123'),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc
      .date({ min: new Date('1990-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
      .map((it) => new Date(Math.floor(it.getTime() / 86_400_000) * 86_400_000)),
    fc.integer({ min: 1, max: 9 }).map((it) => ({ formula: `${it}*2`, result: it * 2 })),
    fc.constant(null)
  )

  it('keeps each cell of the caller with its value, type, format and formula', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
        async (rows) => {
          const own = new exceljs.Workbook()
          const sheet = own.addWorksheet('Invoices')
          sheet.addRow(['number', 'date', 'note'])
          for (const row of rows) sheet.addRow(row)
          const bytes = await written(own)
          const before = (await opened(bytes)).getWorksheet('Invoices')!
          const after = (await opened(await answered(bytes))).getWorksheet('Invoices')!
          expect(cellsOf(after, 3)).toEqual(cellsOf(before, 3))
        }
      ),
      { numRuns: 15 }
    )
  })

  it('has the answers after the last column, and a first sheet with the summary', async () => {
    const own = new exceljs.Workbook()
    const sheet = own.addWorksheet('Invoices')
    sheet.addRows([['number', 'date'], ['one', '05.03.2026'], [], ['two', 'x', 'a remark']])
    own.addWorksheet('Other').addRow(['kept'])
    const result = await opened(await answered(await written(own)))
    expect(result.worksheets.map(({ name }) => name)).toEqual(['Summary', 'Invoices', 'Other'])
    expect(
      result.worksheets[1]!.getSheetValues()
        .slice(1)
        .map((row) => (row as unknown[] | undefined)?.slice(1))
    ).toEqual([
      ['number', 'date', undefined, 'status', 'rate'],
      ['one', '05.03.2026', undefined, 'one', 1.25],
      undefined,
      ['two', 'x', 'a remark', 'two', 1.25]
    ])
    expect(
      result.worksheets[0]!.getSheetValues()
        .slice(1)
        .map((row) => (row as unknown[]).slice(1))
    ).toEqual([
      ['Ratebook summary', 'Rows'],
      ['Final', 2]
    ])
  })

  it('is read and answered again without its summary', async () => {
    const own = new exceljs.Workbook()
    own.addWorksheet('Invoices').addRows([['number'], ['one']])
    const again = await opened(await answered(await answered(await written(own))))
    expect(again.getWorksheet('Invoices')!.getRow(2).values).toEqual([undefined, 'one', 'one', 1.25, 'one', 1.25])
    expect(again.getWorksheet('Invoices')!.getRow(1).values).toEqual([
      undefined,
      'number',
      'status',
      'rate',
      'ratebook_status',
      'ratebook_rate'
    ])
  })

  const RELATIONS = (target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${target}"/></Relationships>`
  const TYPES =
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default ' +
    'Extension="xml" ContentType="application/xml"/></Types>'
  const LIST = (prefix: string, extra = '') =>
    `<${prefix}workbook xmlns${prefix && `:${prefix.slice(0, -1)}`}="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${extra}<${prefix}sheets><${prefix}sheet name="Summary" sheetId="4" r:id="rId1"/></${prefix}sheets><${prefix}definedNames><${prefix}definedName name="area" localSheetId="0">A1</${prefix}definedName></${prefix}definedNames></${prefix}workbook>`
  const ROWS = (prefix: string) =>
    `<${prefix}row><${prefix}c t="inlineStr"><${prefix}is><${prefix}t>number</${prefix}t></${prefix}is></${prefix}c></${prefix}row><${prefix}row/><${prefix}row spans="1:1"><${prefix}c><${prefix}v>7</${prefix}v></${prefix}c></${prefix}row>`
  const SHEET = (prefix: string) =>
    `<${prefix}worksheet xmlns${prefix && `:${prefix.slice(0, -1)}`}="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><${prefix}dimension ref="A1:A3"/><${prefix}sheetData>${ROWS(prefix)}</${prefix}sheetData></${prefix}worksheet>`

  it.each([
    ['namespace prefixes and an absolute target', 'x:', '/xl/worksheets/sheet1.xml'],
    ['cells and rows without a reference, and another name of the part', '', 'worksheets/data.xml']
  ])('is read with %s', async (_form, prefix, target) => {
    const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`
    const parts = {
      '[Content_Types].xml': TYPES,
      'xl/workbook.xml': LIST(prefix),
      'xl/_rels/workbook.xml.rels': RELATIONS(target),
      [part]: SHEET(prefix),
      'xl/theme.bin': 'x'
    }
    const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
    const result = unzipSync(await answered(bytes))
    const text = (name: string) => Buffer.from(result[name]!).toString()
    expect(text(part)).toContain(
      `<${prefix}c r="B1" t="inlineStr"><${prefix}is><${prefix}t xml:space="preserve">status</${prefix}t></${prefix}is></${prefix}c>`
    )
    expect(text(part)).toContain(`<${prefix}row><${prefix}c><${prefix}v>7</${prefix}v></${prefix}c><${prefix}c r="B3"`)
    expect(text(part)).toContain('ref="A1:C3"')
    expect(text('xl/workbook.xml')).toContain('name="Ratebook summary" sheetId="5"')
    expect(text('xl/workbook.xml')).toContain('localSheetId="1"')
    expect(text('xl/workbook.xml')).toContain('activeTab="1"')
    expect(text('xl/theme.bin')).toBe('x')
  })
})

it('converts the letters of a column to its number and back', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 16_384 }), (column) => columnOf(lettersOf(column)) === column))
  expect([lettersOf(1), lettersOf(27), lettersOf(703)]).toEqual(['A', 'AA', 'AAA'])
})
