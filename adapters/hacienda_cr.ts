import { z } from 'zod'
import { readDate, readDecimal, skip, spansOf } from './kit/index.ts'
import { printedNumber, readTypedJson } from './kit/json.ts'
import { defineSource, type Http, type Route, type Row, type Window } from './source.ts'

const RATES = 'https://api.hacienda.go.cr/indicadores/tc'

const MIDNIGHT = /[T ]00:00:00(-06:00|Z)?$/ // some answers contain only the day

const figure = printedNumber.nullable()
const Figure = z.object({ fecha: z.string(), valor: figure })
const Latest = z
  .object({
    dolar: z.object({ venta: Figure, compra: Figure }),
    euro: z.object({ fecha: z.string(), dolares: figure, colones: figure })
  })
  .transform(({ dolar, euro }) => [
    ...rowOf(dolar.venta.fecha, 'USD', 'CRC', 'sell', dolar.venta.valor),
    ...rowOf(dolar.compra.fecha, 'USD', 'CRC', 'buy', dolar.compra.valor),
    ...rowOf(euro.fecha, 'EUR', 'CRC', 'reference', euro.colones),
    ...rowOf(euro.fecha, 'EUR', 'USD', 'reference', euro.dolares)
  ])
const History = z
  .array(z.object({ fecha: z.string(), venta: figure, compra: figure }))
  .transform((days) =>
    days.flatMap(({ fecha, venta, compra }) => [
      ...rowOf(fecha, 'USD', 'CRC', 'sell', venta),
      ...rowOf(fecha, 'USD', 'CRC', 'buy', compra)
    ])
  )

function rowOf(day: string, base: string, quote: string, type: string, value: string | null): Row[] {
  return skip([value], 'no rate', (it) => it === null).map((printed) => {
    return { date: readDate(day.replace(MIDNIGHT, ''), 'YYYY-MM-DD'), base, quote, type, value: readDecimal(printed!) }
  })
}

async function* history(spans: Window[], http: Http) {
  for (const { from, to } of spans) yield await http.get(`${RATES}/dolar/historico?d=${from}&h=${to}`)
}

const nothing: Route = async function* () {}

export default defineSource({
  code: 'hacienda_cr',
  name: 'Ministry of Finance of Costa Rica (Hacienda)',
  country: 'CR',
  homeCurrency: 'CRC',
  kind: 'tax_authority',
  rateTypes: ['sell', 'buy', 'reference'],
  pairs: [[1, 4]],
  sourceUrl: 'https://api.hacienda.go.cr/docs/',
  timezone: 'America/Costa_Rica',
  schedule: '0 6 * * *',
  cadence: 'daily',
  historyFrom: '2019-01-01',
  dated: 'effective',
  notes:
    'Rates republished from the Central Bank of Costa Rica: buying and selling rates of the dollar, and the ' +
    'euro in colones and in dollars. The euro has no history.',
  verified: 'documentation',
  pause: 500,

  async *fetch(window, http) {
    const past = spansOf(window, 31).filter(({ from }) => from < window.today)
    if (window.to < window.today) yield* history(past, http)
    else {
      yield await http.get(RATES)
      // The history was out of order for weeks while the service still answered with the latest figures.
      yield* http.firstOf(() => history(past, http), nothing)
    }
  },

  parse(publication) {
    return readTypedJson(publication, z.union([Latest, History]))
  }
})
