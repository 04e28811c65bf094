import {
  answersAt,
  checkSubject,
  codeOn,
  parameterOf,
  readDecimal,
  requestedBetween,
  skip,
  spansOf
} from './kit/index.ts'
import { readSoap, soapCall } from './kit/soap.ts'
import type { XmlElement } from './kit/xml.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const SERVICE = 'https://cotizaciones.bcu.gub.uy/wscotizaciones/servlet/awsbcucotizaciones'
const NAMESPACE = 'Cotiza'
const OPERATION = 'wsbcucotizaciones.Execute'

// The bank's own numbers. Its CodigoISO is not always an ISO code (EURO, DLS.). 2225 is the dollar note. Indexed units
// of account are not requested.
// prettier-ignore
const CODES: Record<string, string> = {
  500: 'ARS', 1000: 'BRL', 1111: 'EUR', 1300: 'CLP', 1490: 'NZD', 1620: 'ZAR', 1800: 'DKK', 2225: 'USD', 2309: 'CAD',
  2700: 'GBP', 3600: 'JPY', 4000: 'PEN', 4150: 'CNY', 4200: 'MXN', 4300: 'HUF', 4400: 'TRY', 4600: 'NOK', 4800: 'PYG',
  4900: 'ISK', 5100: 'HKD', 5300: 'KRW', 5400: 'RUB', 5500: 'COP', 5600: 'MYR', 5700: 'INR', 5800: 'SEK', 5900: 'CHF'
}

const NO_TABLE = '0' // the status of an answer without rates
const NO_DATE = '' // the publisher sends an empty row, not an empty list
const ITSELF = 'USD' // the table also lists the dollar against itself, which is not a rate

function currencyOf(quote: XmlElement, date: string): string {
  const number = quote.one('Moneda').text.replace(/^0+/, '')
  return codeOn(CODES[number] ?? number, date, { TRY: '2005-01-01' })
}

/** FormaArbitrar gives the direction of the arbitrage: 0 for units per dollar, 1 for dollars per unit. */
function arbitrage(quote: XmlElement, code: string): Pick<Row, 'base' | 'quote' | 'type'> {
  const way = quote.one('FormaArbitrar').text
  if (way === '0') return { base: 'USD', quote: code, type: 'arbitrage' }
  if (way === '1') return { base: code, quote: 'USD', type: 'arbitrage' }
  throw new LayoutError('a FormaArbitrar of 0 or 1', JSON.stringify(way))
}

function readQuote(quote: XmlElement, wanted: string): Row[] {
  checkSubject(wanted, quote.one('Moneda').text.padStart(4, '0'))
  const date = quote.one('Fecha').text
  const code = currencyOf(quote, date)
  const figure = (element: string) => readDecimal(quote.one(element).text)
  return [
    { date, base: code, quote: 'UYU', type: 'buy', value: figure('TCC') },
    { date, base: code, quote: 'UYU', type: 'sell', value: figure('TCV') },
    ...(code === ITSELF ? [] : [{ date, ...arbitrage(quote, code), value: figure('ArbAct') }])
  ]
}

export default defineSource({
  code: 'bcu',
  name: 'Central Bank of Uruguay',
  country: 'UY',
  homeCurrency: 'UYU',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy', 'arbitrage'],
  pairs: [[1, 44]],
  sourceUrl: 'https://www.bcu.gub.uy/Estadisticas-e-Indicadores/Paginas/Cotizaciones.aspx',
  termsUrl: 'https://www.bcu.gub.uy/Paginas/Condiciones-de-uso.aspx',
  timezone: 'America/Montevideo',
  schedule: '0 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'made',
  publishes: '18:00',
  notes:
    'Dollar rates are for banknotes. Arbitrage rates are against the dollar. Indexed units of account are left ' +
    'out, because they are not currencies.',
  unread: {
    '/Envelope/Body/wsbcucotizaciones.ExecuteResponse/Salida/datoscotizaciones/datoscotizaciones.dato/Moneda':
      'numbers of currencies'
  },
  verified: 'recording',
  pause: 1000,
  backfillDays: 30, // one request a currency, for a month at most

  requested: requestedBetween('FechaDesde', 'FechaHasta'),
  fetch: answersAt(SERVICE, (window) =>
    spansOf(window, 30).flatMap(({ from, to }) =>
      Object.keys(CODES).map((number) => {
        return soapCall(NAMESPACE, OPERATION, {
          Entrada: { Moneda: { item: number.padStart(4, '0') }, FechaDesde: from, FechaHasta: to, Grupo: '0' }
        })
      })
    )
  ),

  parse(publication) {
    const answer = readSoap(publication, OPERATION).one('Salida')
    if (answer.one('respuestastatus').one('status').text === NO_TABLE) return []
    const quotes = answer.one('datoscotizaciones').only('datoscotizaciones.dato')
    return skip(quotes, 'empty', (quote) => quote.one('Fecha').text === NO_DATE).flatMap((quote) =>
      readQuote(quote, parameterOf(publication, 'item'))
    )
  }
})
