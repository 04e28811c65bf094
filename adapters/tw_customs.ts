import { z } from 'zod'
import {
  atLeastOne,
  daysBetween,
  documentsAt,
  only,
  readCount,
  readDate,
  readDecimal,
  readText,
  skip
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const FILES = 'https://portal.sw.nat.gov.tw/APGQ/GC331!downLoad?formBean.downLoadFile='
const CURRENT = `${FILES}CURRENT_JSON`
const HISTORY = `${FILES}HISTORY_TXT`
const RECENT_DAYS = 8 // the shortest period, of February

const YEAR_OF_REPUBLIC = 1911
const FIRST_DAYS = ['01', '11', '21'] // the periods of ten days are numbered 1, 2 and 3
const LINE = /^(?<code>[A-Z]{3})(?<year>\d{3})(?<month>\d\d)(?<third>[123])(?<buy>\d{8})(?<sell>\d{8})$/
const DECIMALS = /(?=\d{5}$)/ // a figure in the history has five implied decimals
const NO_RATE = /^0+(?:\.0*)?$/

const Table = z.object({
  start: z.string(),
  end: z.string(),
  items: z.array(z.object({ code: z.string(), buyValue: z.string(), sellValue: z.string() })).nonempty()
})

const HOME = 'TWD' // the list repeats it at a rate of 1

/** Selling rates are for imports and buying rates for exports. */
function ratesOf(
  base: string,
  { buy, sell }: Record<'buy' | 'sell', string>,
  period: Pick<Row, 'date' | 'validFrom' | 'validTo'>
): Row[] {
  const figures = skip(
    [
      ['customs_import', sell],
      ['customs_export', buy]
    ] as const,
    'no rate',
    ([, printed]) => NO_RATE.test(printed)
  )
  return figures.map(([type, printed]) => ({ base, quote: HOME, type, value: readDecimal(printed), ...period }))
}

function readLine(line: string): Row[] {
  const { code, year, month, third, buy, sell } = LINE.exec(line)!.groups as Record<string, string>
  const date = readDate(
    `${readCount(year!) + YEAR_OF_REPUBLIC}-${month}-${FIRST_DAYS[readCount(third!) - 1]}`,
    'YYYY-MM-DD'
  )
  return ratesOf(code!, { buy: buy!.replace(DECIMALS, '.'), sell: sell!.replace(DECIMALS, '.') }, { date })
}

export default defineSource({
  code: 'tw_customs',
  name: 'Customs Administration of Taiwan',
  country: 'TW',
  homeCurrency: 'TWD',
  kind: 'customs_authority',
  rateTypes: ['customs_import', 'customs_export'],
  pairs: [[22, 36]],
  sourceUrl: 'https://portal.sw.nat.gov.tw/APGQ/GC331',
  termsUrl: 'https://data.gov.tw/license',
  timezone: 'Asia/Taipei',
  schedule: '0 10 1,11,21 * *',
  cadence: 'weekly',
  historyFrom: '2000-01-01',
  dated: 'effective',
  notes:
    'Rates for ten days, from the 1st, the 11th and the 21st of a month: selling rates for imports, buying ' +
    'rates for exports. The adapter was written from public code; the file of the whole history was not seen. The ' +
    'first period of the history is not known.',
  verified: 'description',
  tls: [{ quirk: 'incomplete_chain', reason: 'The server reportedly omits the intermediate certificate.' }],
  backfillDays: 20_000, // the history is one document

  fetch: documentsAt(({ from, today }) => [daysBetween(from, today) > RECENT_DAYS ? HISTORY : CURRENT]),

  parse(publication) {
    if (publication.request.url === HISTORY) {
      const text = readText(publication)
      if (!text.endsWith('\n')) {
        throw new LayoutError('a file that ends with a whole line', JSON.stringify(text.slice(-40)))
      }
      const lines = skip(text.split(/\r?\n/), 'empty line', (line) => line === '')
      const rates = atLeastOne(
        only(lines, 'a line of code, period and two figures', (line) => LINE.test(line)),
        'rate'
      )
      return skip(rates, 'home currency', (line) => line.startsWith(HOME)).flatMap(readLine)
    }
    const { start, end, items } = readJson(publication, Table)
    const date = readDate(start, 'YYYYMMDD')
    return skip(items, 'home currency', ({ code }) => code === HOME).flatMap(({ code, buyValue, sellValue }) =>
      ratesOf(code, { buy: buyValue, sell: sellValue }, { date, validFrom: date, validTo: readDate(end, 'YYYYMMDD') })
    )
  }
})
