import {
  atLeastOne,
  daysBetween,
  figuresOf,
  findParameter,
  partsOf,
  readDate,
  readDecimal,
  readTime,
  recordsUnder,
  requestedBetween,
  skip,
  writeDate,
  ZERO_OR_EMPTY
} from './kit/index.ts'
import { readForm } from './kit/form.ts'
import { readHtml } from './kit/html.ts'
import { defineSource } from './source.ts'

const PAGE = 'https://cbo.gov.om/Pages/DFESearch.aspx'
const ALL = 'All' // requests the newest table, whatever the dates
const SHORT_WINDOW = 6 // for up to this many days, including a weekend, the newest table is enough

const TYPES = { Buying: 'buy', Selling: 'sell' }
const MOMENT = /^(\d{2}\/\d{2}\/\d{4}) (\d{2})(:\d{2}:\d{2}) (AM|PM)$/
const SHAREPOINT_TYPE = /^[a-z]+;#/ // string;#1734.43

function readMoment(printed: string): { date: string; time: string } {
  const [day = '', hour = '', rest = '', half] = partsOf(printed, MOMENT, 'a moment like 01/06/2026 10:00:00 AM')
  return { date: readDate(day, 'DD/MM/YYYY'), time: `${readTime(`${hour}${rest} ${half}`)}${rest.slice(3)}` }
}

export default defineSource({
  code: 'cbo',
  name: 'Central Bank of Oman',
  country: 'OM',
  homeCurrency: 'OMR',
  kind: 'central_bank',
  rateTypes: ['buy', 'sell'],
  pairs: [[1, 68]],
  sourceUrl: PAGE,
  timezone: 'Asia/Muscat',
  schedule: '0 11 * * 0-4',
  cadence: 'daily',
  historyFrom: '2017-10-15',
  dated: 'made',
  publishes: '11:00',
  notes:
    'Indicative rates; metals are in rials per troy ounce. If a day has several tables, the last is stored. ' +
    'The export was checked against a recorded answer; the search page was not.',
  verified: 'recording',
  tls: [{ quirk: 'incomplete_chain', reason: 'The server sends only its own certificate, without the intermediate.' }],
  pause: 1000,
  backfillDays: 20_000, // years come in one answer a currency

  requested: (publication) =>
    findParameter(publication, '$ddCurrencyCodes') === ALL
      ? {}
      : requestedBetween('$dateFrom', '$dateTo', 'DD/MM/YYYY')(publication),

  async *fetch({ from, to, today }, http) {
    const visit = http.session()
    const form = readForm(await visit.get(PAGE), 'form:has([name$="ddCurrencyCodes"])')
    const codes = form.element.all('[name$="ddCurrencyCodes"] option').map((option) => option.attribute('value'))
    const isShort = to === today && daysBetween(from, to) <= SHORT_WINDOW
    for (const code of isShort
      ? [ALL]
      : atLeastOne(
          codes.filter((it) => it !== ALL),
          'currency to choose'
        )) {
      yield await visit.post(
        form.url,
        form.submit([
          [form.nameOf('$ddCurrencyCodes'), code],
          [form.nameOf('$dateFrom'), writeDate(from, 'DD/MM/YYYY')],
          [form.nameOf('$dateTo'), writeDate(to, 'DD/MM/YYYY')],
          [form.nameOf('$btnExport'), '']
        ])
      )
    }
  },

  parse(publication) {
    const records = recordsUnder(
      ['Currency Code', 'Exchange Date', ...Object.keys(TYPES)],
      readHtml(publication, '</table>').one('table').rows
    )
    const rates = records.map((record) => ({
      record,
      base: record('Currency Code'),
      ...readMoment(record('Exchange Date'))
    }))
    const last = new Map(
      rates
        .toSorted((one, other) => (one.time < other.time ? -1 : 1))
        .map((rate) => [`${rate.date} ${rate.base}`, rate])
    )
    return skip(
      rates,
      'earlier table of the day',
      ({ date, base, time }) => time < last.get(`${date} ${base}`)!.time
    ).flatMap(({ date, time, base, record }) => {
      return figuresOf(
        TYPES,
        (heading) => readDecimal(record(heading).replace(SHAREPOINT_TYPE, '')),
        ZERO_OR_EMPTY
      ).map(({ type, printed }) => ({
        date,
        time: time.slice(0, 5),
        base,
        quote: 'OMR',
        type,
        value: printed
      }))
    })
  }
})
