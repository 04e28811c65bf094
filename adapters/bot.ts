import { z } from 'zod'
import { excerpt, figuresOf, readCount, readDate, readDecimal, requestedBetween, spansOf } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const RATES = 'https://gateway.api.bot.or.th/Stat-ExchangeRate/v2/DAILY_AVG_EXG_RATE/'

// In the order of the source's rate types.
const FIGURES = {
  mid_rate: 'mid',
  buying_transfer: 'transfer_buy',
  buying_sight: 'sight_buy',
  selling: 'sell'
} as const
const NO_RATE = ''

// Only the name has the unit; the report's heading is `1 Unit` for every currency.
const UNIT = /\((\d[\d,]*) / // INDONESIA : RUPIAH (1,000 RUPIAH) (IDR)
const DIGIT = /\d/

const Answer = z.object({
  result: z.object({
    data: z.object({
      data_detail: z.array(
        z.object({
          period: z.string(),
          currency_id: z.string(),
          currency_name_eng: z.string(),
          buying_sight: z.string(),
          buying_transfer: z.string(),
          selling: z.string(),
          mid_rate: z.string()
        })
      )
    })
  })
})

function unitOf(name: string): number {
  const [, unit] = UNIT.exec(name) ?? []
  if (!unit && DIGIT.test(name)) throw new LayoutError('a name like JAPAN : YEN (100 YEN) (JPY)', excerpt(name))
  return readCount(unit ?? '1')
}

export default defineSource({
  code: 'bot',
  name: 'Bank of Thailand',
  country: 'TH',
  homeCurrency: 'THB',
  kind: 'central_bank',
  rateTypes: ['mid', 'transfer_buy', 'sight_buy', 'sell'],
  pairs: [[16, 22]],
  sourceUrl: 'https://www.bot.or.th/en/statistics/exchange-rate.html',
  timezone: 'Asia/Bangkok',
  schedule: '35 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '2002-01-02',
  dated: 'made',
  publishes: '18:30',
  notes:
    'Average rates of the commercial banks in Bangkok: mid, buying by telegraphic transfer, buying of sight ' +
    'bills, and selling. The weighted-average interbank rate of the dollar, a separate publication, is left out.',
  verified: 'recording',
  credentials: [{ name: 'BOT_API_KEY', where: 'https://portal.api.bot.or.th/' }],

  requested: requestedBetween('start_period', 'end_period'),

  async *fetch(window, http) {
    const headers = { authorization: http.credential('BOT_API_KEY'), accept: 'application/json' }
    for (const { from, to } of spansOf(window, 30))
      yield await http.get(`${RATES}?start_period=${from}&end_period=${to}`, { headers })
  },

  parse(publication) {
    const { data_detail: records } = readJson(publication, Answer).result.data
    return records.flatMap((record) =>
      figuresOf(FIGURES, (field) => record[field], NO_RATE).map(({ type, printed }) => {
        const date = readDate(record.period, 'YYYY-MM-DD')
        return {
          date,
          base: record.currency_id,
          quote: 'THB',
          type,
          value: readDecimal(printed),
          unit: unitOf(record.currency_name_eng)
        }
      })
    )
  }
})
