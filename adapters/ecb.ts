import { daysBetween, documentFor, only, readDecimal, requestedBetween, skip } from './kit/index.ts'
import { parseCsv } from './kit/csv.ts'
import { isMissing, readSdmxCsv, type Observation } from './kit/sdmx.ts'
import type { TableRecord } from './kit/table.ts'
import { readXml } from './kit/xml.ts'
import { readZip } from './kit/zip.ts'
import { defineSource, type Http, type Row, type Window } from './source.ts'

const FILES = 'https://www.ecb.europa.eu/stats/eurofxref'
const API = 'https://data-api.ecb.europa.eu/service/data/EXR/D..EUR.SP00.A'

const NO_RATE = new Set(['N/A', '']) // the history has a column for every currency that the bank ever quoted
// The data API's flow also has groups of countries, such as E7.
const GROUP = /^E\d+$/
const DAILY = 'D' // the flow has monthly and yearly averages as well as daily rates
const NOT_CURRENCIES = new Set(['Date', '']) // columns of the history

async function* files({ from, today }: Window, http: Http) {
  if (daysBetween(from, today) > 88) yield await http.get(`${FILES}/eurofxref-hist.zip`)
  else {
    // The daily file comes first: it prints the padding zeros that the others drop.
    yield await http.get(`${FILES}/eurofxref-daily.xml`)
    if (daysBetween(from, today) > 1) yield await http.get(`${FILES}/eurofxref-hist-90d.xml`)
  }
}

const LONGEST_GAP = 14 // days without a table

async function* dataApi({ from, to }: Window, http: Http) {
  // For a window without a table, the answer is 404, an empty body, or only the headings.
  const answer = await documentFor(
    { from, to },
    LONGEST_GAP,
    http,
    `${API}?format=csvdata&detail=dataonly&startPeriod=${from}&endPeriod=${to}`
  )
  if (answer) yield answer
}

function rate(date: string, quote: string, printed: string): Row {
  return { date, base: 'EUR', quote, type: 'reference', value: readDecimal(printed) }
}

function readDay(currencies: string[], day: TableRecord): Row[] {
  return skip(currencies, 'no rate', (currency) => NO_RATE.has(day(currency))).map((currency) =>
    rate(day('Date'), currency, day(currency))
  )
}

function readObservations(observations: Observation[]): Row[] {
  const printed = skip(observations, 'no rate', isMissing)
  const daily = only(printed, 'daily observations', (it) => it('FREQ') === DAILY)
  return skip(daily, 'group of countries', (it) => GROUP.test(it('CURRENCY'))).map((it) =>
    rate(it('TIME_PERIOD'), it('CURRENCY'), it('OBS_VALUE'))
  )
}

export default defineSource({
  code: 'ecb',
  name: 'European Central Bank',
  country: 'EU',
  homeCurrency: 'EUR',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[26, 33]],
  sourceUrl:
    'https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html',
  termsUrl: 'https://www.ecb.europa.eu/services/using-our-site/disclaimer/html/index.en.html',
  timezone: 'Europe/Berlin',
  schedule: '5 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '1999-01-04',
  dated: 'made',
  publishes: '16:00',
  closingDays: ['01-01', 'easter-2', 'easter+1', '05-01', '12-25', '12-26'], // of TARGET
  terms: 'The rates are for information only.',
  notes: 'Country groups in the data API are left out, because they have no currency.',
  verified: 'recording',
  backfillDays: 20000, // the archive holds the whole history

  requested: requestedBetween('startPeriod', 'endPeriod'),

  fetch(window, http) {
    return http.firstOf(
      () => files(window, http),
      () => dataApi(window, http)
    )
  },

  parse(publication) {
    if (publication.request.url.startsWith(API)) return readObservations(readSdmxCsv(publication, { mayBeEmpty: true }))
    if (publication.request.url.endsWith('.zip')) {
      const { columns, records } = parseCsv(readZip(publication, 'eurofxref-hist.csv'), {
        firstHeading: 'Date',
        lastLineOpen: true
      })
      const currencies = skip(columns, 'headings', (column) => NOT_CURRENCIES.has(column))
      return records.flatMap((day) => readDay(currencies, day))
    }
    return readXml(publication, 'Envelope')
      .one('Cube')
      .all('Cube')
      .flatMap((day) =>
        day.all('Cube').map((cube) => {
          return rate(day.attribute('time'), cube.attribute('currency'), cube.attribute('rate'))
        })
      )
  }
})
