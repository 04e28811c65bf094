import { z } from 'zod'
import { excerpt, readCount, readDate, readDecimal, requestedAt, skip, spansOf, writeDate } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const SEARCH = 'https://ecos.bok.or.kr/api/StatisticSearch'
const TABLE = '731Y001' // 3.1.1.1, the won against other currencies, daily
const PAGE = 10_000

const NO_DATA = 'INFO-200' // a window without a business day

// The last three digits of the items, which all begin with 0000.
// prettier-ignore
const ITEMS: Record<string, string> = {
  '001': 'USD', '002': 'JPY', '003': 'EUR', '004': 'DEM', '005': 'FRF', '006': 'ITL', '007': 'BEF', '008': 'ATS',
  '009': 'NLG', '010': 'ESP', '011': 'FIM', '012': 'GBP', '013': 'CAD', '014': 'CHF', '015': 'HKD', '016': 'SEK',
  '017': 'AUD', '018': 'DKK', '019': 'NOK', '020': 'SAR', '021': 'KWD', '022': 'BHD', '023': 'AED', '024': 'SGD',
  '025': 'MYR', '026': 'NZD', '028': 'THB', '029': 'IDR', '031': 'TWD', '032': 'MNT', '033': 'KZT', '034': 'PHP',
  '035': 'VND', '036': 'BND', '037': 'INR', '038': 'PKR', '039': 'BDT', '040': 'MXN', '041': 'BRL', '042': 'ARS',
  '043': 'RUB', '044': 'HUF', '045': 'PLN', '046': 'CZK', '047': 'QAR', '048': 'ILS', '049': 'JOD', '050': 'TRY',
  '051': 'ZAR', '052': 'EGP', '053': 'CNY'
}
// Yuan series from before the won and the yuan were traded directly. The meaning of the second one is unclear. The
// source stores a single yuan series.
const OLD_YUAN = new Set(['0000027', '0000030'])

const ITEM = /^0000(\d{3})$/
const UNIT = /\((\d+)(?:[^()\d][^()]*)?\)$/ // 원/일본엔(100엔); without a number, the unit is one

const Found = z.object({
  list_total_count: z.coerce.number(),
  row: z
    .array(
      z.object({
        STAT_CODE: z.literal(TABLE),
        ITEM_CODE1: z.string(),
        ITEM_NAME1: z.string(),
        UNIT_NAME: z.literal('원'),
        TIME: z.string(),
        DATA_VALUE: z.string()
      })
    )
    .min(1)
})
const Answer = z.union([
  z.object({ StatisticSearch: Found }).transform((it) => it.StatisticSearch),
  z.object({ RESULT: z.object({ CODE: z.literal(NO_DATA) }) }).transform(() => ({ list_total_count: 0, row: [] }))
])

function currencyOf(item: string): string {
  const code = ITEMS[ITEM.exec(item)?.[1] ?? '']
  if (!code) throw new LayoutError('a known item', excerpt(item))
  return code
}

export default defineSource({
  code: 'bok',
  name: 'Bank of Korea',
  country: 'KR',
  homeCurrency: 'KRW',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[25, 55]],
  sourceUrl: 'https://ecos.bok.or.kr/#/SearchStat',
  termsUrl: 'https://ecos.bok.or.kr/api/',
  timezone: 'Asia/Seoul',
  schedule: '35 8 * * 1-5',
  cadence: 'daily',
  historyFrom: '1964-05-04',
  dated: 'made',
  publishes: '08:30',
  notes:
    'The basic rates of the won, per unit or 100 units of foreign currency. Two yuan series from before ' +
    'December 2014 are left out, because their meaning is not certain.',
  unread: {
    '$.StatisticSearch.row.STAT_NAME': 'the number of a table',
    '$.StatisticSearch.row.ITEM_CODE#': 'numbers of series'
  },
  verified: 'description',
  credentials: [{ name: 'ECOS_API_KEY', where: 'https://ecos.bok.or.kr/api/' }],

  requested: requestedAt(/\/(\d{8})\/(\d{8})$/, 'YYYYMMDD'),

  async *fetch(window, http) {
    const key = encodeURIComponent(http.credential('ECOS_API_KEY'))
    for (const { from, to } of spansOf(window, 183)) {
      const days = `${writeDate(from, 'YYYYMMDD')}/${writeDate(to, 'YYYYMMDD')}`
      for (let first = 1, total = 1; first <= total; first += PAGE) {
        const answer = await http.get(`${SEARCH}/${key}/json/kr/${first}/${first + PAGE - 1}/${TABLE}/D/${days}`)
        total = readJson(answer, Answer).list_total_count
        yield answer
      }
    }
  },

  parse(publication) {
    const rates = skip(readJson(publication, Answer).row, 'earlier series of the yuan', ({ ITEM_CODE1: item }) =>
      OLD_YUAN.has(item)
    )
    return rates.map(({ ITEM_CODE1: item, ITEM_NAME1: name, TIME: day, DATA_VALUE: printed }) => ({
      date: readDate(day, 'YYYYMMDD'),
      base: currencyOf(item),
      quote: 'KRW',
      type: 'reference',
      value: readDecimal(printed),
      unit: readCount(UNIT.exec(name)?.[1] ?? '1')
    }))
  }
})
