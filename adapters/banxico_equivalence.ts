import { z } from 'zod'
import { addMonths, documentFor, endOfMonth, readDate, readDecimal, requestedAt, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const API = 'https://www.banxico.org.mx/SieAPIRest/service/v1/series'
const MOST = 20 // series of one request

// The series of each currency: US dollars per unit, and then pesos.
// prettier-ignore
const CURRENCIES = {
  SF57794: 'AED', SF57730: 'ARS', SF57752: 'AUD', SF57758: 'BBD', SF57762: 'BOB', SF57764: 'BRL', SF57754: 'BSD',
  SF57760: 'BZD', SF57904: 'CHF', SF57750: 'CLP', SF57772: 'CNY', SF57780: 'CRC', SF57784: 'CUP', SF57880: 'CZK',
  SF57788: 'DKK', SF57748: 'DZD', SF57790: 'EGP', SF57922: 'EUR', SF57808: 'FJD', SF57814: 'GBP', SF57816: 'GTQ',
  SF57818: 'GYD', SF57822: 'HTG', SF57826: 'HUF', SF57834: 'ILS', SF57828: 'INR', SF57832: 'IQD', SF57836: 'JMD',
  SF57840: 'KES', SF57844: 'KWD', SF57854: 'MAD', SF57846: 'MYR', SF57860: 'NGN', SF57858: 'NIO', SF57862: 'NOK',
  SF57866: 'NZD', SF57870: 'PAB', SF57874: 'PEN', SF57810: 'PHP', SF57876: 'PLN', SF57872: 'PYG', SF57892: 'RON',
  SF57806: 'RUB', SF57746: 'SAR', SF57902: 'SEK', SF57896: 'SGD', SF57792: 'SVC', SF57908: 'THB', SF57916: 'TRY',
  SF57914: 'TTD', SF57910: 'TWD', SF57918: 'UAH', SF57920: 'UYU', SF57924: 'VES', SF57926: 'VND', SF57786: 'XDR',
  SF57882: 'ZAR'
}
const IDS = Object.keys(CURRENCIES) as Array<keyof typeof CURRENCIES>

const LONGEST_GAP = 92 // days without a table
const NO_RATE = 'N/E' // not available

const Series = z.strictObject({
  idSerie: z.enum(IDS),
  titulo: z.string(),
  // Absent from a series without an observation in the window.
  datos: z.array(z.object({ fecha: z.string(), dato: z.string() })).default([])
})
const Answer = z.object({ bmx: z.object({ series: z.array(Series).min(1) }) })

export default defineSource({
  code: 'banxico_equivalence',
  name: 'Bank of Mexico (equivalence with the dollar)',
  country: 'MX',
  homeCurrency: 'USD',
  kind: 'central_bank',
  rateTypes: ['equivalence'],
  pairs: [[1, 20]],
  sourceUrl: 'https://www.banxico.org.mx/tipcamb/main.do?page=tip&idioma=en',
  termsUrl: 'https://www.banxico.org.mx/footer-en/terms-and-conditions.html',
  timezone: 'America/Mexico_City',
  schedule: '0 13 1-10 * *',
  cadence: 'monthly',
  historyFrom: '2002-01-31',
  dated: 'period',
  notes:
    'The values of currencies in US dollars at the end of a month, for article 20 of the tax code; published in ' +
    'the first days of the next month. The series ids come from public catalogues; no answer was seen. The Colombian ' +
    'peso, the won and the rupiah, which the notice prints for 1000 units, are left out, because the units of their ' +
    'series are not known. The Canadian dollar, the yen, the Hong Kong dollar and the lempira are left out, because ' +
    'their series ids are not known.',
  verified: 'description',
  credentials: [{ name: 'BANXICO_API_KEY', where: 'https://www.banxico.org.mx/SieAPIRest/service/v1/token' }],

  // A monthly observation has the first day of its month.
  requested: requestedAt(/\/datos\/([\d-]+)\/([\d-]+)$/, 'YYYY-MM-DD', { late: 31 }),

  async *fetch({ from, to }, http) {
    const headers = { 'bmx-token': http.credential('BANXICO_API_KEY') }
    for (let first = 0; first < IDS.length; first += MOST) {
      const answer = await documentFor(
        { from, to },
        LONGEST_GAP,
        http,
        `${API}/${IDS.slice(first, first + MOST).join()}/datos/${addMonths(from.slice(0, 7), -1)}-01/${to}`,
        { headers }
      )
      if (answer) yield answer
    }
  },

  parse(publication) {
    return readJson(publication, Answer).bmx.series.flatMap(({ idSerie, datos }) =>
      skip(datos, 'no rate', ({ dato }) => dato === NO_RATE).map(({ fecha, dato }) => ({
        date: endOfMonth(readDate(fecha, 'DD/MM/YYYY').slice(0, 7)),
        base: CURRENCIES[idSerie],
        quote: 'USD',
        type: 'equivalence',
        value: readDecimal(dato)
      }))
    )
  }
})
