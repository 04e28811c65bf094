import { z } from 'zod'
import { documentsAt, figuresOf, readDate, readDecimal, requestedFor, weekdaysIn, ZERO_OR_EMPTY } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const TYPES = { weighted_average: 'weighted_average', buying: 'buy', selling: 'sell' }

// A day without rates has no data.
const Day = z.object({
  data: z.array(
    z.object({
      date: z.string(),
      buying: z.string().nullable(),
      selling: z.string().nullable(),
      weighted_average: z.string().nullable(),
      currency: z.object({ code: z.string() })
    })
  )
})

export default defineSource({
  code: 'nbe',
  name: 'National Bank of Ethiopia',
  country: 'ET',
  homeCurrency: 'ETB',
  kind: 'central_bank',
  rateTypes: ['weighted_average', 'buy', 'sell'],
  pairs: [[15, 23]],
  sourceUrl: 'https://nbe.gov.et/exchange-rate/',
  timezone: 'Africa/Addis_Ababa',
  schedule: '0 13 * * 1-5',
  cadence: 'daily',
  historyFrom: '2024-10-01',
  dated: 'made',
  publishes: '13:00',
  notes: 'History before October 2024 has not been tried.',
  verified: 'recording',
  pause: 200,
  backfillDays: 60, // one request a day

  requested: requestedFor('date'),
  fetch: documentsAt((window) =>
    weekdaysIn(window).map((day) => `https://api.nbe.gov.et/api/filter-exchange-rates?date=${day}`)
  ),

  parse(publication) {
    return readJson(publication, Day).data.flatMap((rate) =>
      figuresOf(TYPES, (column) => rate[column], ZERO_OR_EMPTY).map(({ type, printed }) => ({
        date: readDate(rate.date, 'YYYY-MM-DD'),
        base: rate.currency.code,
        quote: 'ETB',
        type,
        value: readDecimal(printed)
      }))
    )
  }
})
