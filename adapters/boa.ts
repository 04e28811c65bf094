import {
  atLeastOne,
  endOfMonth,
  excerpt,
  findParts,
  readBinary,
  readCount,
  readDate,
  readDecimal,
  skip,
  squeeze,
  withDollarsCompared,
  yearsIn
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readWorkbook, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Publication, type Row } from './source.ts'

const PAGE = 'https://www.bankofalbania.org/Markets/Official_exchange_rate/'
const ARCHIVE = `${PAGE}Exchage_rate_archive/`
const WORKBOOK = /_(\d{4})_\d+\.xlsx$/

// Every figure is followed by its change.
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

// The head of a month's sheet: its month, the dates, and the heading of the column to the right of each date.
const TITLE = 7
const MONTH = /^(\p{L}+)'? (\d{4})$/u // Janar' 2024
const DATES = 8
const HEADINGS = ['Kursi', 'Lek për njësi', 'të monedhës', 'së huaj', '(sipas fix.)']
const DOLLAR_HEADINGS = ['', 'Kursi', 'Kundrejt një USD', '', ''] // printed in the column of the date
const METALS = new Set(['XAU', 'XAG']) // priced in dollars; other rates are units per dollar
const DATE = /^DT\.? ?(\d\d\.\d\d\.\d{4})$/
const AVERAGE = 'KURSI MESATAR'
const NO_DAY = ''
const NO_RATE = ''

const CODES: Record<string, string> = { 'E U R O': 'EUR', 'Ari (oz)': 'XAU', 'Argjendi (oz)': 'XAG', SDR: 'XDR' }
const CODE = /\(?\b([A-Z]{3})\)?$/
const UNIT = /\((?:per )?(\d+)\)/ // Japanese Yen (100)
// the document does not print these units; the levels of the rates imply them
const UNLABELLED: Record<string, number> = { HUF: 100, RUB: 100 }

function currencyOf(name: string, printed: string): { base: string; unit: number } {
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
  const [title, year] = findParts(rows[TITLE] ?? [], MONTH)
  if (year === undefined)
    throw new LayoutError(`a month and its year above the days of sheet ${name}`, excerpt(`${rows[TITLE]}`))
  const month = readDate(`1 ${title} ${year}`, 'D MMM YYYY', 'sq').slice(0, 7)
  const days = skip(
    (rows[DATES] ?? []).map((cell, column) => ({ cell, column: column + 1 })),
    'columns of a day',
    ({ cell }) => cell === NO_DAY
  )
  const top = rows.slice(DATES + 2, DATES + 2 + HEADINGS.length)
  const lines = skip(rows.slice(DATES + 2 + HEADINGS.length), 'no rate', ([, label = NO_RATE]) => label === NO_RATE)
  return atLeastOne(days, `day in sheet ${name}`).flatMap(({ cell, column }) => {
    const printed = DATE.exec(cell)?.[1] ?? cell
    const headings = [...top.map((row) => row[column]), ...top.map((row) => row[column - 1])].join(', ')
    if (headings !== [...HEADINGS, ...DOLLAR_HEADINGS].join(', ')) {
      throw new LayoutError(`${HEADINGS.join(', ')} beside ${printed} in sheet ${name}`, excerpt(headings))
    }
    const isAverage = cell === AVERAGE
    const date = isAverage ? endOfMonth(month) : readDate(printed, 'DD.MM.YYYY')
    const contradicted = date.startsWith(month) ? undefined : `the sheet is that of ${month}`
    const figures = atLeastOne(lines, `currency in sheet ${name}`).map((row) => {
      const label = squeeze(row[1]!)
      const currency = currencyOf(label, label in CODES ? label : (CODE.exec(label)?.[1] ?? label))
      return { ...currency, lek: row[column] ?? NO_RATE, dollars: row[column - 1] ?? NO_RATE }
    })
    const rates = figures.flatMap(({ base, unit = 1, lek, dollars }) => {
      const value = base === 'USD' || dollars === NO_RATE ? NO_RATE : readBinary(dollars)
      const against = METALS.has(base) ? { base, quote: 'USD' } : { base: 'USD', quote: base }
      return [
        { base, quote: 'ALL', type: isAverage ? 'monthly_average' : 'reference', value: lek, unit },
        { ...against, type: 'arbitrage', value: isAverage ? NO_RATE : value, unit: 1 }
      ]
    })
    const read = skip(rates, 'no rate', ({ value }) => value === NO_RATE).map((rate) => {
      return { date, ...rate, value: readBinary(rate.value), contradicted }
    })
    return withDollarsCompared(read, { home: 'ALL', types: { arbitrage: 'reference' } })
  })
}

export default defineSource({
  code: 'boa',
  name: 'Bank of Albania',
  country: 'AL',
  homeCurrency: 'ALL',
  kind: 'central_bank',
  rateTypes: ['reference', 'buy', 'sell', 'monthly_average', 'arbitrage'],
  pairs: [
    [3, 6],
    [13, 20],
    [27, 36]
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
    'per 100 units, although the page does not say so. Gold and silver are in lek per troy ounce. The ' +
    'workbooks also have each currency against the dollar (arbitrage) and averages of months, dated by their last day.',
  unread: {
    'column "Kundrejt një USD"': 'averages of months against the dollar'
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
