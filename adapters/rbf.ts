import { atLeastOne, codeOf, excerpt, readBinary, readSerial, skip } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.rbf.gov.fj/statistics/economic-and-financial-statistics/'
const WORKBOOK = 'a[href*="8.8-Exchange-Rates-Daily"][href$=".xlsx"]'

const TITLE = '(RBF Mid-Rate Per Fiji Dollar)'
const FIRST_HEADING = 'Period'
// prettier-ignore
const CODES: Record<string, string> = {
  SDR: 'XDR', STG: 'GBP', YEN: 'JPY', CHF: 'CHF', A$: 'AUD', NZ$: 'NZD', US$: 'USD', EURO: 'EUR'
}

const BLANK = ''
const NOTE = /^\p{L}/u // replaces a rate on a holiday

export default defineSource({
  code: 'rbf',
  name: 'Reserve Bank of Fiji',
  country: 'FJ',
  homeCurrency: 'FJD',
  kind: 'central_bank',
  rateTypes: ['mid'],
  pairs: [[6, 11]],
  sourceUrl: PAGE,
  timezone: 'Pacific/Fiji',
  schedule: '0 14 * * 1-5',
  cadence: 'daily',
  historyFrom: '2001-01-02',
  dated: 'made',
  notes:
    'The rate of the US dollar is set at 09:00 on business days, and the others follow from it. One workbook ' +
    'has the full history.',
  verified: 'recording',
  backfillDays: 20000, // one workbook holds the whole history

  async *fetch(_window, http) {
    const link = readHtml(await http.get(PAGE)).one(WORKBOOK)
    yield await http.get(new URL(link.attribute('href'), PAGE).href)
  },

  parse(publication) {
    const rows = readWorkbook(publication, 'xlsx')[0]!.rows
    const start = rows.findIndex(([first]) => first === FIRST_HEADING)
    const [, ...labels] = rows[start] ?? []
    const isTitled = rows.slice(0, Math.max(start, 0)).flat().includes(TITLE)
    if (!isTitled || Object.keys(CODES).some((label) => !labels.includes(label))) {
      throw new LayoutError(
        `${TITLE} above ${FIRST_HEADING}, ${Object.keys(CODES).join(', ')}`,
        excerpt(rows.slice(0, 4).flat().join(' '))
      )
    }
    const days = skip(rows.slice(start + 1), 'empty', ([day]) => day === BLANK)
    return atLeastOne(days, 'day').flatMap(([day = '', ...cells]) => {
      const date = readSerial(day)
      return skip(
        cells.map((cell, index) => ({ cell, label: labels[index] ?? BLANK })),
        'no rate',
        ({ cell }) => cell === BLANK || NOTE.test(cell)
      ).map(({ cell, label }) => ({
        date,
        base: 'FJD',
        quote: codeOf(CODES, label),
        type: 'mid',
        value: readBinary(cell)
      }))
    })
  }
})
