import { z } from 'zod'
import {
  answersAt,
  formPost,
  parameterOf,
  readDate,
  readDecimal,
  requestedBetween,
  skip,
  spansOf,
  withHeaders,
  writeDate
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const SITE = 'https://www.banky-foibe.mg'
const PAGE = `${SITE}/taux-reference`

// The page's own list. The answer does not name its currency.
// prettier-ignore
const CURRENCIES = [
  'EUR', 'USD', 'GBP', 'CHF', 'JPY', 'CAD', 'DKK', 'NOK', 'SEK', 'DJF', 'XDR', 'MUR', 'ZAR', 'AUD', 'HKD', 'SGD',
  'NZD', 'INR', 'CNY'
]
const CURRENCY = 'filterData'

const FIGURES = { coursMid: 'reference', coursMidMax: 'high', coursMidMin: 'low' } as const
const NO_RATE = /^(0(,0*)?)?$/

// The service writes an object without days as an empty list.
const Days = z.union([
  z.record(z.string(), z.string()),
  z.array(z.never()).transform((): Record<string, string> => ({}))
])

const Answer = z.object({
  data: z.object({
    status: z.literal('200'),
    data: z.object({ coursMid: Days, coursMidMax: Days, coursMidMin: Days })
  })
})

export default defineSource({
  code: 'bfm',
  name: 'Banky Foiben’i Madagasikara',
  country: 'MG',
  homeCurrency: 'MGA',
  kind: 'central_bank',
  rateTypes: ['reference', 'high', 'low'],
  pairs: [[1, 27]],
  sourceUrl: PAGE,
  timezone: 'Indian/Antananarivo',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '2018-01-02',
  dated: 'made',
  notes:
    'The reference rates of the interbank market, with the highest and the lowest rate of the day for the euro ' +
    'and the dollar.',
  verified: 'recording',
  pause: 200,

  requested: requestedBetween('dateFilterDebut', 'dateFilterFin', 'YYYY/MM/DD'),
  fetch: answersAt(`${SITE}/admin/wp-json/bfm/cours_mid_en_ar_filter`, (window) =>
    spansOf(window, 365).flatMap(({ from, to }) => {
      const days: Array<[string, string]> = [
        ['dateFilterDebut', writeDate(from, 'YYYY/MM/DD')],
        ['dateFilterFin', writeDate(to, 'YYYY/MM/DD')]
      ]
      return CURRENCIES.map((currency) =>
        withHeaders(formPost([...days, [CURRENCY, currency]]), { origin: SITE, referer: PAGE })
      )
    })
  ),

  parse(publication) {
    const { data } = readJson(publication, Answer).data
    const base = parameterOf(publication, CURRENCY)
    return Object.entries(FIGURES).flatMap(([field, type]) =>
      skip(Object.entries(data[field as keyof typeof FIGURES]), 'no rate', ([, printed]) => NO_RATE.test(printed)).map(
        ([day, printed]) => ({
          date: readDate(day, 'YYYY-MM-DD'),
          base,
          quote: 'MGA',
          type,
          value: readDecimal(printed, ',')
        })
      )
    )
  }
})
