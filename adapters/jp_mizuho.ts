import { atLeastOne, documentAt, excerpt, partsOf, readCount, readDate, readDecimal, skip } from './kit/index.ts'
import { readCsvRows } from './kit/csv.ts'
import { defineSource, LayoutError } from './source.ts'

const REFERENCE = '参考相場' // reference rates: the heading above the first of the right-hand columns
const CODE = /^([A-Z]{3})(?:\((100)\))?$/
const GAP = '' // the column between the left and the right part
const NO_RATE = /^\**$/

function readHeading(heading: string, type: string): { base: string; unit: number; type: string } {
  const [base = '', unit = '1'] = partsOf(heading, CODE, 'a code like USD or IDR(100)')
  return { base, unit: readCount(unit), type }
}

export default defineSource({
  code: 'jp_mizuho',
  name: 'Mizuho Bank',
  country: 'JP',
  homeCurrency: 'JPY',
  kind: 'commercial_bank',
  rateTypes: ['mid', 'reference'],
  pairs: [[25, 44]],
  sourceUrl: 'https://www.mizuhobank.co.jp/market/historical.html',
  timezone: 'Asia/Tokyo',
  schedule: '0 11 * * 1-5',
  cadence: 'daily',
  historyFrom: '2002-04-01',
  dated: 'made',
  publishes: '11:00',
  notes:
    'The middle rate for telegraphic transfers (TTM), and for some currencies a reference rate. If the dollar ' +
    'moves by more than a yen in a day, the bank sets a second rate, which the file does not have.',
  verified: 'recording',
  backfillDays: 20_000, // the history is one document

  fetch: documentAt('https://www.mizuhobank.co.jp/market/csv/quote.csv', { charset: 'shift_jis' }),

  parse(publication) {
    const [titles = [], , [, ...codes] = [], ...days] = readCsvRows(publication)
    const start = titles.indexOf(REFERENCE) - 1
    if (codes.indexOf(GAP) !== start - 1) {
      throw new LayoutError(`${REFERENCE} after an empty column`, excerpt(codes.join()))
    }
    const columns = codes.map((code, index) => ({ code, index, type: index < start ? 'mid' : 'reference' }))
    const headings = skip(columns, 'empty', ({ code }) => code === GAP).map(({ code, index, type }) => ({
      index,
      ...readHeading(code, type)
    }))
    return atLeastOne(days, 'day').flatMap(([day = '', ...cells]) => {
      if (cells.length !== codes.length) {
        throw new LayoutError(`${codes.length} figures on ${day}`, String(cells.length))
      }
      const date = readDate(day, 'YYYY/M/D')
      return skip(headings, 'no rate', ({ index }) => NO_RATE.test(cells[index]!)).map(
        ({ index, base, unit, type }) => ({
          date,
          base,
          quote: 'JPY',
          type,
          value: readDecimal(cells[index]!),
          unit
        })
      )
    })
  }
})
