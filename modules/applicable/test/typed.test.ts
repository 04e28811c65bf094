import { parse } from 'csv-parse/sync'
import exceljs from 'exceljs'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSources } from '../../../adapters/registry.ts'
import type { Row } from '../../../adapters/source.ts'
import { readTyped } from '../../../api/contract/amounts.ts'
import { seedRows } from '../../../test/support/database.ts'
import { startService, type Service } from '../../../test/support/service.ts'
import { registerRules } from '../register.ts'
import { loadRules } from '../rules/registry.ts'
import { TABLE_TYPES, type TableFormat } from '../tables/tables.ts'

/** Amounts and dates in the notations that people type and upload. */

const nbp = (date: string, value: string, base = 'USD'): Row => ({ date, base, quote: 'PLN', type: 'mid', value })

let service: Service

beforeAll(async () => {
  service = await startService(
    (await loadSources()).filter(({ code }) => code === 'nbp'),
    {}
  )
  await registerRules(service.database, loadRules())
  await seedRows(service.database, 'nbp', [
    nbp('2022-03-01', '4.2222'),
    nbp('2026-03-02', '3.6056'),
    nbp('2026-03-03', '3.6820'),
    nbp('2026-03-03', '4.2800', 'EUR')
  ])
})
afterAll(() => service?.stop())

async function post(body: string | Buffer, { query = '', format = 'csv' as TableFormat, path = '' } = {}) {
  const answer = await fetch(
    `${service.address}/api/v1/applicable/batch${path}?${query || 'jurisdiction=PL&purpose=vat'}`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.keys.enterprise}`, 'Content-Type': TABLE_TYPES[format] },
      body: typeof body === 'string' ? body : new Uint8Array(body)
    }
  )
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const rowsOf = (bytes: Buffer, delimiter = ',') =>
  parse<Record<string, string>>(bytes, { columns: true, bom: true, delimiter, relax_column_count: true })

async function answered(text: string, options = {}, delimiter = ',') {
  return rowsOf((await post(text, options)).bytes, delimiter)
}

/** Rows with the references of their cells. */
function placed(rows: string): string {
  let [row, column] = [0, 0]
  return rows.replace(/<(row|c)\b/g, (_whole, name) => {
    if (name === 'row') [row, column] = [row + 1, 0]
    return name === 'row' ? `<row r="${row}"` : `<c r="${'ABC'[column++]}${row}"`
  })
}

/** A workbook of one sheet as its XML is written. */
function workbookOf(rows: string, { formats = [] as string[], properties = '' } = {}): Buffer {
  const part = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`)
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const styles = [14, ...formats.map((_, at) => 164 + at)].map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`)
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': part(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>'
      ),
      'xl/workbook.xml': part(
        `<workbook ${main} xmlns:r="${relations}">${properties}<sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`
      ),
      'xl/_rels/workbook.xml.rels': part(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`
      ),
      'xl/styles.xml': part(
        `<styleSheet ${main}><numFmts count="${formats.length}">${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="${styles.length + 1}"><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`
      ),
      'xl/worksheets/sheet1.xml': part(
        `<worksheet ${main}><sheetData>${placed(`<row>${['date', 'currency', 'amount'].map((it) => `<c t="inlineStr"><is><t>${it}</t></is></c>`).join('')}</row>${rows}`)}</sheetData></worksheet>`
      )
    })
  )
}

const usd = '<c t="inlineStr"><is><t>USD</t></is></c>'

/** The cells of the answer to a workbook, by their headings. */
async function answeredWorkbook(workbook: Buffer) {
  const { bytes } = await post(workbook, { format: 'xlsx' })
  if (bytes[0] === 0x7b) throw new Error(bytes.toString())
  const result = new exceljs.Workbook()
  await result.xlsx.load(bytes as unknown as exceljs.Buffer)
  const [header, ...rows] = result.worksheets[1]!.getSheetValues()
    .slice(1)
    .map((row) => (row as exceljs.CellValue[]).slice(1))
  return rows.map((row) => Object.fromEntries(header!.map((name, at) => [String(name), row[at]])))
}

