import { z } from 'zod'
import { addDays, documentsAt, readDate, readDecimal, requestedAt } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const DATASET = 'https://www.datos.gov.co/resource/32sa-8pi3.json'
const MAX_ROWS = 50_000 // more than there are days in the whole history

// An empty list for a window without a rate.
const Rates = z.array(
  z.object({
    valor: z.string(),
    unidad: z.literal('COP'),
    vigenciadesde: z.string(),
    vigenciahasta: z.string()
  })
)

const readDay = (printed: string) => readDate(printed, 'YYYY-MM-DDT00:00:00.000')

export default defineSource({
  code: 'sfc',
  name: 'Financial Superintendence of Colombia',
  country: 'CO',
  homeCurrency: 'COP',
  kind: 'monetary_authority',
  rateTypes: ['representative'],
  pairs: [[1, 1]],
  sourceUrl:
    'https://www.datos.gov.co/Econom-a-y-Finanzas/Tasa-de-Cambio-Representativa-del-Mercado-TRM/32sa-8pi3/about_data',
  timezone: 'America/Bogota',
  schedule: '35 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '1991-12-02',
  dated: 'effective',
  publishes: '18:30',
  notes:
    'The representative market rate (TRM) of the dollar. A rate that is valid for several days, such as ' +
    'Saturday to Monday, is one row with the first of these days.',
  verified: 'recording',
  backfillDays: 20_000, // the whole history is one answer

  requested: requestedAt(/>='([\d-]{10})T[^<>]*<='([\d-]{10})T/),
  fetch: documentsAt(({ from, to }) => {
    // The request covers a week more on both sides, because a rate may have begun before the window, and the publisher
    // announces a rate on the evening before its day.
    const where = `vigenciadesde>='${addDays(from, -7)}T00:00:00.000' AND vigenciadesde<='${addDays(to, 7)}T00:00:00.000'`
    return [`${DATASET}?$where=${encodeURIComponent(where)}&$order=vigenciadesde%20ASC&$limit=${MAX_ROWS}`]
  }),

  parse(publication) {
    return readJson(publication, Rates).map(({ valor, vigenciadesde, vigenciahasta }) => {
      const date = readDay(vigenciadesde)
      return {
        date,
        base: 'USD',
        quote: 'COP',
        type: 'representative',
        value: readDecimal(valor),
        validFrom: date,
        validTo: readDay(vigenciahasta)
      }
    })
  }
})
