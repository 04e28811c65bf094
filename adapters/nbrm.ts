import { z } from 'zod'
import {
  addDays,
  documentsAt,
  isDate,
  readCount,
  readDecimal,
  requestedBetween,
  skip,
  spansOf,
  writeDate
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const LISTS = 'https://www.nbrm.mk/KLServiceNOV/GetExchangeRate'

const ECU = 'XBA' // ISO 4217 assigns this code to another unit of account
const FIRST_EUROS = '1999-01-01' // from this day on, the line of the ECU repeats that of the euro

const List = z.array(
  z.object({
    datum: z
      .string()
      .endsWith('T00:00:00')
      .transform((time) => time.slice(0, 10))
      .refine(isDate, 'no such day'),
    oznaka: z.string().trim(),
    nomin: z.string(),
    sreden: z.string()
  })
)

export default defineSource({
  code: 'nbrm',
  name: 'National Bank of the Republic of North Macedonia',
  country: 'MK',
  homeCurrency: 'MKD',
  kind: 'central_bank',
  rateTypes: ['middle'],
  pairs: [[26, 36]],
  sourceUrl: 'https://www.nbrm.mk/kursna_lista-en.nspx',
  timezone: 'Europe/Skopje',
  schedule: '0 13 * * 1-5',
  cadence: 'daily',
  historyFrom: '1994-01-01',
  dated: 'effective',
  publishes: '13:00',
  notes:
    'Every calendar day has rates; weekends and holidays repeat the last list. The lists of 1993, the year of ' +
    'the new denar, are left out. The ECU is printed as XBA, and in 1999 again with the rate of the euro, which is ' +
    'left out.',
  unread: {
    '$.rBr': 'the number of the table'
  },
  verified: 'recording',
  pause: 500,

  requested: requestedBetween('StartDate', 'EndDate', 'DD.MM.YYYY'),

  // Tomorrow's list is published this afternoon.
  fetch: documentsAt(({ from, to, today }) =>
    spansOf({ from, to: addDays(to, 1), today }, 90).map((span) => {
      return `${LISTS}?StartDate=${writeDate(span.from, 'DD.MM.YYYY')}&EndDate=${writeDate(span.to, 'DD.MM.YYYY')}&format=json`
    })
  ),

  parse(publication) {
    return skip(
      readJson(publication, List),
      'the euro as the ECU',
      ({ oznaka, datum }) => oznaka === ECU && datum >= FIRST_EUROS
    ).map(({ datum, oznaka, nomin, sreden }) => {
      return {
        date: datum,
        base: oznaka === ECU ? 'XEU' : oznaka,
        quote: 'MKD',
        type: 'middle',
        value: readDecimal(sreden),
        unit: readCount(nomin)
      }
    })
  }
})
