import { answersAt, readDate, readDecimal, requestedBetween, spansOf, writeDate } from './kit/index.ts'
import { readSoap, soapCall } from './kit/soap.ts'
import { defineSource, LayoutError } from './source.ts'

const SERVICE = 'https://www.banguat.gob.gt/variables/ws/'
const OPERATION = 'TipoCambioRango'
const DOLLAR = '2' // the bank's number of the currency

export default defineSource({
  code: 'banguat',
  name: 'Bank of Guatemala',
  country: 'GT',
  homeCurrency: 'GTQ',
  kind: 'central_bank',
  rateTypes: ['reference'],
  pairs: [[1, 1]],
  sourceUrl: 'https://www.banguat.gob.gt/tipo_cambio/',
  timezone: 'America/Guatemala',
  schedule: '0 8 * * *',
  cadence: 'daily',
  historyFrom: '2000-01-01',
  dated: 'effective',
  notes:
    'The reference rate of the dollar, for every calendar day. The service prints it twice, as a buying and as ' +
    'a selling rate. Other currencies, which it quotes against the dollar, are left out.',
  verified: 'recording',

  requested: requestedBetween('fechainit', 'fechafin', 'DD/MM/YYYY'),
  fetch: answersAt(`${SERVICE}TipoCambio.asmx`, (window) =>
    spansOf(window, 365).map(({ from, to }) => {
      return soapCall(
        SERVICE,
        OPERATION,
        { fechainit: writeDate(from, 'DD/MM/YYYY'), fechafin: writeDate(to, 'DD/MM/YYYY') },
        `${SERVICE}${OPERATION}`
      )
    })
  ),

  parse(publication) {
    const result = readSoap(publication, OPERATION).one(`${OPERATION}Result`)
    const days = result.one('Vars').only('Var')
    const count = result.one('TotalItems').text
    if (count !== String(days.length)) throw new LayoutError(`${count} days`, String(days.length))
    return days.map((day) => {
      const [number, date, sell, buy] = ['moneda', 'fecha', 'venta', 'compra'].map((name) => day.one(name).text) as [
        string,
        string,
        string,
        string
      ]
      if (number !== DOLLAR || sell !== buy) {
        throw new LayoutError('one rate of the dollar', `moneda ${number}, venta ${sell}, compra ${buy}`)
      }
      return {
        date: readDate(date, 'DD/MM/YYYY'),
        base: 'USD',
        quote: 'GTQ',
        type: 'reference',
        value: readDecimal(sell)
      }
    })
  }
})
