import {
  atLeastOne,
  excerpt,
  partsOf,
  readCount,
  readDate,
  readDecimal,
  recordsUnder,
  requestedBetween,
  spansOf,
  withHeaders,
  writeDate
} from './kit/index.ts'
import { readForm } from './kit/form.ts'
import { readHtml } from './kit/html.ts'
import { defineSource, LayoutError, type Publication } from './source.ts'

const PAGE = 'https://www.bi.go.id/en/statistik/informasi-kurs/transaksi-bi/default.aspx'

const CURRENCY = '$ddlmatauang1'
const SEARCH = '$btnSearch1' // the other button requests one day of all currencies
const FIGURES = { Sell: 'sell', Buy: 'buy' }
const UNIT = /^([\d,]+)\.00$/ // 1.00

/** The currency of an answer, which only the submitted form names. */
function currencyOf({ request }: Publication): string {
  const [, code] = [...new URLSearchParams(request.body)].find(([name]) => name.endsWith(CURRENCY)) ?? []
  if (code === undefined) throw new LayoutError(`a request with …${CURRENCY}`, excerpt(request.body ?? ''))
  return code.trim()
}

export default defineSource({
  code: 'bi',
  name: 'Bank Indonesia',
  country: 'ID',
  homeCurrency: 'IDR',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  pairs: [[1, 37]],
  sourceUrl: PAGE,
  timezone: 'Asia/Jakarta',
  schedule: '0 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-01-02',
  dated: 'made',
  publishes: '09:00',
  notes:
    'The bank’s transaction rates. History before 2 January 2024 has not been tried. JISDOR, the reference ' +
    'rate of the dollar, is left out.',
  verified: 'recording',
  pause: 1000,
  backfillDays: 360, // four requests a currency

  requested: requestedBetween('$txtFrom', '$txtTo', 'DD-MMM-YYYY'),

  async *fetch(window, http) {
    const visit = http.session()
    const form = readForm(await visit.get(PAGE), 'form#aspnetForm')
    const [currency, search, source] = [form.nameOf(CURRENCY), form.nameOf(SEARCH), form.nameOf('$hidSourceID')]
    const offered = form.element.all(`select[name$="${CURRENCY}"] option`).map((option) => option.attribute('value'))
    for (const { from, to } of spansOf(window, 90)) {
      for (const code of atLeastOne(offered, 'currency')) {
        const post = form.submit([
          [currency, code],
          [form.nameOf('$txtFrom'), writeDate(from, 'DD-MMM-YYYY')],
          [form.nameOf('$txtTo'), writeDate(to, 'DD-MMM-YYYY')],
          [form.nameOf('$txtTanggal'), ''],
          [search, 'Search'],
          [source, search.replaceAll('$', '_')]
        ])
        yield await visit.post(form.url, withHeaders(post, { referer: PAGE }))
      }
    }
  },

  parse(publication) {
    const page = readHtml(publication)
    const [table] = page.all('table[id$="gvSearchResult2"]')
    if (!table && page.one(`input[name$="${SEARCH}"]`)) return []
    const base = currencyOf(publication)
    return atLeastOne(recordsUnder(['Value', ...Object.keys(FIGURES), 'Date'], table!.rows), 'day').flatMap((record) =>
      Object.entries(FIGURES).map(([heading, type]) => {
        const [date, value] = [readDate(record('Date'), 'D MMM YYYY'), readDecimal(record(heading))]
        const [unit = ''] = partsOf(record('Value'), UNIT, 'a number of units like 1.00')
        return { date, base, quote: 'IDR', type, value, unit: readCount(unit) }
      })
    )
  }
})
