import { askedBetween, excerpt, leaveOut, readDate, readDecimal, recordsUnder, spansOf, ZERO_OR_EMPTY } from './kit/index.ts'
import { readForm } from './kit/form.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://wcur.pma.ps/ar/webtools/currency/export'

const DATE = 'التاريخ'
const PAIR = 'العملة'
const FIGURES = { الوسطي: 'middle', الشراء: 'buy', البيع: 'sell' } // in the order of the source's rate types
const CODES = /^([A-Z]{3})\/([A-Z]{3})$/

export default defineSource({
  code: 'pma',
  name: 'Palestine Monetary Authority',
  country: 'PS',
  homeCurrency: 'ILS',
  kind: 'monetary_authority',
  rateTypes: ['middle', 'buy', 'sell'],
  sourceUrl: 'https://www.pma.ps/en/exchange-rates-live',
  termsUrl: 'https://www.pma.ps/terms-of-use',
  timezone: 'Asia/Hebron',
  schedule: '0 15 * * 0-4',
  cadence: 'daily',
  historyFrom: '2020-09-01',
  dated: 'made',
  terms: 'Non-commercial use is allowed if the source is named.',
  notes: 'Most pairs are against the US dollar. Gold and silver are in dollars per troy ounce.',
  verified: 'recording',
  pause: 1000,

  asked: askedBetween('from', 'to'),

  async * fetch (window, http) {
    for (const { from, to } of spansOf(window, 366)) {
      const visit = http.session()
      const form = readForm(await visit.get(PAGE), 'form[method=post]')
      const { headers, ...options } = form.submit([['from', from], ['to', to]])
      yield await visit.post(form.url, { ...options, headers: { ...headers, referer: PAGE } })
    }
  },

  parse (publication) {
    const rows = readWorkbook(publication, 'xlsx').flatMap((sheet) => sheet.rows)
    return recordsUnder([DATE, PAIR, ...Object.keys(FIGURES)], rows).flatMap((record) => {
      const [, base, quote] = CODES.exec(record(PAIR)) ?? []
      if (!base || !quote) throw new LayoutError('a pair like USD/ILS', excerpt(record(PAIR)))
      const date = readDate(record(DATE).replaceAll('/', '-'), 'YYYY-MM-DD')
      return leaveOut(Object.entries(FIGURES), 'no rate', ([heading]) => ZERO_OR_EMPTY.test(record(heading)))
        .map(([heading, type]) => ({ date, base, quote, type, value: readDecimal(record(heading)) }))
    })
  }
})
