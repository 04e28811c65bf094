import { answersAt, atLeastOne, monthsIn, readDate, readDecimal, skip, writeDate, ZERO_OR_EMPTY } from './kit/index.ts'
import { readSoap, soapCall } from './kit/soap.ts'
import { defineSource, LayoutError } from './source.ts'

const SERVICE = 'https://servicios.bcn.gob.ni/Tc_Servicio/ServicioTC.asmx'
const NAMESPACE = 'http://servicios.bcn.gob.ni/'
const OPERATION = 'RecuperaTC_Mes'

export default defineSource({
  code: 'bcn',
  name: 'Central Bank of Nicaragua',
  country: 'NI',
  homeCurrency: 'NIO',
  kind: 'central_bank',
  rateTypes: ['official'],
  pairs: [[1, 1]],
  sourceUrl: 'https://www.bcn.gob.ni/estadisticas/mercados_cambiarios/tipo_cambio/cordoba_dolar',
  timezone: 'America/Managua',
  schedule: '0 8 * * *',
  cadence: 'daily',
  historyFrom: '2012-01-01',
  dated: 'effective',
  notes: 'Every calendar day has a rate; the rates of a month are published before it begins.',
  verified: 'recording',
  tls: [
    { quirk: 'old_protocol', reason: 'the server offers only protocols and ciphers that are switched off by default' }
  ],
  pause: 200,

  fetch: answersAt(SERVICE, (window) =>
    monthsIn(window).map((month) => {
      return soapCall(
        NAMESPACE,
        OPERATION,
        { Ano: writeDate(month, 'YYYY'), Mes: writeDate(month, 'M') },
        `${NAMESPACE}${OPERATION}`
      )
    })
  ),

  parse(publication) {
    const days = readSoap(publication, OPERATION).one(`${OPERATION}Result`).one('Detalle_TC').only('Tc')
    return skip(atLeastOne(days, 'Tc'), 'no rate', (day) => ZERO_OR_EMPTY.test(day.one('Valor').text)).map((day) => {
      const date = readDate(day.one('Fecha').text, 'YYYY-MM-DD')
      const parts = ['Ano', 'Mes', 'Dia'].map((part) => day.one(part).text).join('-')
      if (readDate(parts, 'YYYY-M-D') !== date) throw new LayoutError(`the same day twice, ${date}`, parts)
      return { date, base: 'USD', quote: 'NIO', type: 'official', value: readDecimal(day.one('Valor').text) }
    })
  }
})
