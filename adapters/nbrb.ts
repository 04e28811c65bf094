import { z } from 'zod'
import { askedFor } from './kit/asked.ts'
import { addDays, daysIn, isDate } from './kit/dates.ts'
import { readJson } from './kit/json.ts'
import { readCount, readDecimal } from './kit/numbers.ts'
import { defineSource } from './source.ts'

const RATES = 'https://api.nbrb.by/exrates/rates'
const SET_DAILY = 0

const Table = z.array(z.object({
  Date: z.string().endsWith('T00:00:00').transform((time) => time.slice(0, 10)).refine(isDate, 'no such day'),
  Cur_Abbreviation: z.string(),
  Cur_Scale: z.string(),
  Cur_OfficialRate: z.string()
}))

export default defineSource({
  code: 'nbrb',
  name: 'National Bank of the Republic of Belarus',
  country: 'BY',
  homeCurrency: 'BYN',
  kind: 'central_bank',
  rateTypes: ['official'],
  sourceUrl: 'https://www.nbrb.by/engl/statistics/rates/ratesdaily.asp',
  timezone: 'Europe/Minsk',
  schedule: '0 14 * * 1-5',
  cadence: 'daily',
  historyFrom: '2016-07-01',
  dated: 'effective',
  notes: 'Every calendar day has rates; weekends repeat the last table. Rates before the new rouble of July 2016, and the monthly rates of other currencies, are left out.',
  verified: 'recording',
  backfillDays: 30, // one request a day

  asked: askedFor('ondate'),

  async * fetch ({ from, to }, http) {
    // The table of tomorrow is out this afternoon.
    for (const date of daysIn({ from, to: addDays(to, 1) })) {
      const table = await http.find(`${RATES}?ondate=${date}&periodicity=${SET_DAILY}`)
      if (table) yield table
    }
  },

  parse (publication) {
    return readJson(publication, Table).map((rate) => {
      return { date: rate.Date, base: rate.Cur_Abbreviation, quote: 'BYN', type: 'official', value: readDecimal(rate.Cur_OfficialRate), unit: readCount(rate.Cur_Scale) }
    })
  }
})
