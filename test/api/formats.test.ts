import { parse } from 'csv-parse/sync'
import ExcelJS from 'exceljs'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { identity, startService, type Service } from './service.ts'

let service: Service

beforeAll(async () => {
  service = await startService([{ ...identity('alpha', 'EUR'), name: '=Bank & "Sons" <é>' }], {
    alpha: ['2026-11-19', '2026-11-20'].flatMap((date) => [['USD', '1.1610'], ['JPY', '181.05']].map(([quote, value]) => ({ date, base: 'EUR', quote: quote!, type: 'reference', value: value! })))
  })
})
afterAll(() => service.stop())

const LATEST = '/api/v1/central-bank/alpha/latest'
const HISTORY = '/api/v1/central-bank/alpha/history?source=USD&target=JPY&from=2026-11-01&to=2026-11-30'

it('writes CSV with a byte-order mark, a name, and rows that can be read alone', async () => {
  const { bytes, headers } = await service.ask(`${LATEST}?format=csv`, { plan: 'free' })
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="alpha-latest-2026-11-20.csv"')
  expect(parse(bytes, { bom: true, columns: true })).toEqual([
    { bank: 'alpha', rate_date: '2026-11-20', base: 'EUR', quote: 'JPY', type: 'reference', value: '181.05' },
    { bank: 'alpha', rate_date: '2026-11-20', base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' }
  ])
})

it('lets no name become a formula of a spreadsheet', async () => {
  const { bytes } = await service.ask('/api/v1/central-banks?format=csv', { plan: 'free' })
  const [bank] = parse(bytes, { bom: true, columns: true }) as Array<Record<string, string>>
  expect(bank!.name).toMatch(/^'=Bank/)
})

it('writes a real workbook with dates, numbers and a frozen heading', async () => {
  const { bytes, headers } = await service.ask(`${HISTORY}&format=xlsx`, { plan: 'developer' })
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="alpha-history-USD-JPY-.+\.xlsx"$/)
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(bytes as unknown as ArrayBuffer)
  const sheet = workbook.worksheets[0]!
  expect(sheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 })
  expect(sheet.getRow(1).values).toEqual([undefined, 'bank', 'date', 'base', 'quote', 'type', 'value', 'rate', 'rate_type', 'derived', 'method'])
  expect(sheet.getRow(2).values).toEqual([undefined, 'alpha', new Date('2026-11-19T00:00:00Z'), 'USD', 'JPY', 'reference', 181.05 / 1.161, 181.05 / 1.161, 'reference', true, 'cross'])
  expect(sheet.rowCount).toBe(3)
})

it('mirrors the JSON in XML', async () => {
  const { text, headers } = await service.ask(`${LATEST}?format=xml`, { plan: 'free' })
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const { response } = new XMLParser({ parseTagValue: false }).parse(text)
  expect(response).toMatchObject({ bank: 'alpha', name: '=Bank & "Sons" <é>', rate_date: '2026-11-20' })
  expect(response.rates.rate[1]).toEqual({ base: 'EUR', quote: 'USD', type: 'reference', value: '1.1610' })
})

it('answers errors in JSON whatever the format', async () => {
  const { status, json } = await service.ask(`${LATEST}?format=csv&source=USD`, { plan: 'free' })
  expect([status, json]).toEqual([400, { error: expect.stringContaining('target') }])
})
