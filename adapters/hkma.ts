import { z } from 'zod'
import { checkStart, excerpt, readBinary, requestedBetween, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const TABLE =
  'https://api.hkma.gov.hk/public/market-data-and-statistics/monthly-statistical-bulletin/er-ir/er-eeri-daily'
const PAGE = 100
const LONGEST_GAP = 14 // the longest pause between rates, in days

const CURRENCY = /^[a-z]{3}$/ // the field's name is the code
const SDR = 'special_drawing_rights'
const INDEX = /^neeri_/ // indices of the effective exchange rate, not rates
const NO_RATE = null

const Answer = z.object({
  header: z.object({ success: z.literal(true) }),
  result: z.object({ records: z.array(z.object({ end_of_day: z.iso.date() }).catchall(z.string().nullable())) })
})

function codeOfField(field: string): string {
  if (field === SDR) return 'XDR'
  if (!CURRENCY.test(field)) throw new LayoutError(`a currency, ${SDR} or an index`, excerpt(field))
  return field.toUpperCase()
}

export default defineSource({
  code: 'hkma',
  name: 'Hong Kong Monetary Authority',
  country: 'HK',
  homeCurrency: 'HKD',
  kind: 'monetary_authority',
  rateTypes: ['closing'],
  pairs: [[14, 21]],
  sourceUrl:
    'https://apidocs.hkma.gov.hk/documentation/market-data-and-statistics/monthly-statistical-bulletin/er-ir/er-eeri-daily/',
  termsUrl: 'https://www.hkma.gov.hk/eng/disclaimer/',
  timezone: 'Asia/Hong_Kong',
  schedule: '0 18 3-12 * *',
  cadence: 'monthly',
  historyFrom: '1981-01-02',
  dated: 'made',
  notes:
    'Daily rates, published once a month in the days after its end. Effective exchange rate indices are left ' +
    'out. The document has binary floating-point numbers; the decimal digits that they stand for are stored.',
  verified: 'recording',

  requested: requestedBetween('from', 'to'),

  async *fetch({ from, to }, http) {
    const days: string[] = []
    for (let offset = 0; offset === days.length; offset += PAGE) {
      const answer = await http.get(
        `${TABLE}?choose=end_of_day&from=${from}&to=${to}&pagesize=${PAGE}&offset=${offset}&sortby=end_of_day&sortorder=desc`
      )
      days.push(...readJson(answer, Answer).result.records.map((record) => record.end_of_day))
      yield answer
    }
    // Pages are ordered newest first. If a page were shorter than requested, the loop would end too early.
    checkStart({ from }, days, LONGEST_GAP)
  },

  parse(publication) {
    return readJson(publication, Answer).result.records.flatMap(({ end_of_day: date, ...fields }) => {
      const rates = skip(Object.entries(fields), 'index of the effective rate', ([field]) => INDEX.test(field))
      return skip(rates, 'no rate', ([, printed]) => printed === NO_RATE).map(([field, printed]) => {
        return { date, base: codeOfField(field), quote: 'HKD', type: 'closing', value: readBinary(printed!) }
      })
    })
  }
})
