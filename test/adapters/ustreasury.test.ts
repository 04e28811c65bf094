import { expect, it } from 'vitest'
import source from '../../adapters/ustreasury.ts'
import type { Row } from '../../adapters/source.ts'

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
  }) as Row[]

it('maps a name to the code of its currency on that day, and returns an unknown name unchanged', () => {
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

it('returns the first listed figure if two countries with one currency differ', () => {
  expect(read(['2026-09-30', 'Benin-Cfa Franc', '571.5'], ['2026-09-30', 'Togo-Cfa Franc', '570.0'])).toMatchObject([
    { quote: 'XOF', value: '571.5' }
  ])
})

it('maps the labels of old quarters to the codes of their days', () => {
  const quoteOf = (date: string, label: string) => read([date, label, '2.0'])[0]?.quote
  const found = [
    ['2001-12-31', 'Germany-Mark', 'DEM'],
    ['2002-03-31', 'Germany-Mark', 'Germany-Mark'],
    ['2007-12-31', 'Cyprus-Pound', 'CYP'],
    ['2008-12-31', 'SLOVAK-KORUN', 'SKK'],
    ['2016-06-30', 'Belarus-Ruble', 'BYR'],
    ['2007-06-30', 'Ghana-Second Cedi', 'GHC'],
    ['2007-09-30', 'Ghana-Second Cedi', 'GHS'],
    ['2004-03-31', 'Suriname-Guilder', 'Suriname-Guilder'],
    ['2004-09-30', 'Suriname-Guilder', 'SRD'],
    ['2004-06-30', 'Turkey-Lira', 'TRL'],
    ['2019-06-30', 'Turkey-Lira', 'Turkey-Lira'],
    ['2010-06-30', 'Venezuela-Bolivar', 'VEF'],
    ['2019-03-31', 'Zimbabwe-Rtgs', 'ZWL'],
    ['2022-03-31', 'Sierra Leone-Leone', 'SLL'],
    ['2022-07-31', 'Sierra Leone-Leone', 'Sierra Leone-Leone'],
    ['2022-09-30', 'Sierra Leone-Leone', 'SLE'],
    ['2026-06-30', 'Cross Border-Euro', undefined]
  ] as const
  expect(found.map(([date, label]) => [date, label, quoteOf(date, label)])).toEqual(found)
})