describe('an amount that a person types', () => {
  it.each([
    ['1.000', '1000 or 1.00?'],
    ['1,000', '1000 or 1.00?'],
    ['12.345', '12345 or 12.3450?'],
    ['-1,500', '-1500 or -1.50?'],
    ['(1.000)', '-1000 or -1.00?'],
    ['€1.000', '1000 or 1.00?']
  ])('gets a question if it has two readings: %s', (text, question) => {
    expect(readTyped(text, 'EUR')).toEqual({ error: expect.stringContaining(question) })
  })

  it.each([
    ['1.00', '1.00'],
    ['1,00', '1.00'],
    ['1.2340', '1.2340'],
    ['0.812', '0.812'],
    ['0,812', '0.812'],
    ['1234.567', '1234.567'],
    ['1.000.000', '1000000'],
    ['1,000.00', '1000.00'],
    ['1.000,00', '1000.00'],
    ['(2,500.00)', '-2500.00'],
    ['2.500,00-', '-2500.00'],
    ['€ 2.500,00', '2500.00'],
    ['-€5', '-5'],
    ['1 234,50 EUR', '1234.50'],
    ['12,34,567.50', '1234567.50'],
    ['−7', '-7'],
    ['1.5e6', '1.5e6']
  ])('is read if it has one reading: %s', (text, plain) => {
    expect(readTyped(text, 'EUR')).toEqual({ text: plain })
  })

  it('is refused if its sign belongs to another currency', () => {
    expect(readTyped('€5.00', 'USD')).toEqual({ error: 'expected an amount in USD, found €' })
    expect(readTyped('5,00 zł', 'PLN')).toEqual({ text: '5.00' })
    expect(readTyped('5 GBP', 'PLN')).toEqual({ error: 'expected an amount in PLN, found GBP' })
  })

  it.each([
    ['/applicable?jurisdiction=PL&purpose=vat&date=2026-03-03&source=USD&amount=1.000', '1000 or 1.00?'],
    ['/applicable?jurisdiction=PL&purpose=vat&date=2026-03-03&source=USD&amount=1.000,00', '3,605.60']
  ])('is read in the same way on the page: %s', async (path, text) => {
    expect(await (await fetch(`${service.address}${path}`, { headers: { Accept: 'text/html' } })).text()).toContain(
      text
    )
  })
})

describe('amounts of a file', () => {
  it('get a question if no row and no choice decides', async () => {
    const file = 'date,currency,amount\n2026-03-03,USD,1.000\n2026-03-03,USD,2.000\n'
    const rows = await answered(file)
    expect(rows.map(({ status, explanation }) => [status, explanation])).toEqual([
      ['error', expect.stringContaining('1000 or 1.00?')],
      ['error', expect.stringContaining('2000 or 2.00?')]
    ])
    const comma = await answered(file, { query: 'jurisdiction=PL&purpose=vat&decimal=comma' })
    expect(comma.map(({ converted }) => converted)).toEqual(['"3605,6"', '"7211,2"'].map((it) => it.slice(1, -1)))
    const point = await answered(file, { query: 'jurisdiction=PL&purpose=vat&decimal=point' })
    expect(point.map(({ converted }) => converted)).toEqual(['3.61', '7.21'])
  })

  it('get a question in JSON lines and workbooks if they are texts, and are read if they are numbers', async () => {
    const lines = await post(
      '{"date":"2026-03-03","currency":"USD","amount":"1.000"}\n{"date":"2026-03-03","currency":"USD","amount":1.125}\n',
      { format: 'jsonl' }
    )
    const own = lines.bytes
      .toString()
      .trim()
      .split('\n')
      .map((it) => JSON.parse(it) as { status: string; converted: number })
    expect(own.map(({ status, converted }) => [status, converted])).toEqual([
      ['error', null],
      ['final', 4.06]
    ])
    const day = '<c t="inlineStr"><is><t>2026-03-03</t></is></c>'
    const rows = await answeredWorkbook(
      workbookOf(
        `<row>${day}${usd}<c t="inlineStr"><is><t>1.000</t></is></c></row><row>${day}${usd}<c><v>1.125</v></c></row>`
      )
    )
    expect(rows.map(({ status, converted }) => [status, converted])).toEqual([
      ['error', undefined],
      ['final', 4.06]
    ])
  })

  it('may have signs and parentheses', async () => {
    const rows = await answered(
      'date;currency;amount\n2026-03-03;USD;$1,000.00\n2026-03-03;USD;(2,500.00)\n2026-03-04;EUR;€10.00\n2026-03-03;PLN;7 zł\n2026-03-03;USD;€1.00\n',
      {},
      ';'
    )
    expect(rows.map(({ status, converted, explanation }) => [status, converted || explanation])).toEqual([
      ['final', '3605.6'],
      ['final', '-9014'],
      ['final', '42.8'],
      ['final', '7'],
      ['error', 'amount: expected an amount in USD, found €']
    ])
  })
})

