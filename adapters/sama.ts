import {
  codeOf,
  daysIn,
  excerpt,
  readCount,
  readDate,
  readDecimal,
  requestedFor,
  skip,
  writeDate
} from './kit/index.ts'
import { readForm, type Form } from './kit/form.ts'
import { readHtml, type HtmlElement } from './kit/html.ts'
import { defineSource, LayoutError, type Http, type Publication } from './source.ts'

const PAGE = 'https://www.sama.gov.sa/en-US/FinExc/Pages/Currency.aspx'
const FORM = 'form#aspnetForm'
const ALL = '-1'

const HEADINGS = ['Currency Against S.R', 'Closing Price', 'Last Updated Date']
const PAGER_CELLS = 1 // the links to the other pages are the table's last row
const COUNT = /^Number of result is (\d+)$/
const TARGET = /__doPostBack\('([^']+)'/
const OPTION = /^([A-Z]{3})=$/ // the form names the currencies by codes, with the same labels as the table
const CODES: Record<string, string> = { SDR: 'XDR' }

const ITSELF = 'SAR'
// The last days of currencies that are still printed with figures that no longer change.
const LAST_DAYS: Record<string, string> = { CYP: '2007-12-31', MTL: '2007-12-31', SKK: '2008-12-31', BGN: '2025-12-31' }

interface Table {
  codes: Record<string, string>
  lines: string[][]
  /** The number of lines on all pages of the day. */
  total: number
}

function readTable(page: HtmlElement): Table {
  const [headings = [], ...rows] = page.one('table.tableCurrency').rows
  const lines = skip(rows, 'links to pages', (row) => row.length === PAGER_CELLS)
  const [, total] = COUNT.exec(page.one('span[id$="lblItemsCount"]').text) ?? []
  if (
    headings.join() !== HEADINGS.join() ||
    total === undefined ||
    lines.some((line) => line.length !== HEADINGS.length)
  ) {
    throw new LayoutError(
      `the number of results and a table of ${HEADINGS.join(', ')}`,
      excerpt([headings, ...rows].flat().join(' '))
    )
  }
  const codes = page.all('select[name$="ddlCurrencies"] option').map((option) => {
    const code = option.attribute('value').replace(OPTION, '$1')
    return [option.text, CODES[code] ?? code]
  })
  return { codes: Object.fromEntries(codes), lines, total: readCount(total) }
}

function targetOfNextPage(page: HtmlElement): string | undefined {
  const [next] = page.all('tr.PagerStyle span + a')
  return next && TARGET.exec(next.attribute('href'))?.[1]
}

/**
 * The pages of one day; each request has the tokens of the previous page. Throws a `LayoutError` if they have more or
 * fewer lines than they state.
 */
async function* pagesOf(day: string, form: Form, visit: Http): AsyncGenerator<Publication> {
  const fields: Array<[string, string]> = [
    [form.nameOf('ddlCurrencies'), ALL],
    [form.nameOf('txtDatePicker'), writeDate(day, 'DD/MM/YYYY')]
  ]
  let answer = await visit.post(form.url, form.submit([...fields, [form.nameOf('btnSearch'), 'Search']]))
  for (let count = 0; ;) {
    yield answer
    const page = readHtml(answer)
    const { lines, total } = readTable(page)
    count += lines.length
    const target = targetOfNextPage(page)
    if (target === undefined && count !== total) {
      throw new LayoutError(`${total} lines on the pages of ${day}`, String(count))
    }
    if (target === undefined) return
    const next = readForm(answer, FORM)
    answer = await visit.post(next.url, next.submit([['__EVENTTARGET', target], ['__EVENTARGUMENT', ''], ...fields]))
  }
}

export default defineSource({
  code: 'sama',
  name: 'Saudi Central Bank',
  country: 'SA',
  homeCurrency: 'SAR',
  kind: 'central_bank',
  rateTypes: ['closing'],
  pairs: [[1, 101]],
  sourceUrl: PAGE,
  timezone: 'Asia/Riyadh',
  schedule: '0 16 * * *',
  cadence: 'daily',
  historyFrom: '2021-04-10',
  dated: 'made',
  notes:
    'Rates are printed for Fridays and Saturdays too. The form offers about five years. The Cyprus pound, the ' +
    'Maltese lira, the Slovak koruna and the Bulgarian lev are left out after their withdrawal.',
  verified: 'recording',
  pause: 1000,
  backfillDays: 20, // eight requests a day

  requested: requestedFor('$txtDatePicker', 'DD/MM/YYYY'),

  async *fetch(window, http) {
    const visit = http.session()
    const form = readForm(await visit.get(PAGE), FORM)
    const offered = form.element.one('input[name$="avaliDates"]').attribute('value').split(',')
    for (const day of daysIn(window).filter((it) => offered.includes(writeDate(it, 'DD/MM/YYYY'))))
      yield* pagesOf(day, form, visit)
  },

  parse(publication) {
    const { codes, lines } = readTable(readHtml(publication))
    const rows = lines.map(([name = '', price = '', day = '']) => {
      return {
        date: readDate(day, 'DD/MM/YYYY'),
        base: codeOf(codes, name),
        quote: 'SAR',
        type: 'closing',
        value: readDecimal(price)
      }
    })
    return skip(
      skip(rows, 'the riyal in riyals', ({ base }) => base === ITSELF),
      'withdrawn currency',
      ({ base, date }) => date > (LAST_DAYS[base] ?? date)
    )
  }
})
