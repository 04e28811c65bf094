import { z } from 'zod'
import { checkSubject, figuresOf, monthsIn, readBinary, readCount, requestedAt, writeDate, ZERO } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, type Row } from './source.ts'

const API = 'https://api.bnm.gov.my/public/exchange-rate'
const SESSION = '0900' // the bank publishes four sessions a day
const HEADERS = { accept: 'application/vnd.BNM.API.v1+json' }

const CODES: Record<string, string> = { SDR: 'XDR' }
const TYPES = { middle_rate: 'middle', buying_rate: 'buy', selling_rate: 'sell' }

const figure = z.string().nullable() // the SDR has only a middle rate
const Rate = z.object({ date: z.iso.date(), middle_rate: figure, buying_rate: figure, selling_rate: figure })
const Currency = z.object({ currency_code: z.string(), unit: z.string() })

const Answer = z.object({
  data: z.union([
    z.array(Currency.extend({ rate: Rate.transform((rate) => [rate]) })), // the newest rate of each currency
    Currency.extend({ rate: z.array(Rate) }).transform((currency) => [currency]), // a currency's rates of a month
    z.null().transform(() => []) // a month without rates
  ]),
  meta: z.object({ quote: z.literal('rm'), session: z.literal(SESSION) }) // ringgit per unit, not the reverse
})

function readCurrency({ currency_code: code, unit, rate }: z.infer<typeof Answer>['data'][number]): Row[] {
  return rate.flatMap((day) =>
    figuresOf(TYPES, (column) => day[column], ZERO).map(({ type, printed }) => ({
      date: day.date,
      base: CODES[code] ?? code,
      quote: 'MYR',
      type,
      value: readBinary(printed),
      unit: readCount(unit)
    }))
  )
}

export default defineSource({
  code: 'bnm',
  name: 'Bank Negara Malaysia',
  country: 'MY',
  homeCurrency: 'MYR',
  kind: 'central_bank',
  rateTypes: ['middle', 'buy', 'sell'],
  pairs: [
    [1, 1],
    [21, 31]
  ],
  sourceUrl: 'https://www.bnm.gov.my/exchange-rates',
  timezone: 'Asia/Kuala_Lumpur',
  schedule: '35 12 * * 1-5',
  cadence: 'daily',
  historyFrom: '2006-01-03',
  dated: 'made',
  notes:
    'The 09:00 session; those of 11:30, 12:00 and 17:00 are left out. The document has binary floating-point ' +
    'numbers; the decimal digits that they stand for are stored.',
  unread: {
    '$.meta.session': 'the time of the session'
  },
  verified: 'recording',
  pause: 1000,

  requested: requestedAt(/\/year\/(\d{4}\/month\/\d{1,2})/, 'YYYY/month/M'),

  async *fetch(window, http) {
    const latest = await http.get(`${API}?session=${SESSION}`, { headers: HEADERS })
    yield latest
    for (const month of monthsIn(window)) {
      for (const { currency_code: code } of readJson(latest, Answer).data) {
        yield await http.get(`${API}/${code}/${writeDate(month, 'year/YYYY/month/M')}?session=${SESSION}`, {
          headers: HEADERS
        })
      }
    }
  },

  parse(publication) {
    const [, wanted] = /\/(\w+)\/year\//.exec(publication.request.url) ?? []
    const { data } = readJson(publication, Answer)
    if (wanted) for (const { currency_code: code } of data) checkSubject(wanted, code)
    return data.flatMap(readCurrency)
  }
})
