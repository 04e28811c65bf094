import { atLeastOne, documentAt, excerpt, readBinary, readSerial, skip } from './kit/index.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError } from './source.ts'

const SHEET = 'Daily Exchange Rates'
const HEADINGS = ['Buying rate', 'Selling Rate', 'Mid-rate'] // from the second column on
const TYPES = ['buy', 'sell', 'middle']
const NO_FIGURE = /^\D*$/
const LAST_LINE = 'Source: Bank of Uganda'

export default defineSource({
  code: 'bou',
  name: 'Bank of Uganda',
  country: 'UG',
  homeCurrency: 'UGX',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  sourceUrl: 'https://www.bou.or.ug/',
  timezone: 'Africa/Kampala',
  schedule: '0 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '2005-09-01',
  dated: 'made',
  notes:
    'Interbank rates of the dollar, in a workbook that the bank updates about once a month and that was last ' +
    'seen at its URL in 2020. On 22 December 2016 and 3 January 2020 the middle rate is a misprint of the bank. The ' +
    'daily card with some 33 currencies is left out, because its layout is not known.',
  unread: {
    'column "(UgShs)"': 'the spread and the change of the middle rate',
    'sheet "Monthly Bureau Rates"': 'averages of the months'
  },
  verified: 'recording',
  backfillDays: 20_000, // the history is one document

  fetch: documentAt(
    'https://www.bou.or.ug/bou/bouwebsite/bouwebsitecontent/statistics/Exchange_Rates/Exchange-Rates.xlsx'
  ),

  parse(publication) {
    const rows = readWorkbook(publication, 'xlsx').find(({ name }) => name === SHEET)?.rows ?? []
    const top = rows.findIndex((cells) => HEADINGS.every((heading, index) => cells[index + 1] === heading))
    const end = rows.findIndex((cells) => cells.includes(LAST_LINE))
    if (top < 0 || end < top) {
      throw new LayoutError(
        `a sheet ${SHEET} with ${HEADINGS.join(', ')} down to \`${LAST_LINE}\``,
        excerpt(rows.slice(0, 5).flat().join(' '))
      )
    }
    const days = skip(rows.slice(top + 1, end), 'headings', ([, ...figures]) =>
      figures.slice(0, TYPES.length).every((figure) => NO_FIGURE.test(figure))
    )
    return atLeastOne(days, 'day').flatMap(([serial = '', ...figures]) => {
      return TYPES.map((type, column) => ({
        date: readSerial(serial),
        base: 'USD',
        quote: 'UGX',
        type,
        value: readBinary(figures[column]!)
      }))
    })
  }
})
