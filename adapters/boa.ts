import { atLeastOne, excerpt, readCount, readDate, readDecimal, skip, squeeze, yearsIn } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readWorkbook, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const PAGE = 'https://www.bankofalbania.org/Markets/Official_exchange_rate/'
const ARCHIVE = `${PAGE}Exchage_rate_archive/`
const WORKBOOK = /_(\d{4})_\d+\.xlsx$/

// A change follows each figure.
const TABLES: Array<{ headings: string[]; cells: number; figures: Record<string, number> }> = [
  { headings: ['Main Currency, Albanian Lek per Foreign Currency Unit'], cells: 4, figures: { reference: 2 } },
  { headings: ['Currency, Albanian Lek per Foreign Currency Unit'], cells: 4, figures: { reference: 2 } },
  {
    headings: [
      'Albanian Lek per Foreign Currency Unit',
      'Currency, Average purchase price (Bid), Average sales price (Ask)'
    ],
    cells: 7,
    figures: { buy: 2, sell: 5 }
  }
]
const UPDATED = /^(\d\d\.\d\d\.\d{4}) [\d:]+$/

// The head of a month's sheet: the dates, and the heading of the column to the right of each date.
const DATES = 8
const HEADINGS = ['Kursi', 'Lek për njësi', 'të monedhës', 'së huaj', '(sipas fix.)']
const DATE = /^DT\.? ?(\d\d\.\d\d\.\d{4})$/
const NOT_A_DAY = new Set(['', 'KURSI MESATAR'])
const NO_RATE = ''

const CODES: Record<string, string> = { 'E U R O': 'EUR', 'Ari (oz)': 'XAU', 'Argjendi (oz)': 'XAG', SDR: 'XDR' }
const CODE = /\(?\b([A-Z]{3})\)?$/
const UNIT = /\((?:per )?(\d+)\)/ // Japanese Yen (100)
const UNLABELLED: Record<string, number> = { HUF: 100, RUB: 100 } // the ratios of their levels to the others show it

function currencyOf(name: string, printed: string): Pick<Row, 'base' | 'unit'> {
  return { base: CODES[printed] ?? printed, unit: UNLABELLED[printed] ?? readCount(UNIT.exec(name)?.[1] ?? '1') }
}

function readPage(publication: Publication): Row[] {
  const page = readHtml(publication)
  const tables = page.all('table').map((table) => table.rows)
  const dates = page.all('span.font-size-table').map((it) => UPDATED.exec(it.text)?.[1] ?? it.text)
  const headingsOf = (rows: string[][] = [], count: number) =>
    rows
      .slice(0, count)
      .map((row) => row.join(', '))
      .join('; ')
  if (
    tables.length !== dates.length ||
    TABLES.some(({ headings }, index) => headingsOf(tables[index], headings.length) !== headings.join('; '))
  ) {
    throw new LayoutError(
      `tables with their dates, of ${TABLES.flatMap(({ headings }) => headings).join('; ')}`,
      excerpt(tables.map((rows) => headingsOf(rows, 2)).join('; '))
    )
  }
  return TABLES.flatMap(({ headings, cells, figures }, index) =>
    atLeastOne(tables[index]!.slice(headings.length), 'currency').flatMap((line) => {
      const [name = '', code = ''] = line
      if (line.length !== cells) throw new LayoutError(`${cells} cells on a line`, excerpt(line.join(', ')))
      const date = readDate(dates[index]!, 'DD.MM.YYYY')
      return Object.entries(figures).map(([type, place]) => {
        const [value, change] = line.slice(place) as [string, string]
        return {
          date,
          ...currencyOf(name, code),
          quote: 'ALL',
          type,
          value: readDecimal(value),
          change: readDecimal(change)
        }
      })
    })
  )
}

function readMonth({ name, rows }: Sheet): Row[] {
  const days = skip(
    (rows[DATES] ?? []).map((cell, column) => ({ cell, column: column + 1 })),
    'averages',
    ({ cell }) => NOT_A_DAY.has(cell)
  )
  const top = rows.slice(DATES + 2, DATES + 2 + HEADINGS.length)
  const lines = skip(rows.slice(DATES + 2 + HEADINGS.length), 'no rate', ([, label = NO_RATE]) => label === NO_RATE)
  return atLeastOne(days, `day in sheet ${name}`).flatMap(({ cell, column }) => {
    const printed = DATE.exec(cell)?.[1] ?? cell
    const headings = top.map((row) => row[column]).join(', ')
    if (headings !== HEADINGS.join(', ')) {
      throw new LayoutError(`${HEADINGS.join(', ')} beside ${printed} in sheet ${name}`, excerpt(headings))
    }
    const date = readDate(printed, 'DD.MM.YYYY')
    return skip(
      atLeastOne(lines, `currency in sheet ${name}`).map((row) => ({
        label: squeeze(row[1]!),
        value: row[column] ?? NO_RATE
      })),
      'no rate',
      ({ value }) => value === NO_RATE
    ).map(({ label, value }) => ({
      date,
      ...currencyOf(label, label in CODES ? label : (CODE.exec(label)?.[1] ?? label)),
      quote: 'ALL',
      type: 'reference',
      value: readDecimal(value)
    }))
  })
}

export default defineSource({
  code: 'boa',
  name: 'Bank of Albania',
  country: 'AL',
  homeCurrency: 'ALL',
  kind: 'central_bank',
  rateTypes: ['reference', 'buy', 'sell'],
  pairs: [
    [3, 6],
    [13, 20]
  ],
  sourceUrl: PAGE,
  timezone: 'Europe/Tirane',
  schedule: '30 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-01-01',
  dated: 'made',
  notes:
    'Past years come from the yearly workbooks, which are published after the year. Workbooks from before 2024 ' +
    'were not read. Four currencies have weekly rates and are not in the workbooks. The forint and the rouble are ' +
    'per 100 units, although the page does not say so. Gold and silver are in lek per troy ounce.',
  unread: {
    'column "DT."': 'quotations against the dollar, one way or the other',
    'column "DT"': 'quotations against the dollar, one way or the other'
  },
  verified: 'recording',

  async *fetch(window, http) {
    const links = readHtml(await http.get(ARCHIVE))
      .all('a[href*="/rc/doc/"]')
      .map((it) => it.attribute('href'))
    for (const year of yearsIn(window)) {
      const link = atLeastOne(links, 'workbook in the archive').find((href) => WORKBOOK.exec(href)?.[1] === year)
      if (link !== undefined) yield await http.get(new URL(link, ARCHIVE).href)
    }
    if (window.to === window.today) yield await http.get(PAGE)
  },

  parse(publication) {
    if (publication.mediaType === 'text/html') return readPage(publication)
    return atLeastOne(readWorkbook(publication, 'xlsx'), 'sheet').flatMap(readMonth)
  }
})
