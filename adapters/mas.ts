import { atLeastOne, codeOf, excerpt, partsOf, readCount, readDate, readDecimal, skip, yearsIn } from './kit/index.ts'
import { readCsvRows } from './kit/csv.ts'
import { readForm, type Form } from './kit/form.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError, type Row, type Window } from './source.ts'

const PAGE = 'https://eservices.mas.gov.sg/statistics/msb/ExchangeRates.aspx'

// prettier-ignore
const CODES: Record<string, string> = {
  'Australian Dollar': 'AUD', 'Canadian Dollar': 'CAD', 'Chinese Renminbi': 'CNY', 'Euro': 'EUR',
  'Hong Kong Dollar': 'HKD', 'Indian Rupee': 'INR', 'Indonesian Rupiah': 'IDR', 'Japanese Yen': 'JPY',
  'Korean Won': 'KRW', 'Malaysian Ringgit': 'MYR', 'New Taiwan Dollar': 'TWD', 'New Zealand Dollar': 'NZD',
  'Philippine Peso': 'PHP', 'Pound Sterling': 'GBP', 'Qatar Riyal': 'QAR', 'Saudi Arabia Riyal': 'SAR',
  'Swiss Franc': 'CHF', 'Thai Baht': 'THB', 'UAE Dirham': 'AED', 'US Dollar': 'USD', 'Vietnamese Dong': 'VND'
}

// the other check boxes request averages, which the daily table lacks
const CURRENCY_BOX = /\$EndOfPeriodPer\w+CheckBoxList\$\d+$/
const HEADING = /^S\$ Per (?:(\d+) Units|Unit) of (.+)$/
const NO_TABLE = 'No Results Found' // printed on the form page, which the publisher returns instead of a table
const NO_RATE = ''
const FIRST_NOTE = '* Yearly, monthly and weekly figures are end period values.'
const LAST_NOTE = '* Daily figures are values as of noon.'

function findBoxes({ names }: Form): string[] {
  return names.filter((name) => CURRENCY_BOX.test(name))
}

function question(form: Form, { from, to }: Pick<Window, 'from' | 'to'>): Array<[string, string]> {
  const month = (date: string) => String(readCount(date.slice(5, 7).replace(/^0/, '')))
  return [
    [form.nameOf('$StartYearDropDownList'), from.slice(0, 4)],
    [form.nameOf('$EndYearDropDownList'), to.slice(0, 4)],
    [form.nameOf('$StartMonthDropDownList'), month(from)],
    [form.nameOf('$EndMonthDropDownList'), month(to)],
    [form.nameOf('$FrequencyDropDownList'), 'D'],
    ...atLeastOne(findBoxes(form), 'currency to tick').map((name): [string, string] => [name, 'on']),
    [form.nameOf('$DownloadButton'), 'Download']
  ]
}

function readHeading(heading: string): Pick<Row, 'base' | 'unit'> {
  const [units = '1', name = ''] = partsOf(heading, HEADING, 'a heading `S$ Per Unit of <currency>`')
  return { base: codeOf(CODES, name), unit: readCount(units) }
}

export default defineSource({
  code: 'mas',
  name: 'Monetary Authority of Singapore',
  country: 'SG',
  homeCurrency: 'SGD',
  kind: 'monetary_authority',
  rateTypes: ['end_of_period'],
  pairs: [[17, 25]],
  sourceUrl: PAGE,
  timezone: 'Asia/Singapore',
  schedule: '0 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '1988-01-01',
  dated: 'made',
  terms: 'The rates come from a market data vendor with its permission; the authority accepts no liability for them.',
  restricted: true,
  notes:
    'The average of the interbank buying and selling rates around noon. The form also has weekly and monthly ' +
    'averages, which are left out.',
  verified: 'recording',
  pause: 1000,

  async *fetch(window, http) {
    for (const year of yearsIn(window)) {
      const visit = http.session()
      const form = readForm(await visit.get(PAGE), 'form#form1')
      const [from, to] = [`${year}-01-01`, `${year}-12-31`]
      yield await visit.post(
        form.url,
        form.submit(
          question(form, {
            from: window.from > from ? window.from : from,
            to: window.to < to ? window.to : to
          })
        )
      )
    }
  },

  parse(publication) {
    if (publication.mediaType === 'text/html' && readHtml(publication).text.includes(NO_TABLE)) return []
    const rows = readCsvRows(publication, { lastLineOpen: true })
    const [start, end] = [
      rows.findIndex(([first]) => first === 'End of Period'),
      rows.findIndex(([first]) => first === FIRST_NOTE)
    ]
    if (start < 0 || end < start || rows.at(-1)![0] !== LAST_NOTE) {
      throw new LayoutError(`a table from \`End of Period\` to \`${LAST_NOTE}\``, excerpt(rows.flat().join(',')))
    }
    const [, , , ...columns] = rows[start]!
    const headings = columns.map(readHeading)
    let [year, month] = ['', '']
    return atLeastOne(rows.slice(start + 1, end), 'day').flatMap(
      ([newYear = '', newMonth = '', day = '', ...cells]) => {
        if (cells.length !== headings.length) {
          throw new LayoutError(`${headings.length} figures on a line`, excerpt(cells.join(',')))
        }
        // Rates that are printed only when they change.
        year = newYear || year
        month = newMonth || month
        const date = readDate(`${day} ${month} ${year}`, 'DD MMM YYYY')
        return skip(
          cells.map((cell, index) => ({ cell, ...headings[index]! })),
          'no rate',
          ({ cell }) => cell === NO_RATE
        ).map(({ cell, ...pair }) => ({ date, ...pair, quote: 'SGD', type: 'end_of_period', value: readDecimal(cell) }))
      }
    )
  }
})