describe('the answer to a CSV file', () => {
  it('keeps the decimal commas, the delimiter, the form of dates and the line ends', async () => {
    const { bytes } = await post('Nr;Datum;Währung;Betrag\n1;3.3.2026;USD;1.000,50\n')
    const text = bytes.toString().replace('\uFEFF', '')
    expect(text).not.toContain('\r')
    expect(text.split('\n')[1]).toMatch(/^1;3\.3\.2026;USD;1\.000,50;final;3,6056;2\.3\.2026;nbp;mid;published;3607,4;/)
  })

  it.each([
    ['date,currency,amount\r\n03/15/2026,USD,1.50\r\n03/03/2026,USD,1.50\r\n', ',', '3.6056', '03/02/2026'],
    ['date\tcurrency\tamount\n15/03/2026\tUSD\t1,50\n03/03/2026\tUSD\t1,50\n', '\t', '3,6056', '02/03/2026'],
    ['date,currency,amount\n2026/03/15,USD,"1,50"\n2026/03/03,USD,"1,50"\n', ',', '3,6056', '2026/03/02'],
    ['date;currency\n03. 03. 2026;USD\n03. 03. 2026;USD\n', ';', '3,6056', '02. 03. 2026']
  ])('has the notation of %j', async (file, delimiter, rate, date) => {
    expect((await answered(file, {}, delimiter))[1]).toMatchObject({ rate, rate_date: date })
  })
})

describe('rows that are not questions', () => {
  const FILE = 'Date,Currency,Amount\n2026-03-03,USD,1000.00\n,USD,5.00\nTotal,,1005.00\n,,1005.00\n2026-03-03,US,1\n'

  it('are skipped and counted if they have a total', async () => {
    const { headers, bytes } = await post(FILE)
    expect(rowsOf(bytes).map(({ status }) => status)).toEqual(['final', 'error', 'passed_over', 'passed_over', 'error'])
    expect(['x-rows', 'x-rows-in-error', 'x-rows-passed-over'].map((name) => headers.get(name))).toEqual([
      '5',
      '2',
      '2'
    ])
  })

  it('are listed before payment with row and column if they are in error', async () => {
    const { bytes } = await post(FILE, { path: '/preview' })
    expect(JSON.parse(bytes.toString())).toMatchObject({
      units: 1,
      summary: { final: 1, error: 2, passed_over: 2 },
      errors: [
        { row: 3, column: 'Date', error: 'date: expected a date, found an empty cell' },
        { row: 6, column: 'Currency', error: expect.stringContaining('source: ') }
      ]
    })
  })
})

describe('an uploaded workbook', () => {
  it('may have dates of ISO 8601', async () => {
    const [row] = await answeredWorkbook(
      workbookOf(`<row><c t="d" s="1"><v>2026-03-03T00:00:00.000Z</v></c>${usd}<c><v>1000</v></c></row>`)
    )
    expect(row).toMatchObject({ status: 'final', rate: 3.6056, converted: 3605.6, rate_date: new Date('2026-03-02') })
  })

  it.each(['1', 'true'])('may count its days from 1904 with date1904="%s"', async (word) => {
    const days = ['<c s="1"><v>44622</v></c>', '<c><v>44622</v></c>', '<c s="1"><f>A2</f><v>44622</v></c>']
    const rows = await answeredWorkbook(
      workbookOf(days.map((day) => `<row>${day}${usd}</row>`).join(''), {
        properties: `<workbookPr date1904="${word}"/>`
      })
    )
    expect(rows.map(({ rate }) => rate)).toEqual([3.6056, 3.6056, 3.6056])
    // this test's reader only looks at the digit, and otherwise counts the same days from 1900
    expect(rows[0]!.rate_date).toEqual(new Date(word === '1' ? '2026-03-02' : '2022-03-01'))
  })

  it.each([
    '#,##0.00\\ \\M\\D\\L',
    '_-* #,##0.00\\ _K_M_-',
    '#,##0.00 _d_i_n_._-',
    '#,##0.00_m_k_-',
    '#,##0.00_L_s_-',
    '#,##0.00_D_M_-',
    '#,##0.00 "din. (dry)"',
    '[$MDL-818] #,##0.00'
  ])('may have amounts in the format %s', async (format) => {
    const day = '<c s="1"><v>46084</v></c>'
    const [row] = await answeredWorkbook(
      workbookOf(`<row>${day}${usd}<c s="2"><v>1000.5</v></c></row>`, { formats: [format] })
    )
    expect(row).toMatchObject({ status: 'final', converted: 3607.4 })
  })

  it('may have the binary numbers of formulas', async () => {
    const day = '<c s="1"><v>46084</v></c>'
    const amounts = ['0.30000000000000004', '3.3000000000000003', '33.333333333333336']
    const rows = await answeredWorkbook(
      workbookOf(amounts.map((it) => `<row>${day}${usd}<c><f>X1</f><v>${it}</v></c></row>`).join(''))
    )
    expect(rows.map(({ status, converted }) => [status, converted])).toEqual([
      ['final', 1.08],
      ['final', 11.9],
      ['final', 120.19]
    ])
  })
})
