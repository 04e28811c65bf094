import { z } from 'zod'
import { addDays, excerpt, readDate, readDecimal, requestedBetween, skip, writeDate } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const API = 'https://www.stat-search.boj.or.jp/api/v1/getDataCode'

// The rates at 17:00 in Tokyo.
const SERIES: Record<string, { unit: string; base: string; quote: string }> = {
  FXERD04: { unit: 'Yen per U.S. Dollar', base: 'USD', quote: 'JPY' },
  FXERD34: { unit: 'U.S. Dollar per Euro', base: 'EUR', quote: 'USD' }
}

const NO_RATE = 'null' // a day without a rate, or not yet published

const Values = z
  .object({ SURVEY_DATES: z.array(z.string()), VALUES: z.array(z.string().nullable().transform(String)) })
  .refine((it) => it.SURVEY_DATES.length === it.VALUES.length, 'as many values as dates')
const Series = z.object({ SERIES_CODE: z.string(), UNIT: z.string(), FREQUENCY: z.literal('DAILY'), VALUES: Values })
const Answer = z.object({
  STATUS: z.literal('200'),
  NEXTPOSITION: z.string().nullable(),
  RESULTSET: z.array(Series).min(1)
})

function readSeries({
  SERIES_CODE: code,
  UNIT: unit,
  VALUES: { SURVEY_DATES: dates, VALUES: values }
}: z.infer<typeof Series>): Row[] {
  const series = SERIES[code]
  if (series?.unit !== unit) {
    throw new LayoutError(`${code} in ${series?.unit ?? 'no unit, since it was not requested'}`, excerpt(unit))
  }
  const days = skip(
    values.map((printed, index) => ({ day: dates[index]!, printed })),
    'no rate',
    ({ printed }) => printed === NO_RATE
  )
  return days.map(({ day, printed }) => ({
    date: readDate(day, 'YYYYMMDD'),
    base: series.base,
    quote: series.quote,
    type: 'spot',
    value: readDecimal(printed)
  }))
}

export default defineSource({
  code: 'boj',
  name: 'Bank of Japan',
  country: 'JP',
  homeCurrency: 'JPY',
  kind: 'central_bank',
  rateTypes: ['spot'],
  pairs: [[1, 3]],
  sourceUrl: 'https://www.stat-search.boj.or.jp/index_en.html',
  termsUrl: 'https://www.stat-search.boj.or.jp/info/api_notice_en.pdf',
  timezone: 'Asia/Tokyo',
  schedule: '5 9 * * 1-5',
  cadence: 'daily',
  historyFrom: '1998-01-05',
  dated: 'made',
  terms: 'Asks for a credit line and for no frequent access.',
  notes:
    'Spot rates at 17:00 in Tokyo: the dollar in yen and the euro in dollars. They are published some business ' +
    'days later. The rates at 9:00 and the central rate of the dollar are left out.',
  unread: {
    '$.NEXTPOSITION': 'the place of the next page'
  },
  verified: 'recording',
  pause: 1000,
  backfillDays: 3660,

  requested: requestedBetween('startDate', 'endDate', 'YYYYMM'),

  async *fetch({ from, to }, http) {
    // Whole months, and two more weeks because the data lag.
    const months = `startDate=${writeDate(addDays(from, -14), 'YYYYMM')}&endDate=${writeDate(to, 'YYYYMM')}`
    let next: string | null = ''
    while (next !== null) {
      const position = next && `&startPosition=${next}`
      const answer = await http.get(
        `${API}?format=json&lang=en&db=FM08&code=${Object.keys(SERIES).join()}&${months}${position}`
      )
      next = readJson(answer, Answer).NEXTPOSITION
      yield answer
    }
  },

  parse(publication) {
    return readJson(publication, Answer).RESULTSET.flatMap(readSeries)
  }
})
