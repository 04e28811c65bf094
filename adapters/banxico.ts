import { z } from 'zod'
import { addDays, documentFor, readDate, readDecimal, requestedAt, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const API = 'https://www.banxico.org.mx/SieAPIRest/service/v1/series'

// The FIX, by the day on which it is determined, and the quotations of other currencies.
const REFERENCE = { SF43718: 'USD', SF46410: 'EUR', SF46407: 'GBP', SF46406: 'JPY', SF60632: 'CAD' }
// The FIX, by the day on which it settles obligations: two bank business days after it is determined.
const SETTLEMENT = { SF60653: 'USD' }
const CURRENCIES = { ...REFERENCE, ...SETTLEMENT }

const NO_RATE = 'N/E' // not available

const Series = z.strictObject({
  idSerie: z.enum(Object.keys(CURRENCIES) as Array<keyof typeof CURRENCIES>),
  titulo: z.string(),
  // Absent from a series without an observation in the window.
  datos: z.array(z.object({ fecha: z.string(), dato: z.string() })).default([])
})
const Answer = z.object({ bmx: z.object({ series: z.array(Series).min(1) }) })

const LONGEST_GAP = 20 // days without a rate

export default defineSource({
  code: 'banxico',
  name: 'Bank of Mexico',
  country: 'MX',
  homeCurrency: 'MXN',
  kind: 'central_bank',
  rateTypes: ['reference', 'settlement'],
  pairs: [[1, 7]],
  sourceUrl: 'https://www.banxico.org.mx/tipcamb/main.do?page=tip&idioma=en',
  termsUrl: 'https://www.banxico.org.mx/footer-en/terms-and-conditions.html',
  timezone: 'America/Mexico_City',
  schedule: '0 13 * * 1-5',
  cadence: 'daily',
  historyFrom: '1991-11-12',
  dated: 'made',
  publishes: '13:00',
  notes:
    'The FIX is stored by the day on which it is determined (reference) and by the day on which it settles ' +
    'obligations, two bank business days later (settlement). The settlement series was written from a public ' +
    'description. The monthly equivalents of other currencies in dollars are the source banxico_equivalence.',
  restated: ['MXN'],
  verified: 'recording',
  credentials: [{ name: 'BANXICO_API_KEY', where: 'https://www.banxico.org.mx/SieAPIRest/service/v1/token' }],

  requested: requestedAt(/\/datos\/([\d-]+)\/([\d-]+)$/),

  async *fetch({ from, to }, http) {
    const headers = { 'bmx-token': http.credential('BANXICO_API_KEY') }
    yield await http.get(`${API}/${Object.keys(REFERENCE).join()}/datos/${from}/${to}`, { headers })
    // Holidays can postpone the settlement day by which today's FIX is published.
    const settlement = await documentFor(
      { from, to },
      LONGEST_GAP,
      http,
      `${API}/${Object.keys(SETTLEMENT).join()}/datos/${from}/${addDays(to, 7)}`,
      { headers }
    )
    if (settlement) yield settlement
  },

  parse(publication) {
    return readJson(publication, Answer).bmx.series.flatMap(({ idSerie, datos }) =>
      skip(datos, 'no rate', ({ dato }) => dato === NO_RATE).map(({ fecha, dato }) => ({
        date: readDate(fecha, 'DD/MM/YYYY'),
        base: CURRENCIES[idSerie],
        quote: 'MXN',
        type: idSerie in SETTLEMENT ? 'settlement' : 'reference',
        value: readDecimal(dato)
      }))
    )
  }
})
