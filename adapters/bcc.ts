import { z } from 'zod'
import { documentAt, figuresOf, partsOf, readCount, readDate, readDecimal, readText, ZERO } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const PAGE = 'https://www.bcc.cd/marche-des-changes/cours-de-change'

// The data that the page's scripts load: the tables of all currencies are nested in it, and the rest repeats them.
const HISTORY = /"history":(\{(?:"[A-Z]{3}":\[(?:\{[^{}]*\},?)+\],?)+\})/
const FIGURES = { average: 'average', buy: 'buy', sell: 'sell' } as const

const figure = z.string().nullable()
const History = z.record(z.string(), z.array(z.object({ date: z.string(), unit: z.string(), average: figure, buy: figure, sell: figure })))

export default defineSource({
  code: 'bcc',
  name: 'Banque Centrale du Congo',
  country: 'CD',
  homeCurrency: 'CDF',
  kind: 'central_bank',
  rateTypes: ['average', 'buy', 'sell'],
  sourceUrl: PAGE,
  timezone: 'Africa/Kinshasa',
  schedule: '0 16 * * 1-5',
  cadence: 'daily',
  historyFrom: '2025-09-01',
  dated: 'made',
  notes: 'The page has a table for every day since the end of August 2025 and for one day a week before that. The pages for single days, which print only ten averages, are left out.',
  verified: 'recording',
  backfillDays: 20_000, // the whole history is one answer

  fetch: documentAt(PAGE, { headers: { rsc: '1' } }),

  parse (publication) {
    const [history = ''] = partsOf(readText(publication), HISTORY, '"history" with the days of each currency')
    const currencies = readJson({ ...publication, charset: 'utf-8', body: Buffer.from(history) }, History)
    return Object.entries(currencies).flatMap(([base, days]) => {
      // Of two entries for a day the later one is the bank's correction, which the page of that day shows.
      const latest = [...new Map(days.map((day) => [day.date, day])).values()]
      return latest.flatMap((day) => figuresOf(FIGURES, (field) => day[field], ZERO).map(({ type, printed }) => {
        return { date: readDate(day.date, 'YYYY-MM-DD'), base, quote: 'CDF', type, value: readDecimal(printed), unit: readCount(day.unit) }
      }))
    })
  }
})
