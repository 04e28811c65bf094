import {
  atLeastOne,
  codeOn,
  documentsAt,
  readCount,
  readDate,
  readDecimal,
  requestedFor,
  skip,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readXml } from './kit/xml.ts'
import { defineSource } from './source.ts'

const NO_RATE = /^0+(\.0*)?$/ // printed where a currency has none

// The history begins after the rouble's redenomination; old tables keep its former code.
const CODES: Record<string, string> = { RUR: 'RUB' }

export default defineSource({
  code: 'nbk',
  name: 'National Bank of Kazakhstan',
  country: 'KZ',
  homeCurrency: 'KZT',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [[32, 45]],
  sourceUrl: 'https://nationalbank.kz/en/exchangerates/ezhednevnye-oficialnye-rynochnye-kursy-valyut',
  timezone: 'Asia/Almaty',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'effective',
  notes: 'The Belarusian rouble is stored as BYR up to 3 July 2016; the tables call the old unit BYN too.',
  verified: 'recording',
  backfillDays: 30, // one request a day

  requested: requestedFor('fdate', 'DD.MM.YYYY'),
  fetch: documentsAt((window) =>
    weekdaysIn(window).map((day) => {
      return `https://nationalbank.kz/rss/get_rates.cfm?fdate=${writeDate(day, 'DD.MM.YYYY')}`
    })
  ),

  parse(publication) {
    const rates = readXml(publication, 'rates')
    const date = readDate(rates.one('date').text, 'DD.MM.YYYY')
    return skip(atLeastOne(rates.all('item'), '<item>'), 'no rate', (item) =>
      NO_RATE.test(item.one('description').text)
    ).map((item) => {
      const code = item.one('title').text
      const base = CODES[code] ?? codeOn(code, date, { BYN: '2016-07-04' })
      const [value, unit] = [readDecimal(item.one('description').text), readCount(item.one('quant').text)]
      return {
        date,
        base,
        quote: 'KZT',
        type: 'official',
        value,
        unit,
        change: readDecimal(item.maybe('change')?.text ?? '')
      }
    })
  }
})
