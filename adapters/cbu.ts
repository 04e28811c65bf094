import { z } from 'zod'
import { codeOn, daysIn, documentsAt, readCount, readDate, readDecimal, requestedAt, skip, ZERO } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

// The first days of new units that are printed under the code of the old ones.
const SWITCHED = { RUB: '1998-01-06', TRY: '2005-01-04' }

const Answer = z
  .array(
    z.object({
      Ccy: z.string(),
      Nominal: z.string(),
      Rate: z.string(),
      Diff: z.string().nullish(),
      Date: z.string()
    })
  )
  .nonempty()

export default defineSource({
  code: 'cbu',
  name: 'Central Bank of the Republic of Uzbekistan',
  country: 'UZ',
  homeCurrency: 'UZS',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [[62, 84]],
  sourceUrl: 'https://cbu.uz/en/arkhiv-kursov-valyut/',
  timezone: 'Asia/Tashkent',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '1994-07-01',
  dated: 'effective',
  publishes: '16:00',
  notes:
    'For a day without a table the publisher answers with the table in force, which keeps its date. The rouble ' +
    'before 6 January 1998 is stored as RUR, and the lira since 4 January 2005 as TRY, which the tables still call ' +
    'TRL.',
  verified: 'recording',
  pause: 200,
  backfillDays: 60, // one request a day

  requested: requestedAt(/\/([\d-]{10})\/$/),
  fetch: documentsAt((window) =>
    daysIn(window).map((day) => `https://cbu.uz/en/arkhiv-kursov-valyut/json/all/${day}/`)
  ),

  parse(publication) {
    return skip(readJson(publication, Answer), 'no rate', ({ Rate }) => ZERO.test(Rate)).map(
      ({ Ccy, Nominal, Rate, Diff, Date }) => {
        const date = readDate(Date, 'DD.MM.YYYY')
        return {
          date,
          base: codeOn(Ccy, date, SWITCHED),
          quote: 'UZS',
          type: 'official',
          value: readDecimal(Rate),
          unit: readCount(Nominal),
          change: readDecimal(Diff ?? '')
        }
      }
    )
  }
})
