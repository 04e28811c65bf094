import {
  atLeastOne,
  documentsAt,
  excerpt,
  readCount,
  readDate,
  readDecimal,
  requestedBetween,
  skip,
  spansOf,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.bom.mu/markets/foreign-exchange/consolidated-indicative-exchange-rates'

const HEADINGS = [', Buying, Selling, ', 'Country, Code, T.T, D.D, Notes, T.T/D.D, Notes, Date']
const TYPES = ['transfer_buy', 'draft_buy', 'cash_buy', 'transfer_sell', 'cash_sell'] // between the code and the date
const CODE = /^([A-Z]{3}) (\d+)$/ // JPY 100
const NO_RATE = /^(0?\.0+|N\/A|)$/

export default defineSource({
  code: 'bmu',
  name: 'Bank of Mauritius',
  country: 'MU',
  homeCurrency: 'MUR',
  kind: 'central_bank',
  rateTypes: ['transfer_sell', 'transfer_buy', 'draft_buy', 'cash_sell', 'cash_buy'],
  pairs: [[8, 15]],
  sourceUrl: PAGE,
  timezone: 'Indian/Mauritius',
  schedule: '0 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2001-07-03',
  dated: 'made',
  notes: 'Averages of the banks’ indicative rates. The selling rate for transfers also applies to demand drafts.',
  verified: 'recording',

  requested: requestedBetween(
    'field_transaction_date_value[value][date]',
    'field_transaction_date_value_1[value][date]',
    'DD-MM-YYYY'
  ),
  fetch: documentsAt((window) =>
    spansOf(window, 31).map(({ from, to }) => {
      const ends = Object.entries({ field_transaction_date_value: from, field_transaction_date_value_1: to })
      return `${PAGE}?${new URLSearchParams(ends.map(([field, day]) => [`${field}[value][date]`, writeDate(day, 'DD-MM-YYYY')]))}`
    })
  ),

  parse(publication) {
    const [table] = readHtml(publication).one('.view-display-id-page').all('table')
    if (!table) return [] // a span without a publishing day
    const [top = [], headings = [], ...lines] = table.rows
    if ([top, headings].map((row) => row.join(', ')).join('; ') !== HEADINGS.join('; ')) {
      throw new LayoutError(`a table of ${HEADINGS.join('; ')}`, excerpt([...top, ...headings].join(', ')))
    }
    return atLeastOne(lines, 'currency').flatMap(([, code = '', ...cells]) => {
      const [, base, unit] = CODE.exec(code) ?? []
      if (base === undefined || unit === undefined || cells.length !== TYPES.length + 1) {
        throw new LayoutError('a line with a code like JPY 100 and five figures', excerpt([code, ...cells].join(', ')))
      }
      const date = readDate(cells.at(-1)!, 'DD-MM-YYYY')
      return skip(
        TYPES.map((type, index) => ({ type, printed: cells[index]! })),
        'no rate',
        ({ printed }) => NO_RATE.test(printed)
      ).map(({ type, printed }) => ({
        date,
        base,
        quote: 'MUR',
        type,
        value: readDecimal(printed),
        unit: readCount(unit)
      }))
    })
  }
})
