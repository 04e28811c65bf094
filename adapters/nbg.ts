import { z } from 'zod'
import {
  addDays,
  againstCopy,
  atLeastOne,
  daysIn,
  documentsAt,
  isDate,
  readCount,
  readDecimal,
  requestedFor
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const TABLES = 'https://nbg.gov.ge/gw/api/ct/monetarypolicy/currencies/'

// Midnight UTC stands for the day itself.
const day = z
  .string()
  .endsWith('T00:00:00.000Z')
  .transform((time) => time.slice(0, 10))
  .refine(isDate, 'no such day')

// Absent if no rate had been set yet.
const Tables = z
  .array(
    z.object({
      date: day,
      currencies: z.array(
        z.object({
          code: z.string(),
          quantity: z.string(),
          rateFormated: z.string(),
          rate: z.string().optional(),
          diff: z.string().nullish(),
          validFromDate: day
        })
      )
    })
  )
  .max(1)

export default defineSource({
  code: 'nbg',
  name: 'National Bank of Georgia',
  country: 'GE',
  homeCurrency: 'GEL',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [[35, 48]],
  sourceUrl: 'https://nbg.gov.ge/en/monetary-policy/currency',
  timezone: 'Asia/Tbilisi',
  schedule: '5 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '1995-10-14',
  dated: 'effective',
  publishes: '17:01',
  notes: 'A table is valid from the day after it was set until the next table.',
  verified: 'recording',
  pause: 200,
  backfillDays: 30, // one request a day

  requested: requestedFor('date', 'YYYY-MM-DD', { early: 14 }),

  // Tomorrow's table is published this afternoon. For a day without a table of its own, the answer is the table in
  // force.
  fetch: documentsAt(({ from, to }) => daysIn({ from, to: addDays(to, 1) }).map((date) => `${TABLES}?date=${date}`)),

  parse(publication) {
    return readJson(publication, Tables).flatMap(({ date, currencies }) =>
      atLeastOne(currencies, 'currency').map(({ code, quantity, rateFormated, rate, diff }) => {
        const value = readDecimal(rateFormated)
        return {
          date,
          base: code,
          quote: 'GEL',
          type: 'official',
          value,
          unit: readCount(quantity),
          change: readDecimal(diff ?? ''),
          contradicted: againstCopy(value, rate)
        }
      })
    )
  }
})
