import { atLeastOne, excerpt, readCount, readDecimal, readSerial, skip } from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { readWorkbook, type Sheet } from './kit/workbook.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const PAGE = 'https://www.bank-of-algeria.dz/donnees-historiques/'
const WORKBOOK = /\/Cotation-DZD-[^/]*\.xlsx$/

const SHEET = /^([A-Z]+) - DZD$/
const TITLE = /^(?:(\d+) )?([A-Z]+) \/ DZD$/ // 100 JPY / DZD
const CODES: Record<string, string> = { EURO: 'EUR' }
const NO_RATE = ''

function readSheet({ name, rows }: Sheet): Row[] {
  const [, currency] = SHEET.exec(name) ?? []
  const [, unit = '1', titled] = TITLE.exec(rows[1]?.[0] ?? '') ?? []
  if (currency === undefined || titled !== currency) {
    throw new LayoutError(
      'a sheet `USD - DZD` with the title `USD / DZD`',
      excerpt(`${name}: ${rows.slice(0, 4).flat().join(' ')}`)
    )
  }
  const pair = { base: CODES[currency] ?? currency, quote: 'DZD', type: 'average', unit: readCount(unit) }
  return skip(
    rows.slice(4).map(([day = NO_RATE, value = NO_RATE]) => ({ day, value })),
    'no rate',
    ({ day, value }) => day === NO_RATE || value === NO_RATE
  ).map(({ day, value }) => ({ ...pair, date: readSerial(day), value: readDecimal(value) }))
}

export default defineSource({
  code: 'bda',
  name: 'Bank of Algeria',
  country: 'DZ',
  homeCurrency: 'DZD',
  kind: 'central_bank',
  rateTypes: ['average'],
  pairs: [[12, 20]],
  sourceUrl: PAGE,
  timezone: 'Africa/Algiers',
  schedule: '0 14 * * 1-5',
  cadence: 'monthly',
  historyFrom: '2000-01-03',
  dated: 'made',
  notes:
    'Daily rates, in a workbook that the bank updates about once a month. The daily PDF bulletin is left out, ' +
    'because its layout is not known. The series of the old ouguiya has ended.',
  verified: 'recording',
  tls: [{ quirk: 'incomplete_chain', reason: 'the server sends its own certificate alone' }],
  backfillDays: 20_000, // the whole history is one workbook

  async *fetch(_, http) {
    const [link] = readHtml(await http.get(PAGE))
      .all('a[href]')
      .map((it) => it.attribute('href'))
      .filter((href) => WORKBOOK.test(href))
    if (link === undefined) throw new LayoutError('a link to a workbook Cotation-DZD-….xlsx', PAGE)
    yield await http.get(new URL(link, PAGE).href)
  },

  parse(publication) {
    return atLeastOne(readWorkbook(publication, 'xlsx').flatMap(readSheet), 'rate')
  }
})
