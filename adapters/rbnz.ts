import { atLeastOne, documentAt, excerpt, readBinary, readSerial, skip } from './kit/index.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError } from './source.ts'

const SHEET = 'Data'
const UNITS = 'Unit' // the label of the row of units
const LAST_HEADING = 'Series Id'
const PAIR = /^NZD\/(?<quote>[A-Z]{3})$/
const NOT_A_RATE = new Set([UNITS, 'Index', ''])
const NO_RATE = ''

export default defineSource({
  code: 'rbnz',
  name: 'Reserve Bank of New Zealand',
  country: 'NZ',
  homeCurrency: 'NZD',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[12, 22]],
  sourceUrl:
    'https://www.rbnz.govt.nz/statistics/series/exchange-and-interest-rates/exchange-rates-and-the-trade-weighted-index',
  termsUrl: 'https://www.rbnz.govt.nz/about-our-site/terms-of-use',
  timezone: 'Pacific/Auckland',
  schedule: '0 15 * * 1-5',
  cadence: 'daily',
  historyFrom: '2018-01-03',
  dated: 'made',
  publishes: '15:00',
  terms: 'The statistics may be copied and adapted; the terms of use limit automated access to the site.',
  notes:
    'Units of a currency per New Zealand dollar. The trade-weighted index and the archive of rates before 2018 ' +
    'are left out. The publisher refuses many clients, and then the run fails.',
  verified: 'description',
  backfillDays: 20_000, // the whole series is one workbook

  fetch: documentAt('https://www.rbnz.govt.nz/-/media/project/sites/rbnz/files/statistics/series/b/b1/hb1-daily.xlsx'),

  parse(publication) {
    const { rows = [] } = readWorkbook(publication, 'xlsx').find(({ name }) => name === SHEET) ?? {}
    const units = rows.find(([first]) => first === UNITS)
    const last = rows.findIndex(([first]) => first === LAST_HEADING)
    if (!units || last < 0) {
      throw new LayoutError(
        `a sheet ${SHEET} with the rows ${UNITS} and ${LAST_HEADING}`,
        excerpt(rows.slice(0, 6).flat().join(', '))
      )
    }
    const columns = skip(
      units.map((unit, column) => ({ unit, column })),
      'index',
      ({ unit }) => NOT_A_RATE.has(unit)
    ).map(({ unit, column }) => ({ quote: PAIR.exec(unit)?.groups?.quote ?? unit, column }))
    const days = skip(rows.slice(last + 1), 'empty', ([first]) => first === NO_RATE)
    return atLeastOne(
      days.flatMap((cells) =>
        skip(columns, 'no rate', ({ column }) => cells[column] === NO_RATE).map(({ quote, column }) => {
          return {
            date: readSerial(cells[0]!),
            base: 'NZD',
            quote,
            type: 'reference',
            value: readBinary(cells[column]!)
          }
        })
      ),
      'rate'
    )
  }
})
