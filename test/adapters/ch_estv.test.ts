import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import chEstv from '../../adapters/ch_estv.ts'
import { DOCUMENTS, withDocuments } from '../support/documents.ts'

const listOf = (body: Buffer) => ({
  source: 'ch_estv',
  request: { method: 'GET' as const, url: 'https://www.ictax.admin.ch/', headers: {} },
  mediaType: 'application/xml',
  headers: {},
  body
})

withDocuments.describe('extracts of the lists', () => {
  it.each([
    [
      'ch_estv',
      14,
      { date: '2025-01-31', base: 'USD', quote: 'CHF', type: 'monthly_average', value: '0.9095977273', unit: 1 }
    ],
    [
      'ch_estv',
      14,
      { date: '2025-12-31', base: 'USD', quote: 'CHF', type: 'yearly_average', value: '0.8306517857', unit: 1 }
    ],
    [
      'ch_estv_2024',
      42,
      { date: '2024-06-30', base: 'EUR', quote: 'CHF', type: 'monthly_average', value: '0.9614175', unit: 1 }
    ],
    [
      'ch_estv_2024',
      42,
      { date: '2024-12-31', base: 'GBP', quote: 'CHF', type: 'year_end', value: '1.135038', unit: 1 }
    ]
  ])('reads %s with %d rates', async (folder, count, row) => {
    const rows = await chEstv.parse(listOf(readFileSync(`${DOCUMENTS}recordings/${folder}/01.xml`)))
    expect(rows).toHaveLength(count)
    expect(rows).toContainEqual(row)
  })
})

it('dates a daily rate by its day, and omits deleted ones', async () => {
  const list =
    '<kursliste xmlns="x" year="2025"><exchangeRate currency="JPY" date="2025-03-14" denomination="100" ' +
    'value="0.595"/><exchangeRate currency="USD" date="2025-03-14" value="0.88" deleted="true"/></kursliste>'
  expect(await chEstv.parse(listOf(Buffer.from(list)))).toEqual([
    { date: '2025-03-14', base: 'JPY', quote: 'CHF', type: 'daily', value: '0.595', unit: 100 }
  ])
})
