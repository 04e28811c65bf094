import { z } from 'zod'
import { documentsAt, figuresOf, parameterOf, readDate, readDecimal, requestedBetween, spansOf } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError } from './source.ts'

// Each request names one segment; the answer does not.
const CURRENCIES = ['AUD', 'CAD', 'CHF', 'CNY', 'DKK', 'EUR', 'GBP', 'JPY', 'MXN', 'NOK', 'RUB', 'SEK', 'USD']
const CURRENCY = 'codigoMoneda'

const FIGURES = { tasaEspecial: 'special', tasaPublica: 'public', tasaOficial: 'official' } as const
const REVERSED = 'JPY' // printed as yen per peso
const BELOW_ONE = /^0\./ // an official rate, printed as pesos per yen

const figure = z.string().nullable()
const Answer = z.array(z.object({ fecha: z.string(), tasaEspecial: figure, tasaPublica: figure, tasaOficial: figure }))

export default defineSource({
  code: 'bccu',
  name: 'Central Bank of Cuba',
  country: 'CU',
  homeCurrency: 'CUP',
  kind: 'central_bank',
  rateTypes: ['special', 'public', 'official'],
  pairs: [[1, 19]],
  sourceUrl: 'https://www.bc.gob.cu/tasas-de-cambio',
  timezone: 'America/Havana',
  schedule: '30 1 * * *',
  cadence: 'daily',
  historyFrom: '2025-12-19',
  dated: 'effective',
  notes:
    'One rate for each of the three segments of the market: official for the first, public for the second, ' +
    'special for the third, which floats. The yen is printed as yen per peso.',
  verified: 'recording',
  pause: 1000,

  requested: requestedBetween('fechaInicio', 'fechaFin'),
  fetch: documentsAt((window) =>
    spansOf(window, 366).flatMap(({ from, to }) => {
      return CURRENCIES.map(
        (currency) =>
          `https://api.bc.gob.cu/v1/tasas-de-cambio/historico?fechaInicio=${from}&fechaFin=${to}&${CURRENCY}=${currency}`
      )
    })
  ),

  parse(publication) {
    const days = readJson(publication, Answer)
    const currency = parameterOf(publication, CURRENCY)
    const pair = currency === REVERSED ? { base: 'CUP', quote: currency } : { base: currency, quote: 'CUP' }
    return days.flatMap((day) => {
      if (currency === REVERSED && BELOW_ONE.test(day.tasaOficial ?? '')) {
        throw new LayoutError('yen per peso', `${day.tasaOficial} on ${day.fecha}`)
      }
      return figuresOf(FIGURES, (field) => day[field]).map(({ type, printed }) => {
        return { date: readDate(day.fecha, 'YYYY-MM-DD'), ...pair, type, value: readDecimal(printed) }
      })
    })
  }
})
