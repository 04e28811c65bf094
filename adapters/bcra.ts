import { z } from 'zod'
import { documentsAt, readCount, readDecimal, requestedFor, skip, weekdaysIn, ZERO } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, type Row } from './source.ts'

const TABLES = 'https://api.bcra.gob.ar/estadisticascambiarias/v1.0/Cotizaciones'

const OFFSHORE_YUAN = 'CNH' // printed beside CNY with the same figures
const COM_3500 = 'REF' // the reference dollar of communication A 3500
const UNIT = /\(C\/(?<unit>[\d.]+) UNIDADES\)/ // DONG VIETNAM (C/1.000 UNIDADES)

const Rate = z.object({
  codigoMoneda: z.string(),
  descripcion: z.string(),
  tipoPase: z.string(),
  tipoCotizacion: z.string()
})
const Table = z.object({
  status: z.literal('200'),
  results: z.union([
    z.object({ fecha: z.iso.date(), detalle: z.array(Rate).min(1) }),
    z.object({ fecha: z.null(), detalle: z.tuple([]) }) // a day without a table
  ])
})

/** The bank keeps old codes for the present peso and bolívar. */
function codeOn(date: string, code: string): string {
  if (code === COM_3500) return 'USD'
  if (code === 'MXP') return 'MXN'
  if (code !== 'VEB' || date < '2008-01-01') return code
  return date < '2018-08-20' ? 'VEF' : 'VES'
}

function readRate(date: string, { codigoMoneda, descripcion, tipoPase, tipoCotizacion }: z.infer<typeof Rate>): Row[] {
  const unit = readCount(UNIT.exec(descripcion)?.groups?.unit ?? '1')
  const figures = [
    { quote: 'ARS', type: codigoMoneda === COM_3500 ? 'com_3500' : 'quotation', printed: tipoCotizacion },
    { quote: 'USD', type: 'pass', printed: tipoPase }
  ]
  return skip(figures, 'no rate', ({ printed }) => ZERO.test(printed)).map(({ quote, type, printed }) => {
    return { date, base: codeOn(date, codigoMoneda), quote, type, value: readDecimal(printed), unit }
  })
}

export default defineSource({
  code: 'bcra',
  name: 'Central Bank of Argentina',
  country: 'AR',
  homeCurrency: 'ARS',
  kind: 'central_bank',
  rateTypes: ['quotation', 'com_3500', 'pass'],
  pairs: [[58, 80]],
  sourceUrl: 'https://www.bcra.gob.ar/en/monetary-and-financial-statistics/exchange-statistics/',
  termsUrl: 'https://www.bcra.gob.ar/aviso-legal/',
  timezone: 'America/Argentina/Buenos_Aires',
  schedule: '35 15 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-03',
  dated: 'made',
  publishes: '15:30',
  notes:
    'Quotations in pesos, the wholesale reference dollar of communication A 3500, and pass rates in dollars, ' +
    'including metals. The offshore yuan is left out, because it is printed with the figures of the yuan.',
  verified: 'recording',

  requested: requestedFor('fecha'),
  fetch: documentsAt((window) => weekdaysIn(window).map((day) => `${TABLES}?fecha=${day}`)),

  parse(publication) {
    const { fecha: date, detalle } = readJson(publication, Table).results
    return date === null
      ? []
      : skip(
          detalle,
          'CNH, printed with the figures of CNY',
          ({ codigoMoneda }) => codigoMoneda === OFFSHORE_YUAN
        ).flatMap((rate) => readRate(date, rate))
  }
})
