import { z } from 'zod'
import { daysIn, documentsAt, readDecimal, readUnixTime, requestedAt, skip, writeDate, ZERO } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const RATES = 'https://forex.cbm.gov.mm/api/'

// The document does not print its units; these follow from the rate of the dollar.
const UNITS: Record<string, number> = { JPY: 100, KRW: 100, IDR: 100, VND: 100, KHR: 100, LAK: 100 }

// For a day without rates, the list of rates or the whole answer is an empty list.
const Nothing = z.array(z.never())
const Table = z.object({
  info: z.literal('Central Bank of Myanmar'),
  timestamp: z.string(),
  rates: z.union([Nothing, z.record(z.string(), z.string())])
})
const Answer = z.union([Nothing, Table])

export default defineSource({
  code: 'cbm',
  name: 'Central Bank of Myanmar',
  country: 'MM',
  homeCurrency: 'MMK',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[31, 44]],
  sourceUrl: 'https://forex.cbm.gov.mm/index.php/fxrate',
  timezone: 'Asia/Yangon',
  schedule: '30 15 * * 1-6',
  cadence: 'daily',
  historyFrom: '2012-04-02',
  dated: 'made',
  notes:
    'The publisher does not print units; 100 for JPY, KRW, IDR, VND, KHR and LAK follows from the rate of the ' +
    'dollar. The first years have gaps.',
  verified: 'recording',
  pause: 200,
  backfillDays: 60, // one request a day

  requested: requestedAt(/\/history\/([\d-]+)$/, 'DD-MM-YYYY'),
  fetch: documentsAt((window) =>
    daysIn(window).map((day) => {
      return RATES + (day === window.today ? 'latest' : `history/${writeDate(day, 'DD-MM-YYYY')}`)
    })
  ),

  parse(publication) {
    const answer = readJson(publication, Answer)
    if (Array.isArray(answer)) return []
    const date = readUnixTime(answer.timestamp).slice(0, 10) // midnight or 08:00 in UTC: the same day in Yangon
    return skip(Object.entries(answer.rates), 'no rate', ([, rate]) => ZERO.test(rate)).map(([base, rate]) => {
      return { date, base, quote: 'MMK', type: 'reference', value: readDecimal(rate), unit: UNITS[base] ?? 1 }
    })
  }
})
