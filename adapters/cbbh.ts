import { z } from 'zod'
import { figuresOf, readCount, readDate, readDecimal, requestedBetween, spansOf, writeDate } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const LISTS = 'https://www.cbbh.ba/CurrencyExchange/'

// In the order of the source's rate types.
const FIGURES = { Middle: 'middle', Buy: 'buy', Sell: 'sell' } as const
const NO_RATE = /^(0([.,]0*)?)?$/

const CODES: Record<string, string> = { XBA: 'XEU', ESB: 'ESP' } // in the lists of 1998

const MIDNIGHT = /T00:00:00$/

const List = z.object({
  Date: z.string(),
  CurrencyExchangeItems: z
    .array(
      z.object({
        AlphaCode: z.string(),
        Units: z.string(),
        Buy: z.string(),
        Middle: z.string(),
        Sell: z.string()
      })
    )
    .nonempty()
})
const Answer = z.union([z.array(List).nonempty(), List.transform((list) => [list])])

export default defineSource({
  code: 'cbbh',
  name: 'Central Bank of Bosnia and Herzegovina',
  country: 'BA',
  homeCurrency: 'BAM',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [[14, 26]],
  sourceUrl: LISTS,
  timezone: 'Europe/Sarajevo',
  schedule: '15 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '1998-01-06',
  dated: 'effective',
  publishes: '16:00',
  notes:
    'A list is made on a business day and valid on the next day; Sundays, Mondays and holidays have none. The ' +
    'euro rate is the parity of the currency board.',
  unread: {
    '$.Comments': 'a text with rates of other days'
  },
  verified: 'recording',
  pause: 500,

  requested: requestedBetween('dateFrom', 'dateTo'),

  async *fetch(window, http) {
    for (const { from, to } of spansOf(window, 366)) {
      // The service answers 404 both for a span without a list and for an error. After a 404, the newest list before
      // the end of the span must exist.
      const lists = await http.find(`${LISTS}GetJsonForPeriod?dateFrom=${from}&dateTo=${to}`)
      yield lists ?? (await http.get(`${LISTS}GetJson?date=${writeDate(to, 'MM/DD/YYYY')}%2000:00:00`))
    }
  },

  parse(publication) {
    return readJson(publication, Answer).flatMap((list) => {
      const date = readDate(list.Date.replace(MIDNIGHT, ''), 'YYYY-MM-DD')
      return list.CurrencyExchangeItems.flatMap((item) =>
        figuresOf(FIGURES, (field) => item[field], NO_RATE).map(({ type, printed }) => {
          const value = readDecimal(printed, printed.includes(',') ? ',' : '.')
          return {
            date,
            base: CODES[item.AlphaCode] ?? item.AlphaCode,
            quote: 'BAM',
            type,
            value,
            unit: readCount(item.Units)
          }
        })
      )
    })
  }
})
