import { z } from 'zod'
import {
  codeOn,
  distinctRows,
  figuresOf,
  isDate,
  readCount,
  readDecimal,
  requestedAt,
  weekdaysIn
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

const TRANSFERS = 'https://api.centralbankofmorocco.ma/cours/Version1/api/CoursVirement'
const TIME = 'T12:30:00' // the time of a table
const FIRST_DAY_OF_THE_TIME = '2016-01-04' // older tables were published at other times, so requests name only the day

// New tables print the middle rate; old ones print buying and selling rates.
const TYPES = { moyen: 'average', achat: 'buy', vente: 'sell' } as const
const KINDS = new Set(['average', 'buy,sell', 'average,buy,sell'])
const NO_RATE = ''

const Table = z.array(
  z.object({
    date: z
      .string()
      .transform((time) => time.slice(0, 10))
      .refine(isDate, 'no such day'),
    libDevise: z.string(),
    uniteDevise: z.string(),
    moyen: z.string().nullish(),
    achat: z.string().nullish(),
    vente: z.string().nullish()
  })
)

const SWITCHED = { MRU: '2018-01-03' } // the table kept printing MRO, the code of the old ouguiya

export default defineSource({
  code: 'bam',
  name: 'Bank Al-Maghrib',
  country: 'MA',
  homeCurrency: 'MAD',
  kind: 'central_bank',
  rateTypes: ['average', 'buy', 'sell'],
  pairs: [[25, 34]],
  sourceUrl: 'https://apihelpdesk.centralbankofmorocco.ma/apis',
  timezone: 'Africa/Casablanca',
  schedule: '0 15 * * 1-5',
  cadence: 'daily',
  historyFrom: '1999-01-04',
  dated: 'made',
  publishes: '15:00',
  notes:
    'Rates for transfers: average rates today, buying and selling rates in old tables. Banknote rates, a ' +
    'separate publication, are left out. On some days of 2018, such as 17 April, the ouguiya is printed per 100 ' +
    'while its unit reads 1.',
  verified: 'recording',
  credentials: [{ name: 'BAM_API_KEY', where: 'https://apihelpdesk.centralbankofmorocco.ma/' }],
  pause: 1000,
  backfillDays: 30, // one request a day

  requested: requestedAt(/date=([\d-]{10})/),

  async *fetch(window, http) {
    const headers = { 'ocp-apim-subscription-key': http.credential('BAM_API_KEY') }
    for (const day of weekdaysIn(window)) {
      const date = day < FIRST_DAY_OF_THE_TIME ? day : `${day}${TIME}`
      yield await http.get(`${TRANSFERS}?date=${date}`, { headers })
    }
  },

  parse(publication) {
    // Some tables repeat their lines.
    return distinctRows(
      readJson(publication, Table).flatMap((line) => {
        const rates = figuresOf(TYPES, (field) => line[field], NO_RATE).map(({ type, printed }) => ({
          type,
          value: readDecimal(printed)
        }))
        if (!KINDS.has(rates.map(({ type }) => type).join())) {
          throw new LayoutError('moyen, or achat and vente', line.libDevise)
        }
        const currency = {
          date: line.date,
          base: codeOn(line.libDevise, line.date, SWITCHED),
          quote: 'MAD',
          unit: readCount(line.uniteDevise)
        }
        return rates.map((rate) => ({ ...currency, ...rate }))
      })
    )
  }
})
