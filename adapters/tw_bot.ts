import {
  atLeastOne,
  checkSubject,
  documentsAt,
  excerpt,
  monthsIn,
  readDate,
  readDecimal,
  readText,
  requestedAt,
  skip,
  ZERO_OR_EMPTY
} from './kit/index.ts'
import { parseCsvRows } from './kit/csv.ts'
import { defineSource, LayoutError } from './source.ts'

// prettier-ignore
const CURRENCIES = [
  'USD', 'HKD', 'GBP', 'AUD', 'CAD', 'SGD', 'CHF', 'JPY', 'ZAR', 'SEK', 'NZD', 'THB', 'PHP', 'IDR', 'EUR', 'KRW',
  'VND', 'MYR', 'CNY'
]

const ADDRESS = /\/(\d{4}-\d\d)\/([A-Z]{3})$/
const HEADINGS = ['資料日期', '幣別', '匯率']
const FIGURES = { 現金: 'cash', 即期: 'spot' } // the columns after them are forward rates
const SIDES = { 本行賣出: 'sell', 本行買入: 'buy' }
const NO_TABLE = '很抱歉，本次查詢找不到任何一筆資料！'

export default defineSource({
  code: 'tw_bot',
  name: 'Bank of Taiwan',
  country: 'TW',
  homeCurrency: 'TWD',
  kind: 'commercial_bank',
  rateTypes: ['spot_sell', 'spot_buy', 'cash_sell', 'cash_buy'],
  pairs: [[1, 27]],
  sourceUrl: 'https://rate.bot.com.tw/xrt?Lang=en-US',
  timezone: 'Asia/Taipei',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '2003-01-01',
  dated: 'made',
  notes:
    'The last board of each day. Forward rates are left out. A row of the history was seen in public ' +
    'documentation; no whole file was seen. The first day of the history is not known.',
  unread: {
    'column "遠期*': 'forward rates'
  },
  verified: 'description',
  pause: 3000, // too many requests are answered with a page titled Challenge Validation

  requested: requestedAt(/\/(\d{4}-\d\d)\/[A-Z]{3}$/, 'YYYY-MM'),
  fetch: documentsAt((window) =>
    monthsIn(window).flatMap((month) => {
      return CURRENCIES.map((currency) => `https://rate.bot.com.tw/xrt/flcsv/0/${month}/${currency}`)
    })
  ),

  parse(publication) {
    const text = readText(publication)
    if (text.trim() === NO_TABLE) return []
    const [headings = [], ...days] = parseCsvRows(text)
    if (HEADINGS.some((heading, index) => headings[index] !== heading)) {
      throw new LayoutError(`headings that begin with ${HEADINGS.join()}`, excerpt(headings.join()))
    }
    const [, , currency = ''] = ADDRESS.exec(publication.request.url) ?? []
    return atLeastOne(days, 'day').flatMap((cells) => {
      const [day = '', base = ''] = cells
      checkSubject(currency, base)
      const figures = Object.entries(SIDES).flatMap(([side, suffix]) =>
        Object.entries(FIGURES).map(([heading, kind], index) => {
          const place = cells.indexOf(side) + 1 + index
          const printed = cells[place]
          if (place === index || headings[place] !== heading || printed === undefined) {
            throw new LayoutError(`${heading} after ${side}`, excerpt(cells.join()))
          }
          return { type: `${kind}_${suffix}`, printed }
        })
      )
      return skip(figures, 'not dealt in', ({ printed }) => ZERO_OR_EMPTY.test(printed)).map(({ type, printed }) => ({
        date: readDate(day, 'YYYYMMDD'),
        base,
        quote: 'TWD',
        type,
        value: readDecimal(printed)
      }))
    })
  }
})
