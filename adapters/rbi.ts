import {
  atLeastOne,
  excerpt,
  partsOf,
  readCount,
  readDate,
  readDecimal,
  requestedBetween,
  skip,
  spansOf,
  writeDate
} from './kit/index.ts'
import { readForm } from './kit/form.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://www.rbi.org.in/Scripts/ReferenceRateArchive.aspx'

const LONGEST_SPAN = 366 // the longest window, in days; the publisher silently shortens a longer one
const HEADING = /^([A-Z]{3}) \(INR \/ (\d+) \1\)$/ // JPY (INR / 100 JPY)
const NO_TABLE = 'No Reference Rate Found.'
const NO_RATE = ''

function readHeading(heading: string): Pick<Row, 'base' | 'unit'> {
  const [base = '', unit = ''] = partsOf(heading, HEADING, 'a heading like JPY (INR / 100 JPY)')
  return { base, unit: readCount(unit) }
}

export default defineSource({
  code: 'rbi',
  name: 'Reserve Bank of India',
  country: 'IN',
  homeCurrency: 'INR',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[4, 8]],
  sourceUrl: PAGE,
  timezone: 'Asia/Kolkata',
  schedule: '0 14 * * 1-5',
  cadence: 'daily',
  historyFrom: '2003-01-01',
  dated: 'made',
  publishes: '14:00',
  notes:
    'Since 10 July 2018 the rates are calculated by Financial Benchmarks India. The archive has no rates from ' +
    '25 July 2018 to early 2022.',
  verified: 'recording',

  requested: requestedBetween('txtFromDate', 'txtToDate', 'DD/MM/YYYY'),

  async *fetch(window, http) {
    const visit = http.session()
    const form = readForm(await visit.get(PAGE))
    const boxes = atLeastOne(
      form.names.filter((name) => name.startsWith('chk')),
      'currency to tick'
    )
    for (const { from, to } of spansOf(window, LONGEST_SPAN)) {
      yield await visit.post(
        form.url,
        form.submit([
          ['txtFromDate', writeDate(from, 'DD/MM/YYYY')],
          ['txtToDate', writeDate(to, 'DD/MM/YYYY')],
          ...boxes.map((name): [string, string] => [name, 'on']),
          ['btnSubmit', ' GO ']
        ])
      )
    }
  },

  parse(publication) {
    // one of the tables is the layout of the form
    const tables = readHtml(publication)
      .all('table.tablebg')
      .map((table) => table.rows)
    if (tables.some((rows) => rows.length === 1 && rows[0]!.join() === NO_TABLE)) return []
    const table = tables.find(([headings = []]) => headings[0] === 'Date')
    if (!table) {
      throw new LayoutError(`a table whose first heading is Date, or ${NO_TABLE}`, excerpt(tables.flat(2).join(' ')))
    }
    const [headings = [], ...lines] = table
    const columns = headings.slice(1).map(readHeading)
    return atLeastOne(lines, 'day').flatMap(([day = '', ...cells]) => {
      if (cells.length !== columns.length) {
        throw new LayoutError(`${columns.length} figures on a line`, excerpt(cells.join(' ')))
      }
      const date = readDate(day, 'DD/MM/YYYY')
      return skip(
        cells.map((cell, index) => ({
          date,
          ...columns[index]!,
          quote: 'INR',
          type: 'reference',
          value: readDecimal(cell)
        })),
        'no rate',
        ({ value }) => value === NO_RATE
      )
    })
  }
})
