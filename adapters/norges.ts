import { documentsAt, only, powerOfTen, readDate, readDecimal, requestedBetween, skip, spansOf } from './kit/index.ts'
import { readSdmxCsv } from './kit/sdmx.ts'
import { defineSource } from './source.ts'

const SERIES = 'https://data.norges-bank.no/api/data/EXR/B..NOK.SP'

const BUSINESS_DAY = 'B'
const AVERAGES = new Set(['M', 'Q', 'A']) // average rates of months, quarters and years
const INDEXES = new Set(['TWI', 'I44']) // indices of the krone against groups of currencies
const HOLIDAYS = 10 // more consecutive days than the bank is ever closed

export default defineSource({
  code: 'norges',
  name: 'Norges Bank',
  country: 'NO',
  homeCurrency: 'NOK',
  kind: 'central_bank',
  rateTypes: ['middle'],
  pairs: [[30, 42]],
  sourceUrl: 'https://www.norges-bank.no/en/topics/Statistics/exchange_rates/',
  termsUrl: 'https://www.norges-bank.no/en/topics/Statistics/disclaimer/',
  timezone: 'Europe/Oslo',
  schedule: '10 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '1999-01-04',
  dated: 'made',
  publishes: '16:00',
  // prettier-ignore
  closingDays: [
    '01-01', 'easter-3', 'easter-2', 'easter+1', '05-01', '05-17', 'easter+39', 'easter+50', '12-24', '12-25', '12-26'
  ],
  notes: 'The indexes TWI and I44 and the monthly and yearly averages are left out.',
  verified: 'recording',

  requested: requestedBetween('startPeriod', 'endPeriod'),
  fetch: documentsAt((window) =>
    spansOf(window, 366, HOLIDAYS).map(({ from, to }) => {
      return `${SERIES}?format=csvdata&startPeriod=${from}&endPeriod=${to}`
    })
  ),

  parse(publication) {
    const rates = skip(readSdmxCsv(publication), 'average', (it) => AVERAGES.has(it('FREQ')))
    const daily = only(rates, 'rates of business days', (it) => it('FREQ') === BUSINESS_DAY)
    return skip(daily, 'index', (it) => INDEXES.has(it('BASE_CUR'))).map((it) => ({
      date: readDate(it('TIME_PERIOD'), 'YYYY-MM-DD'),
      base: it('BASE_CUR'),
      quote: it('QUOTE_CUR'),
      type: 'middle',
      value: readDecimal(it('OBS_VALUE')),
      unit: powerOfTen(it('UNIT_MULT'))
    }))
  }
})
