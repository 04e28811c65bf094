import {
  answersAt,
  excerpt,
  figuresOf,
  formPost,
  NOTHING,
  readDate,
  readDecimal,
  recordsUnder,
  requestedFor,
  weekdaysIn,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.bol.gov.la/en/ExchangRate'

const TYPES = { 'Buy Rates': 'buy', 'Sell Rates': 'sell' } as const
const DATE = /Date: ?(\d{2}-\d{2}-\d{4})/ // printed above the table, empty on a day without one
// the point separates thousands: read as a decimal mark, it would make every figure wrong by a factor of 1000
const FIGURE = /^\d{1,3}(\.\d{3})*(,\d+)?$/

function readFigure(printed: string): string {
  if (!FIGURE.test(printed)) throw new LayoutError('a figure like 22.361 or 0,8437', excerpt(printed))
  return readDecimal(printed, ',')
}

export default defineSource({
  code: 'bol',
  name: 'Bank of the Lao PDR',
  country: 'LA',
  homeCurrency: 'LAK',
  kind: 'central_bank',
  rateTypes: ['buy', 'sell'],
  pairs: [[20, 36]],
  sourceUrl: PAGE,
  timezone: 'Asia/Vientiane',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2026-10-02',
  dated: 'made',
  notes: 'History before 2 October 2026 has not been tried.',
  verified: 'description',
  tls: [
    {
      quirk: 'incomplete_chain',
      reason: 'The server leaves out the intermediate certificate, as public programs that read it have found.'
    }
  ],

  requested: requestedFor('date', 'DD-MM-YYYY'),
  fetch: answersAt(PAGE, (window) =>
    weekdaysIn(window).map((day) =>
      formPost([
        ['date', writeDate(day, 'DD-MM-YYYY')],
        ['search', 'Search']
      ])
    )
  ),

  parse(publication) {
    const page = readHtml(publication)
    const records = recordsUnder(
      ['Currency Code', ...Object.keys(TYPES)],
      page.all('table').flatMap((table) => table.rows)
    )
    const [, printed = ''] = DATE.exec(page.text) ?? []
    return records.flatMap((record) => {
      const rate = { date: readDate(printed, 'DD-MM-YYYY'), base: record('Currency Code'), quote: 'LAK' }
      return figuresOf(TYPES, record, NOTHING).map(({ type, printed: figure }) => ({
        ...rate,
        type,
        value: readFigure(figure)
      }))
    })
  }
})
