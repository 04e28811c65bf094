import { atLeastOne, excerpt, readDate, readDecimal, readSerial, skip } from './kit/index.ts'
import { readCsvRows } from './kit/csv.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const TABLES = 'https://www.rba.gov.au/statistics/tables'

// the first day of the CSV file; earlier years are in workbooks with the same headings
const CURRENT_FROM = '2023-01-01'
// prettier-ignore
const WORKBOOKS = [
  '1991-1994', '1995-1998', '1999-2002', '2003-2006', '2007-2009', '2010-2013', '2014-2017', '2018-2022'
]

const CODES: Record<string, string> = { SDR: 'XDR' }
const INDEX = 'Index' // the trade-weighted index
const BLANK = '' // a day without a rate, or a workbook's cell outside the table

function rowOf(rows: string[][], label: string): string[] {
  const row = rows.find(([first]) => first === label)
  if (!row)
    throw new LayoutError(
      `a row ${label}`,
      excerpt(
        rows
          .slice(0, 12)
          .map(([first]) => first)
          .join(', ')
      )
    )
  return row
}

/** The columns of rates with their units, which the titles must repeat: `A$1=USD` gives the direction and the unit. */
function columnsOf(rows: string[][]): Array<[number, string]> {
  const [titles, units] = [rowOf(rows, 'Title'), rowOf(rows, 'Units')]
  const columns = skip([...units.entries()].slice(1), 'index', ([, unit]) => unit === INDEX || unit === BLANK)
  for (const [index, unit] of columns) {
    if (titles[index] !== `A$1=${unit}`) {
      throw new LayoutError(`a title A$1=${unit}`, excerpt(titles[index] ?? titles.join(', ')))
    }
  }
  return atLeastOne(columns, 'column of rates')
}

function readTable(rows: string[][], dateOf: (cell: string) => string): Row[] {
  const columns = columnsOf(rows)
  const series = rowOf(rows, 'Series ID')
  const days = skip(rows.slice(rows.indexOf(series) + 1), 'empty', ([first]) => first === BLANK)
  return atLeastOne(days, 'day').flatMap((day) => {
    if (day.length !== series.length) throw new LayoutError(`a day of ${series.length} cells`, excerpt(day.join(', ')))
    const date = dateOf(day[0]!)
    return skip(columns, 'no rate', ([index]) => day[index] === BLANK).map(([index, unit]) => {
      return { date, base: 'AUD', quote: CODES[unit] ?? unit, type: 'indicative', value: readDecimal(day[index]!) }
    })
  })
}

function readSheet(publication: Publication): Row[] {
  const sheet = readWorkbook(publication, 'xls').find(({ name }) => name === 'Data')
  const [, first = '', last = ''] = /(\d{4})-(\d{4})\.xls$/.exec(publication.request.url) ?? []
  const rows = readTable(sheet?.rows ?? [], readSerial)
  const stray = rows.find(({ date }) => date.slice(0, 4) < first || date.slice(0, 4) > last)
  if (stray) throw new LayoutError(`days from ${first} to ${last}`, stray.date)
  return rows
}

export default defineSource({
  code: 'rba',
  name: 'Reserve Bank of Australia',
  country: 'AU',
  homeCurrency: 'AUD',
  kind: 'central_bank',
  rateTypes: ['indicative'],
  pairs: [[16, 24]],
  sourceUrl: 'https://www.rba.gov.au/statistics/frequency/exchange-rates.html',
  termsUrl: 'https://www.rba.gov.au/copyright/',
  timezone: 'Australia/Sydney',
  schedule: '45 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '1991-01-02',
  dated: 'made',
  publishes: '16:45',
  notes:
    'The trade-weighted index is left out. The workbooks of 1983 to 1990 are left out, because their layout is ' +
    'not known. Those of 1991 to 2022 were written from a public description.',
  unread: {
    'column "FXRTWI"': 'an index of the dollar'
  },
  verified: 'recording',

  async *fetch({ from, to }, http) {
    for (const years of WORKBOOKS) {
      const [first = '', last = ''] = years.split('-')
      if (from.slice(0, 4) <= last && to.slice(0, 4) >= first) yield await http.get(`${TABLES}/xls-hist/${years}.xls`)
    }
    if (to >= CURRENT_FROM) yield await http.get(`${TABLES}/csv/f11.1-data.csv`)
  },

  parse(publication) {
    if (publication.request.url.endsWith('.xls')) return readSheet(publication)
    return readTable(readCsvRows(publication), (cell) => readDate(cell, 'DD-MMM-YYYY'))
  }
})
