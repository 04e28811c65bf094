import {
  againstInverse,
  atLeastOne,
  distinctRows,
  documentsFoundAt,
  endOfMonth,
  inWords,
  type KnownError,
  readDate,
  readDecimal,
  withoutKnownErrors,
  writeDate,
  yearsIn
} from './kit/index.ts'
import { readCsv } from './kit/csv.ts'
import { defineSource } from './source.ts'

const FILES = 'https://www.trade-tariff.service.gov.uk/uk/api/exchange_rates/files'
const FILE = /\/(average|spot)_csv_(\d{4}-\d{1,2})\.csv$/
const TYPES: Record<string, string> = { average: 'yearly_average', spot: 'spot' }
const ERRORS: KnownError[] = [
  { code: 'TOP', to: '2024-03-31', reason: 'months of the average have the figure of the Australian dollar' },
  {
    code: 'VEF',
    from: '2021-10-01',
    to: '2025-12-31',
    reason: 'the figure is 100,000 times that of the digital bolivar, which is no unit of money'
  }
]
const YEAR_ENDS = ['03-31', '12-31']

export default defineSource({
  code: 'hmrc_avg',
  name: 'HM Revenue & Customs, averages and spot rates of years',
  country: 'GB',
  homeCurrency: 'GBP',
  kind: 'tax_authority',
  rateTypes: ['yearly_average', 'spot'],
  pairs: [
    [8, 16],
    [80, 190]
  ],
  sourceUrl: 'https://www.trade-tariff.service.gov.uk/exchange_rates/average',
  timezone: 'Europe/London',
  schedule: '0 9 * 1,4,5 1',
  cadence: 'yearly',
  historyFrom: '2023-12-31',
  dated: 'period',
  notes:
    'The averages of the years to 31 March and to 31 December, and the spot rates of these days, dated by ' +
    'them. The files before December 2023 may name currencies without a code and are left out. ' +
    `The sterling value of a unit, which is printed too, is rounded and left out. ${inWords(ERRORS)}`,
  unread: {
    'column "Sterling value of Currency Unit £"': 'the inverse of the rate, rounded'
  },
  verified: 'description',

  fetch: documentsFoundAt(
    ({ from, to }) => {
      const ends = yearsIn({ from, to })
        .flatMap((year) => YEAR_ENDS.map((end) => `${year}-${end}`))
        .filter((end) => end >= from && end <= to)
      return ends.flatMap((end) =>
        Object.keys(TYPES).map((kind) => `${FILES}/${kind}_csv_${writeDate(end, 'YYYY-M')}.csv`)
      )
    },
    { absent: [404, 410] }
  ),

  parse(publication) {
    const [, kind = '', month = ''] = FILE.exec(publication.request.url) ?? []
    const date = endOfMonth(readDate(month, 'YYYY-M').slice(0, 7))
    const rows = atLeastOne(readCsv(publication).records, 'rate').map((record) => {
      const value = readDecimal(record('Currency Units per £1'))
      return {
        date,
        base: 'GBP',
        quote: record('Currency Code'),
        type: TYPES[kind]!,
        value,
        contradicted: againstInverse(value, record('Sterling value of Currency Unit £'))
      }
    })
    return distinctRows(withoutKnownErrors(rows, ERRORS))
  }
})
