import { utils, write } from '@e965/xlsx'
import { expect, it } from 'vitest'
import { readSerial } from '../../../adapters/kit/index.ts'
import { readWorkbook } from '../../../adapters/kit/workbook.ts'

function workbook(kind: 'xls' | 'xlsx', date1904: boolean) {
  const sheet = utils.aoa_to_sheet([
    ['Date', 'Rate'],
    [44637, 4.5]
  ])
  Object.assign(sheet.A2!, { z: 'dd/mm/yyyy' })
  Object.assign(sheet.B2!, { z: '_-* #,##0.00\\ "MDL"_-' })
  const book = { SheetNames: ['rates'], Sheets: { rates: sheet }, Workbook: { WBProps: { date1904 } } }
  const body = write(book, { type: 'buffer', bookType: kind === 'xls' ? 'biff8' : 'xlsx' }) as Uint8Array
  const request = { method: 'GET' as const, url: 'https://example.com/', headers: {} }
  return { source: 'test', request, mediaType: '', headers: {}, body: new Uint8Array(body) }
}

it.each([
  ['xlsx', true, '2026-03-18'],
  ['xls', true, '2026-03-18'],
  ['xlsx', false, '2022-03-17'],
  ['xls', false, '2022-03-17']
] as const)('reads a date of an .%s workbook (days from 1904: %s)', (kind, date1904, expected) => {
  const [date = '', rate] = readWorkbook(workbook(kind, date1904), kind)[0]!.rows[1]!
  expect([readSerial(date), rate]).toEqual([expected, '4.5'])
})
