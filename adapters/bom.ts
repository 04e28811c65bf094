import { z } from 'zod'
import { answersAt, atLeastOne, jsonPost, readDate, readDecimal, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const PAGE = 'https://www.mongolbank.mn/en/currency-rate-movement'

const CODES: Record<string, string> = { SDR: 'XDR' }
const NO_RATE = new Set([null, '', '0.00'])

const Day = z.object({ RATE_DATE: z.string() }).catchall(z.string().nullable())
const Answer = z.object({ success: z.literal(true), data: z.array(Day) })

export default defineSource({
  code: 'bom',
  name: 'Bank of Mongolia',
  country: 'MN',
  homeCurrency: 'MNT',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [[32, 43]],
  sourceUrl: PAGE,
  timezone: 'Asia/Ulaanbaatar',
  schedule: '30 10 * * 1-5',
  cadence: 'daily',
  historyFrom: '2001-01-02',
  dated: 'made',
  publishes: '10:30',
  notes: 'Gold and silver are in tögrög per troy ounce. The lev is still printed although it has been withdrawn.',
  verified: 'recording',
  backfillDays: 20_000, // the answer holds the whole history, whatever days are requested

  fetch: answersAt(`${PAGE}/data`, ({ from, to }) => [
    jsonPost({ startDate: from, endDate: to }, { accept: 'application/json' })
  ]),

  parse(publication) {
    return atLeastOne(readJson(publication, Answer).data, 'day').flatMap(({ RATE_DATE: day, ...figures }) =>
      skip(Object.entries(figures), 'no rate', ([, printed]) => NO_RATE.has(printed ?? null)).map(
        ([code, printed]) => ({
          date: readDate(day, 'YYYY-MM-DD'),
          base: CODES[code] ?? code,
          quote: 'MNT',
          type: 'official',
          value: readDecimal(printed!)
        })
      )
    )
  }
})
