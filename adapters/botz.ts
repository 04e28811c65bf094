import { askedBetween } from './kit/asked.ts'
import { codeOn } from './kit/currencies.ts'
import { readDate, spansOf, writeDate } from './kit/dates.ts'
import { readForm } from './kit/form.ts'
import { readHtml } from './kit/html.ts'
import { readDecimal } from './kit/numbers.ts'
import { distinctRows } from './kit/rows.ts'
import { recordsUnder } from './kit/table.ts'
import { defineSource, type Row } from './source.ts'

const PAGE = 'https://www.bot.go.tz/ExchangeRate/previous_rates'
const TOKEN = '__RequestVerificationToken'
const FORM_DATE = 'MM/DD/YYYY'

const TYPES = { Buy: 'buy', Sell: 'sell', Mean: 'mean' }
const GROUPS = /,/g // thousands, and the decimals in between: 2,602.0,545 is 2602.0545
const LAST_CENTURY = /-99$/ // the first year of the history
const CODES: Record<string, string> = { GOLD: 'XAU', MXM: 'MZM', RUR: 'RUB' } // the rouble is printed under both codes
// Currencies that are still printed after they were withdrawn, with the last day of each.
const WITHDRAWN: Record<string, string> = { ATS: '2002-02-28', NLG: '2002-02-28', MZM: '2006-12-31', ZWD: '2009-06-30', CUC: '2020-12-31' }

function isInUse ({ base, date }: Row): boolean {
  return date <= (WITHDRAWN[base] ?? date)
}

export default defineSource({
  code: 'botz',
  name: 'Bank of Tanzania',
  country: 'TZ',
  homeCurrency: 'TZS',
  kind: 'central_bank',
  rateTypes: ['mean', 'buy', 'sell'],
  sourceUrl: 'https://www.bot.go.tz/ExchangeRate/excRates',
  timezone: 'Africa/Dar_es_Salaam',
  schedule: '30 11 * * *',
  cadence: 'daily',
  historyFrom: '1999-07-01',
  dated: 'made',
  notes: 'Gold is in shillings per troy ounce. Withdrawn currencies that are still printed are left out. The kwacha is printed as ZMK after 2012 too. Whether the metical of July to December 2006 is an old one (MZM) is not verified.',
  verified: 'description',
  pause: 2000,

  asked: askedBetween('dateFrom', 'dateTo', FORM_DATE),

  async * fetch (window, http) {
    for (const { from, to } of spansOf(window, 30)) {
      const visit = http.session()
      const form = readForm(await visit.get(PAGE), `form:has([name=${TOKEN}]):has([name=dateFrom])`)
      yield await visit.post(form.url, form.submit([['dateFrom', writeDate(from, FORM_DATE)], ['dateTo', writeDate(to, FORM_DATE)]]))
    }
  },

  parse (publication) {
    const rows = recordsUnder(['Currency', ...Object.keys(TYPES), 'Date'], readHtml(publication).one('table#myTable').rows).flatMap((record) => {
      const day = record('Date').replace(LAST_CENTURY, '-1999')
      const date = readDate(day, day.endsWith('-1999') ? 'DD-MMM-YYYY' : 'DD-MMM-YY')
      const base = CODES[record('Currency')] ?? codeOn(record('Currency'), date, { ZMW: '2013-01-01' })
      return Object.entries(TYPES).map(([heading, type]) => ({ date, base, quote: 'TZS', type, value: readDecimal(record(heading).replace(GROUPS, '')) }))
    })
    return distinctRows(rows.filter(isInUse))
  }
})
