import { z } from 'zod'
import { askedBetween } from './kit/asked.ts'
import { addDays, readDate, spansOf, writeDate } from './kit/dates.ts'
import { readJson } from './kit/json.ts'
import { readCount, readDecimal } from './kit/numbers.ts'
import { againstCopy } from './kit/twice.ts'
import { defineSource } from './source.ts'

const Tables = z.array(z.object({ exchangedate: z.string(), cc: z.string(), rate: z.string(), units: z.string(), rate_per_unit: z.string().optional() })).min(1)

const compact = (date: string) => writeDate(date, 'YYYYMMDD')

export default defineSource({
  code: 'nbu',
  name: 'National Bank of Ukraine',
  country: 'UA',
  homeCurrency: 'UAH',
  kind: 'central_bank',
  rateTypes: ['official'],
  sourceUrl: 'https://bank.gov.ua/en/markets/exchangerates',
  termsUrl: 'https://bank.gov.ua/en/useterms',
  timezone: 'Europe/Kyiv',
  schedule: '5 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '1999-01-04',
  dated: 'effective',
  publishes: '16:00',
  notes: 'On weekends the publisher repeats the table before.',
  verified: 'recording',

  asked: askedBetween('start', 'end', 'YYYYMMDD'),

  async * fetch (window, http) {
    // Tomorrow's table is out in the afternoon.
    for (const { from, to } of spansOf({ ...window, to: addDays(window.to, 1) }, 365)) {
      yield await http.get(`https://bank.gov.ua/NBU_Exchange/exchange_site?start=${compact(from)}&end=${compact(to)}&sort=exchangedate&order=asc&json`)
    }
  },

  parse (publication) {
    return readJson(publication, Tables).map(({ exchangedate, cc, rate, units, rate_per_unit: perUnit }) => {
      const [value, unit] = [readDecimal(rate), readCount(units)]
      return { date: readDate(exchangedate, 'DD.MM.YYYY'), base: cc, quote: 'UAH', type: 'official', value, unit, contradicted: againstCopy(value, perUnit, unit) }
    })
  }
})
