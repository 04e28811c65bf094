import { atLeastOne, documentAt, excerpt, readDate, skip } from './kit/index.ts'
import { readCsvRows } from './kit/csv.ts'
import { defineSource, LayoutError } from './source.ts'

const CODES: Record<string, string> = { CHN: 'CNY', SDR: 'XDR', YEN: 'JPY' }
const FIGURE = /^\d+\.\d{4}$/ // the last line has no terminator, so a figure with fewer digits was cut off
const NO_RATE = '0.0000'

export default defineSource({
  code: 'bob',
  name: 'Bank of Botswana',
  country: 'BW',
  homeCurrency: 'BWP',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[5, 9]],
  sourceUrl: 'https://www.bankofbotswana.bw/exchange-rates',
  termsUrl: 'https://www.bankofbotswana.bw/content/disclaimer',
  timezone: 'Africa/Gaborone',
  schedule: '30 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2001-01-03',
  dated: 'made',
  publishes: '12:00',
  notes:
    'Units of foreign currency for one pula. The publisher does not name the type of rate; Ratebook stores them ' +
    'as reference rates. Three days appear twice with different figures: 17 January 2018, 23 October 2018 and 13 ' +
    'August 2019.',
  verified: 'recording',
  backfillDays: 20_000, // the whole history is one file

  fetch: documentAt('https://www.bankofbotswana.bw/export/exchange-rates.csv?page&_format=csv'),

  parse(publication) {
    const [headings = [], ...lines] = readCsvRows(publication, { lastLineOpen: true })
    const [first, ...columns] = headings
    if (first !== 'Date' || columns.length === 0) {
      throw new LayoutError('a heading row that begins with Date', excerpt(headings.join(',')))
    }
    return atLeastOne(lines, 'day').flatMap(([day = '', ...figures]) => {
      if (figures.length !== columns.length || !figures.every((figure) => FIGURE.test(figure))) {
        throw new LayoutError(
          `${columns.length} figures with four decimals on a line`,
          excerpt([day, ...figures].join(','))
        )
      }
      const date = readDate(day, 'DD MMM YYYY')
      return skip(
        figures.map((value, index) => ({
          date,
          base: 'BWP',
          quote: CODES[columns[index]!] ?? columns[index]!,
          type: 'reference',
          value
        })),
        'no rate',
        ({ value }) => value === NO_RATE
      )
    })
  }
})
