import { expect, it } from 'vitest'
import source from '../../adapters/cbvs.ts'
import { makePdf } from '../../fixtures/pdf.ts'

/** A file of notices, each with the line of its day and those of its currencies. */
function notices(...lines: string[][]) {
  const body = makePdf(
    lines
      .flatMap((notice) => ['WISSELKOERSNOTERINGEN IN SRD', ...notice])
      .map((line, index) => [40, 800 - 14 * index, line])
  )
  return {
    source: 'cbvs',
    request: { method: 'GET' as const, url: 'https://example.com/', headers: {} },
    mediaType: 'application/pdf',
    headers: {},
    body
  }
}

it('reads the last notice of a day, the first table of a notice, and figures with thousands separators', async () => {
  const rows = await source.parse(
    notices(
      [
        '01 JULI 2025 VASTGESTELD OMSTREEKS 15:00U',
        'US DOLLAR (PER USD) 1.073,45 1.074,45 1,5 2,5',
        'US DOLLAR (PER USD) 9,5 9,6 9,7 9,8'
      ],
      ['01 JULI 2025 VASTGESTELD OMSTREEKS 10.00U', 'US DOLLAR (PER USD) 7,5 7,6 7,7 7,8']
    )
  )
  expect(rows.map(({ date, base, type, value }) => `${date} ${base} ${type} ${value}`)).toEqual([
    '2025-07-01 USD buy 1073.45',
    '2025-07-01 USD sell 1074.45',
    '2025-07-01 USD cash_buy 1.5',
    '2025-07-01 USD cash_sell 2.5'
  ])
})

it('reads the units before the code, and a notice without a time', async () => {
  const rows = await source.parse(
    notices(['01 SEPTEMBER 2009 EN TOT NADER ORDER', 'GUYANA DOLLAR (PER 100 GYD) 1,290 1,390 1,240 1,400'])
  )
  expect(rows[0]).toEqual({ date: '2009-09-01', base: 'GYD', quote: 'SRD', type: 'buy', value: '1.290', unit: 100 })
})
