import { atLeastOne, documentAt, excerpt, partsOf, readDate, readDecimal, recordsUnder } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.cbb.gov.bh/facilities-interest-rates'
const TITLE = /(\d{1,2} [A-Z][a-z]{2} \d{4}) ?- ?EXCHANGE RATES/ // above one of several tables
const CODE = /^([A-Z]{3})[^A-Z]?$/ // with or without the mark of a footnote

export default defineSource({
  code: 'cbb',
  name: 'Central Bank of Bahrain',
  country: 'BH',
  homeCurrency: 'BHD',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[22, 42]],
  sourceUrl: PAGE,
  timezone: 'Asia/Bahrain',
  schedule: '0 12 * * 0-4',
  cadence: 'daily',
  historyFrom: '2026-01-04',
  dated: 'made',
  notes: 'Only the current table is published.',
  unread: {
    'table "- STANDING FACILITIES"': 'the price of a swap facility'
  },
  verified: 'documentation',

  fetch: documentAt(PAGE),

  parse(publication) {
    const page = readHtml(publication)
    const table = page.all('table').find((it) => TITLE.test(it.text))
    if (!table) throw new LayoutError('a table `D Mon YYYY - EXCHANGE RATES`', excerpt(page.text))
    const date = readDate(TITLE.exec(table.text)![1]!, 'D MMM YYYY')
    return atLeastOne(recordsUnder(['Currency', 'BHD'], table.rows), 'currency').map((record) => {
      const [base = ''] = partsOf(record('Currency'), CODE, 'the code of a currency')
      return { date, base, quote: 'BHD', type: 'reference', value: readDecimal(record('BHD')) }
    })
  }
})
