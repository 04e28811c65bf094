import { codeOn, readDate, readDecimal, recordsUnder, requestedBetween, skip, spansOf, writeDate } from './kit/index.ts'
import { readForm } from './kit/form.ts'
import { readHtml } from './kit/html.ts'
import { defineSource } from './source.ts'

const PAGE = 'https://www.bot.go.tz/ExchangeRate/previous_rates'
const TOKEN = '__RequestVerificationToken'
const FORM_DATE = 'MM/DD/YYYY'

const TYPES = { Buying: 'buy', Selling: 'sell', Mean: 'mean' }
const CURRENCY = 'Currency'
const DAY = 'Transaction Date'
const LAST_CENTURY = /-99$/ // the first year of the history
const CODES: Record<string, string> = { GOLD: 'XAU', MXM: 'MZM', SDR: 'XDR' }
// Currencies that are still printed after they were withdrawn, with the last day of each.
const WITHDRAWN: Record<string, string> = {
  ATS: '2002-02-28',
  NLG: '2002-02-28',
  MZM: '2006-12-31',
  ZWD: '2009-06-30',
  CUC: '2020-12-31'
}

export default defineSource({
  code: 'botz',
  name: 'Bank of Tanzania',
  country: 'TZ',
  homeCurrency: 'TZS',
  kind: 'central_bank',
  rateTypes: ['mean', 'buy', 'sell'],
  pairs: [[28, 50]],
  sourceUrl: 'https://www.bot.go.tz/ExchangeRate/excRates',
  timezone: 'Africa/Dar_es_Salaam',
  schedule: '30 11 * * *',
  cadence: 'daily',
  historyFrom: '1999-07-01',
  dated: 'made',
  notes:
    'Gold is in shillings per troy ounce. Withdrawn currencies that are still printed are left out. The kwacha ' +
    'is printed as ZMK after 2012 too. Whether the metical of July to December 2006 is an old one (MZM) is not ' +
    'verified.',
  verified: 'description',
  pause: 2000,

  requested: requestedBetween('dateFrom', 'dateTo', FORM_DATE),

  async *fetch(window, http) {
    for (const { from, to } of spansOf(window, 30)) {
      const visit = http.session()
      const form = readForm(await visit.get(PAGE), `form:has([name=${TOKEN}]):has([name=dateFrom])`)
      yield await visit.post(
        form.url,
        form.submit([
          ['dateFrom', writeDate(from, FORM_DATE)],
          ['dateTo', writeDate(to, FORM_DATE)]
        ])
      )
    }
  },

  parse(publication) {
    const records = recordsUnder([CURRENCY, ...Object.keys(TYPES), DAY], readHtml(publication).one('table#table1').rows)
    const rows = skip(records, 'headings', (record) => record(CURRENCY) === CURRENCY).flatMap((record) => {
      const day = record(DAY).replace(LAST_CENTURY, '-1999')
      const date = readDate(day, day.endsWith('-1999') ? 'DD-MMM-YYYY' : 'DD-MMM-YY')
      const base = CODES[record(CURRENCY)] ?? codeOn(record(CURRENCY), date, { ZMW: '2013-01-01' })
      return Object.entries(TYPES).map(([heading, type]) => ({
        date,
        base,
        quote: 'TZS',
        type,
        value: readDecimal(record(heading))
      }))
    })
    return skip(rows, 'withdrawn currency', ({ base, date }) => date > (WITHDRAWN[base] ?? date))
  }
})
