import {
  figuresOf,
  partsOf,
  readDate,
  readDecimal,
  recordsUnder,
  requestedBetween,
  spansOf,
  withHeaders,
  ZERO_OR_EMPTY
} from './kit/index.ts'
import { readForm } from './kit/form.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource } from './source.ts'

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
  pairs: [[20, 30]],
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

  requested: requestedBetween('from', 'to'),

  async *fetch(window, http) {
    for (const { from, to } of spansOf(window, 366)) {
      const visit = http.session()
      const form = readForm(await visit.get(PAGE), 'form[method=post]')
      yield await visit.post(
        form.url,
        withHeaders(
          form.submit([
            ['from', from],
            ['to', to]
          ]),
          { referer: PAGE }
        )
      )
    }
  },

  parse(publication) {
    const rows = readWorkbook(publication, 'xlsx').flatMap((sheet) => sheet.rows)
    return recordsUnder([DATE, PAIR, ...Object.keys(FIGURES)], rows).flatMap((record) => {
      const [base = '', quote = ''] = partsOf(record(PAIR), CODES, 'a pair like USD/ILS')
      const date = readDate(record(DATE).replaceAll('/', '-'), 'YYYY-MM-DD')
      return figuresOf(FIGURES, record, ZERO_OR_EMPTY).map(({ type, printed }) => ({
        date,
        base,
        quote,
        type,
        value: readDecimal(printed)
      }))
    })
  }
})
