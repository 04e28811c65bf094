import { atLeastOne, distinctRows, documentAt, only, readDecimal, readSerial, recordsUnder, skip } from './kit/index.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource } from './source.ts'

const SHEET = /^Daily Exchange Rates +\d{4}$/
const TYPES = { Mid: 'mid', Bid: 'buy', Ask: 'sell' }
const EMPTY = ''

export default defineSource({
  code: 'bdl',
  name: 'Bank of Lebanon',
  country: 'LB',
  homeCurrency: 'LBP',
  kind: 'central_bank',
  rateTypes: ['mid', 'buy', 'sell'],
  pairs: [[1, 10]],
  sourceUrl: 'https://www.bdl.gov.lb/',
  timezone: 'Asia/Beirut',
  schedule: '0 14 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-01-02',
  dated: 'made',
  notes:
    'The official rate of the dollar was 15,000 pounds until 31 January 2024 and is 89,500 since; the other ' +
    'currencies are crosses of it. The workbook has this year and the two years before. The layout was seen, but no ' +
    'whole workbook.',
  verified: 'description',
  backfillDays: 20_000, // the history is one document

  fetch: documentAt('https://www.bdl.gov.lb/CB%20Com/Statistics%20And%20Research/Daily/BDL_DailyExchangeRates.xls'),

  parse(publication) {
    const sheets = only(readWorkbook(publication, 'xls'), 'sheets named Daily Exchange Rates and a year', ({ name }) =>
      SHEET.test(name)
    )
    // Some days, such as 17 November 2025, are printed twice.
    return distinctRows(
      sheets.flatMap(({ rows }) => {
        const records = skip(
          recordsUnder(['Period', 'Currency', ...Object.keys(TYPES)], rows),
          'empty',
          (record) => record('Period') === EMPTY
        )
        return atLeastOne(records, 'rate').flatMap((record) =>
          Object.entries(TYPES).map(([heading, type]) => {
            return {
              date: readSerial(record('Period')),
              base: record('Currency'),
              quote: 'LBP',
              type,
              value: readDecimal(record(heading))
            }
          })
        )
      })
    )
  }
})
