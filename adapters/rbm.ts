import {
  answersAt,
  figuresOf,
  formPost,
  readDate,
  readDecimal,
  recordsUnder,
  requestedBetween,
  skip,
  spansOf,
  writeDate,
  ZERO_OR_EMPTY
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource } from './source.ts'

// In the order of the source's rate types.
const FIGURES = { Middle: 'middle', Buying: 'buy', Selling: 'sell' }

// CMD is not a currency code. The Irish pound ended in 2002, and the figures printed for it since follow no market.
const NO_CURRENCY = new Set(['CMD', 'IEP'])

export default defineSource({
  code: 'rbm',
  name: 'Reserve Bank of Malawi',
  country: 'MW',
  homeCurrency: 'MWK',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [[30, 42]],
  sourceUrl: 'https://www.rbm.mw/Statistics/MajorRates',
  timezone: 'Africa/Blantyre',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2011-06-20',
  dated: 'made',
  notes:
    'CMD, which is not a currency, and the Irish pound, which is still printed although it ended in 2002, are ' +
    'left out.',
  verified: 'recording',

  requested: requestedBetween('StartDate', 'EndDate', 'MM/DD/YYYY'),
  fetch: answersAt('https://www.rbm.mw/Statistics/ExchangeRatesFilter/', (window) =>
    spansOf(window, 30).map(({ from, to }) => {
      return formPost([
        ['RateTypes', ''],
        ['StartDate', writeDate(from, 'MM/DD/YYYY')],
        ['EndDate', writeDate(to, 'MM/DD/YYYY')]
      ])
    })
  ),

  parse(publication) {
    const table = readHtml(publication, '</script>').one('table#exchange-rates')
    return skip(
      recordsUnder(['Currency', 'Date', ...Object.keys(FIGURES)], table.rows),
      'not a currency in use',
      (record) => NO_CURRENCY.has(record('Currency'))
    ).flatMap((record) => {
      const [date, base] = [readDate(record('Date'), 'MMM DD YYYY'), record('Currency')]
      return figuresOf(FIGURES, record, ZERO_OR_EMPTY).map(({ type, printed }) => ({
        date,
        base,
        quote: 'MWK',
        type,
        value: readDecimal(printed)
      }))
    })
  }
})
