import {
  atLeastOne,
  excerpt,
  figuresOf,
  onlyOne,
  partsOf,
  readCount,
  readDate,
  readDecimal,
  recordsOf,
  requestedFor,
  skip,
  weekdaysIn,
  withHeaders,
  ZERO_OR_EMPTY
} from './kit/index.ts'
import { readForm } from './kit/form.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError } from './source.ts'

const PAGE = 'https://www.nbc.gov.kh/english/economic_research/exchange_rate.php'
const FORM = 'form#fm-ex'

const DAY = /Exchange Rate on : ([\d-]+) /g
const OFFICIAL = /Official Exchange Rate : ([\d.,]+) KHR \/ USD/g
const NO_TABLE = 'There is no data available.' // at a weekend and on a holiday

const HEADINGS = ['Currency', 'Symbol', 'Unit', 'Bid', 'Ask', 'Average']
const FIGURES = { Average: 'average', Bid: 'bid', Ask: 'ask' } // in the order of the source's rate types
const SYMBOL = /^([A-Z]{3})\/KHR$/
const CODES: Record<string, string> = { SDR: 'XDR' }
const LINK_ROW_CELLS = 1 // the last row has a single cell, with links

export default defineSource({
  code: 'nbc',
  name: 'National Bank of Cambodia',
  country: 'KH',
  homeCurrency: 'KHR',
  kind: 'central_bank',
  rateTypes: ['official', 'average', 'bid', 'ask'],
  pairs: [[24, 34]],
  sourceUrl: PAGE,
  timezone: 'Asia/Phnom_Penh',
  schedule: '30 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2008-01-14',
  dated: 'effective',
  notes:
    'The US dollar has only the official rate, the other currencies have bid, ask and average. A table is ' +
    'published in the afternoon for the next business day.',
  verified: 'recording',
  pause: 500,
  backfillDays: 60, // two requests a day

  requested: requestedFor('exdate'),

  async *fetch(window, http) {
    const visit = http.session()
    for (const [index, day] of weekdaysIn(window).entries()) {
      const page = await visit.get(PAGE)
      if (index === 0) yield page // the form page also has the newest table
      const form = readForm(page, FORM) // the form's token is valid for one request
      yield await visit.post(
        form.url,
        withHeaders(
          form.submit([
            ['exdate', day],
            ['view', 'View']
          ]),
          { referer: PAGE }
        )
      )
    }
  },

  parse(publication) {
    const page = readHtml(publication)
    if (page.text.includes(NO_TABLE)) return []
    const [, day = ''] = onlyOne([...page.one(FORM).text.matchAll(DAY)], '`Exchange Rate on`')
    const [, rate = ''] = onlyOne([...page.one(FORM).text.matchAll(OFFICIAL)], '`Official Exchange Rate`')
    const date = readDate(day, 'YYYY-MM-DD')
    const [headings = [], ...rows] = page.one('table.tbl-responsive').rows
    if (headings.join() !== HEADINGS.join()) throw new LayoutError(HEADINGS.join(', '), excerpt(headings.join(', ')))
    const currencies = recordsOf(
      HEADINGS,
      atLeastOne(
        skip(rows, 'links', (cells) => cells.length === LINK_ROW_CELLS),
        'currency'
      )
    ).flatMap((record) => {
      const [symbol = ''] = partsOf(record('Symbol'), SYMBOL, 'a symbol like AUD/KHR')
      return figuresOf(FIGURES, record, ZERO_OR_EMPTY).map(({ type, printed }) => {
        return {
          date,
          base: CODES[symbol] ?? symbol,
          quote: 'KHR',
          type,
          value: readDecimal(printed),
          unit: readCount(record('Unit'))
        }
      })
    })
    return [{ date, base: 'USD', quote: 'KHR', type: 'official', value: readDecimal(rate) }, ...currencies]
  }
})
