import { expect, it } from 'vitest'
import source from '../../adapters/ustreasury.ts'

type Line = [date: string, description: string, rate: string]

const read = (...lines: Line[]) =>
  source.parse({
    source: 'ustreasury',
    request: { method: 'GET', url: source.sourceUrl, headers: {} },
    mediaType: 'application/json',
    headers: {},
    body: Buffer.from(
      JSON.stringify({
        data: lines.map(([date, description, rate]) => ({
          record_date: date,
          country_currency_desc: description,
          exchange_rate: rate,
          effective_date: date
        })),
        meta: { 'total-pages': 1 }
      })
    )
  })

it('maps a name to the code of its currency on that day, and passes on an unknown name', () => {
  expect(
    read(
      ['2018-03-31', 'Mauritania-Ouguiya', '355.0'],
      ['2018-06-30', 'Mauritania-Ouguiya', '35.5'],
      ['2022-06-30', 'Sierra Leone-Leone', '13000.0'],
      ['2004-06-30', 'Turkey-New Lira', '1418000.0'],
      ['2026-09-30', 'Atlantis-Shell', '2.0']
    )
  ).toMatchObject([
    { quote: 'MRO' },
    { quote: 'MRU' },
    { quote: 'SLL' },
    { quote: 'Turkey-New Lira' },
    { quote: 'Atlantis-Shell' }
  ])
})

it('returns both figures if two countries with one currency differ', () => {
  expect(read(['2026-09-30', 'Togo-Cfa Franc', '570.0'], ['2026-09-30', 'Benin-Cfa Franc', '571.5'])).toMatchObject([
    { quote: 'XOF', value: '570.0' },
    { quote: 'XOF', value: '571.5' }
  ])
})
