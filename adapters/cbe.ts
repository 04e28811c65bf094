import {
  addDays,
  atLeastOne,
  codeOf,
  formBody,
  readCount,
  readDecimal,
  readSerial,
  recordsUnder,
  requestedBetween,
  spansOf,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, type Publication, type Window } from './source.ts'

const SITE = 'https://www.cbe.org.eg'
const PAGE = `${SITE}/en/economic-research/statistics/cbe-exchange-rates/historical-data`

const FORM_FIELDS = ['__RequestVerificationToken', 'DataSourceId', 'FallbackUrl', 'LanguageName']
const DOWNLOAD = '2' // the form's button for the workbook
const TYPES = { Buy: 'buy', Sell: 'sell' }
const COUNTED = /^(.*?)(?: (\d+))?$/ // the yen is `Japanese Yen 100`

// prettier-ignore
const NAMES = {
  'US Dollar': 'USD', 'Euro': 'EUR', 'Pound Sterling': 'GBP', 'Canadian Dollar': 'CAD', 'Danish Krone': 'DKK',
  'Norwegian Krone': 'NOK', 'Swedish Krona': 'SEK', 'Swiss Franc': 'CHF', 'Japanese Yen': 'JPY', 'Saudi Riyal': 'SAR',
  'Kuwaiti Dinar': 'KWD', 'UAE Dirham': 'AED', 'Australian Dollar': 'AUD', 'Bahraini Dinar': 'BHD',
  'Omani Riyal': 'OMR', 'Qatari Riyal': 'QAR', 'Jordanian Dinar': 'JOD', 'Chinese Yuan': 'CNY'
}

function cookiesOf({ headers }: Publication): string {
  return [...new Set([headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]))].join('; ')
}

/**
 * The form's own fields, all currencies that it offers, and at least a fortnight. A fortnight always has working days,
 * so an empty table is an error.
 */
function fieldsOf(form: Publication, { from, to }: Window): Array<[string, string]> {
  const page = readHtml(form).one('form[id=historicalDataForm]')
  const hidden = FORM_FIELDS.map((name): [string, string] => [name, page.one(`input[name=${name}]`).attribute('value')])
  const offered = page
    .all('select[name=SelectedSelectOptions] option')
    .map((option): [string, string] => ['SelectedSelectOptions', option.attribute('value')])
  const fortnight = addDays(to, -13)
  const dates: Array<[string, string]> = [
    ['FromDateRaw', writeDate(from < fortnight ? from : fortnight, 'DD/MM/YYYY')],
    ['ToDateRaw', writeDate(to, 'DD/MM/YYYY')]
  ]
  return [...hidden, ...dates, ...offered, ['SubmitAction', DOWNLOAD]]
}

export default defineSource({
  code: 'cbe',
  name: 'Central Bank of Egypt',
  country: 'EG',
  homeCurrency: 'EGP',
  kind: 'central_bank',
  rateTypes: ['buy', 'sell'],
  pairs: [[15, 21]],
  sourceUrl: PAGE,
  termsUrl: `${SITE}/en/disclaimer`,
  timezone: 'Africa/Cairo',
  schedule: '30 13 * * 0-4',
  cadence: 'daily',
  historyFrom: '2024-03-01',
  dated: 'made',
  publishes: '13:30',
  terms: 'The publisher asks to be named as the source.',
  notes: 'History before 1 March 2024 has not been tried.',
  verified: 'recording',
  pause: 1000,
  backfillDays: 360, // twelve requests

  requested: requestedBetween('FromDateRaw', 'ToDateRaw', 'DD/MM/YYYY'),

  async *fetch(window, http) {
    const form = await http.get(PAGE)
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: cookiesOf(form),
      origin: SITE,
      referer: PAGE
    }
    for (const span of spansOf(window, 30)) {
      yield await http.post(`${SITE}/api/statistics/GetHistoricalData`, {
        headers,
        body: formBody(fieldsOf(form, span))
      })
    }
  },

  parse(publication) {
    const rows = readWorkbook(publication, 'xlsx').flatMap((sheet) => sheet.rows)
    return atLeastOne(recordsUnder(['Date', 'Currency', ...Object.keys(TYPES)], rows), 'rate').flatMap((record) => {
      const [, name = '', count = '1'] = COUNTED.exec(record('Currency')) ?? []
      const currency = {
        date: readSerial(record('Date')),
        base: codeOf(NAMES, name),
        quote: 'EGP',
        unit: readCount(count)
      }
      return Object.entries(TYPES).map(([heading, type]) => ({
        ...currency,
        type,
        value: readDecimal(record(heading))
      }))
    })
  }
})
