import { z } from 'zod'
import {
  answersAt,
  endOfMonth,
  jsonPost,
  monthsIn,
  NOTHING,
  parameterOf,
  readCount,
  readDate,
  readDecimal,
  skip,
  writeDate
} from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource } from './source.ts'

const SITE = 'https://e-consulta.sunat.gob.pe'
const PAGE = `${SITE}/cl-at-ittipcam/tcS01Alias`

const TYPES = { V: 'sell', C: 'buy' } as const // venta, compra

// empty on the first of a month, before its first figure
const Month = z.array(
  z.object({
    fecPublica: z.string(),
    valTipo: z.string().regex(/^\d+[.,]\d+$|^-*$/),
    codTipo: z.enum(['V', 'C'])
  })
)

export default defineSource({
  code: 'sunat',
  name: 'SUNAT (tax administration of Peru)',
  country: 'PE',
  homeCurrency: 'PEN',
  kind: 'tax_authority',
  rateTypes: ['sell', 'buy'],
  pairs: [[1, 1]],
  sourceUrl: PAGE,
  timezone: 'America/Lima',
  schedule: '0 6 * * *',
  cadence: 'daily',
  historyFrom: '2018-01-01',
  dated: 'effective',
  publishes: '06:00',
  notes:
    'The closing rate of the banking supervisor, dated one day after that close, on which it is published. Some ' +
    'months leave weekends out. The first available month is not known; no answer was seen. The server reportedly ' +
    'refuses requests that don’t look like those of a browser: the adapter sends the referer and the origin of the ' +
    'page, but never the name of a browser.',
  verified: 'description',

  requested: (publication) => {
    const [year, month] = [parameterOf(publication, 'anio'), parameterOf(publication, 'mes')]
    const first = monthsIn({ from: `${year}-01-01`, to: `${year}-12-31` }).find((_, index) => String(index) === month)!
    return { from: `${first}-01`, to: endOfMonth(first) }
  },

  // Months are numbered from 0. The service accepts any token, but without one every month is empty.
  fetch: answersAt(`${PAGE}/listarTipoCambio`, (window) =>
    monthsIn(window).map((month) => {
      const question = {
        anio: readCount(month.slice(0, 4)),
        mes: readCount(writeDate(`${month}-01`, 'M')) - 1,
        token: 'ratebook'
      }
      return jsonPost(question, {
        accept: 'application/json, text/javascript, */*; q=0.01',
        origin: SITE,
        referer: PAGE
      })
    })
  ),

  parse(publication) {
    return skip(readJson(publication, Month), 'no rate', ({ valTipo }) => NOTHING.test(valTipo)).map(
      ({ fecPublica, valTipo, codTipo }) => ({
        date: readDate(fecPublica, 'DD/MM/YYYY'),
        base: 'USD',
        quote: 'PEN',
        type: TYPES[codTipo],
        value: readDecimal(valTipo.replace(',', '.'))
      })
    )
  }
})
