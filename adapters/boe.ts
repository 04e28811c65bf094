import {
  atLeastOne,
  documentsAt,
  readDate,
  readDecimal,
  requestedBetween,
  skip,
  spansOf,
  writeDate
} from './kit/index.ts'
import { readCsv } from './kit/csv.ts'
import type { TableRecord } from './kit/table.ts'
import { defineSource, type Row } from './source.ts'

const DATABASE = 'https://www.bankofengland.co.uk/boeapps/database/_iadb-fromshowcolumns.asp'

// The daily spot series against sterling; those against the dollar have other codes.
// prettier-ignore
const SERIES: Record<string, string> = {
  XUDLUSS: 'USD', XUDLERS: 'EUR', XUDLJYS: 'JPY', XUDLCDS: 'CAD', XUDLSFS: 'CHF', XUDLADS: 'AUD', XUDLNDS: 'NZD',
  XUDLNKS: 'NOK', XUDLSKS: 'SEK', XUDLDKS: 'DKK', XUDLHDS: 'HKD', XUDLSGS: 'SGD', XUDLSRS: 'SAR', XUDLZRS: 'ZAR',
  XUDLTWS: 'TWD', XUDLBK25: 'CZK', XUDLBK33: 'HUF', XUDLBK47: 'PLN', XUDLBK78: 'ILS', XUDLBK83: 'MYR',
  XUDLBK87: 'THB', XUDLBK89: 'CNY', XUDLBK93: 'KRW', XUDLBK95: 'TRY', XUDLBK97: 'INR', XUDLZOS4: 'RON'
}

const NO_RATE = '' // a holiday in the other market, or a day before the series begins

function readDay(day: TableRecord): Row[] {
  const date = readDate(day('DATE'), 'DD MMM YYYY')
  return skip(Object.entries(SERIES), 'no rate', ([series]) => day(series) === NO_RATE).map(([series, quote]) => {
    return { date, base: 'GBP', quote, type: 'spot', value: readDecimal(day(series)) }
  })
}

export default defineSource({
  code: 'boe',
  name: 'Bank of England',
  country: 'GB',
  homeCurrency: 'GBP',
  kind: 'central_bank',
  rateTypes: ['spot'],
  pairs: [[18, 30]],
  sourceUrl: 'https://www.bankofengland.co.uk/boeapps/database/Rates.asp?into=GBP',
  termsUrl: 'https://www.bankofengland.co.uk/legal',
  timezone: 'Europe/London',
  schedule: '0 10 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-04',
  dated: 'made',
  publishes: '10:00',
  notes:
    'Rates are published on the next business day. The bank calls its rates indicative, not official. The ' +
    'series against the dollar are left out.',
  verified: 'recording',

  requested: requestedBetween('Datefrom', 'Dateto', 'DD/MMM/YYYY'),

  // For a span without a business day the answer is an error page, so each request begins a week early.
  fetch: documentsAt((window) =>
    spansOf(window, 366, 7).map(({ from, to }) => {
      const dates = `Datefrom=${writeDate(from, 'DD/MMM/YYYY')}&Dateto=${writeDate(to, 'DD/MMM/YYYY')}`
      return `${DATABASE}?csv.x=yes&${dates}&SeriesCodes=${Object.keys(SERIES).join(',')}&CSVF=TN&UsingCodes=Y`
    })
  ),

  parse(publication) {
    return atLeastOne(readCsv(publication, { firstHeading: 'DATE' }).records, 'day').flatMap(readDay)
  }
})
