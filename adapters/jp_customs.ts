import {
  addDays,
  atLeastOne,
  distinctRows,
  documentsLinked,
  excerpt,
  readDate,
  readDecimal,
  skip,
  weeksIn,
  writeDate
} from './kit/index.ts'
import { readCsvRows } from './kit/csv.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://www.customs.go.jp/tetsuzuki/kawase/'
const CHARSET = 'cp932'
const WEEK = /\/(\d{6})-(\d{6})\.csv$/

const ISO = 3 // the columns: number and name of the country, currency, ISO, yen for 1 unit, yen for 100
const UNITS = [
  [4, 1],
  [5, 100]
] as const
const NO_RATE = ''
const RENAMED: Record<string, string> = { SUR: 'RUB' } // the rouble of today under the code of the Soviet one

function readLine(cells: string[], week: Pick<Row, 'date' | 'validFrom' | 'validTo'>): Row[] {
  const code = cells[ISO]!
  if (cells.length <= ISO + UNITS.length) {
    throw new LayoutError(`a figure for 1 or for 100 units of ${code}`, excerpt(cells.join(',')))
  }
  const figures = skip(
    UNITS.map(([column, unit]) => ({ unit, printed: cells[column]! })),
    'no rate',
    ({ printed }) => printed === NO_RATE
  )
  if (figures.length > 1) throw new LayoutError(`one figure for ${code}`, excerpt(cells.join(',')))
  return figures.map(({ unit, printed }) => ({
    base: RENAMED[code] ?? code,
    quote: 'JPY',
    type: 'customs',
    value: readDecimal(printed),
    unit,
    ...week
  }))
}

export default defineSource({
  code: 'jp_customs',
  name: 'Japan Customs',
  country: 'JP',
  homeCurrency: 'JPY',
  kind: 'customs_authority',
  rateTypes: ['customs'],
  pairs: [[20, 40]],
  sourceUrl: PAGE,
  timezone: 'Asia/Tokyo',
  schedule: '0 10 * * 2-5',
  cadence: 'weekly',
  historyFrom: '2023-01-01',
  dated: 'effective',
  notes:
    'A rate is valid from Sunday to Saturday and is the average of the week two weeks before. Currencies that ' +
    'the notice only equates to another have no rate. The history begins in 2023: the notices of 2002 to 2022 are PDF ' +
    'files, in which only the place of a figure says whether it is for 1 or for 100 units.',
  unread: {
    'column "国名符号"': 'numbers of countries'
  },
  verified: 'description',

  async *fetch({ from, to, today }, http) {
    // The newest week is published before it begins.
    const addresses = weeksIn({ from, to }, 0).map(
      (sunday) => `${PAGE}csv/${writeDate(sunday, 'YYMMDD')}-${writeDate(addDays(sunday, 6), 'YYMMDD')}.csv`
    )
    const links =
      to === today
        ? atLeastOne(readHtml(await http.get(PAGE, { charset: CHARSET })).all('a[href$=".csv"]'), 'link to a table')
        : []
    const linked = links.map((link) => new URL(link.attribute('href'), PAGE).href)
    for (const url of addresses.filter((address) => !linked.includes(address))) {
      const week = await http.find(url, { charset: CHARSET })
      if (week) yield week
    }
    yield* documentsLinked(linked, http, { charset: CHARSET })
  },

  parse(publication) {
    const [, first = '', last = ''] = WEEK.exec(publication.request.url) ?? []
    const date = readDate(first, 'YYMMDD')
    const week = { date, validFrom: date, validTo: readDate(last, 'YYMMDD') }
    const rows = readCsvRows(publication)
    const top = rows.findIndex((cells) => cells[ISO] === 'ISO')
    if (top < 0) {
      throw new LayoutError('a line of headings with ISO in its fourth column', excerpt(rows.flat().join(',')))
    }
    return distinctRows(
      atLeastOne(
        rows.slice(top + 1).flatMap((cells) => readLine(cells, week)),
        'rate'
      )
    )
  }
})
