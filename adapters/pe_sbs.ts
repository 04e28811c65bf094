import {
  atLeastOne,
  checkSubject,
  codeOf,
  documentsAt,
  figuresOf,
  parameterOf,
  readDate,
  readDecimal,
  recordsUnder,
  requestedBetween,
  spansOf,
  writeDate
} from './kit/index.ts'
import { readHtml } from './kit/html.ts'
import { defineSource } from './source.ts'

const SERIES = 'https://www.sbs.gob.pe/app/stats/seriesH-tipo_cambio_moneda_excel.asp'

const NUMBERS: Record<string, string> = {
  '02': 'USD',
  '11': 'CAD',
  '34': 'GBP',
  '38': 'JPY',
  '55': 'SEK',
  '57': 'CHF',
  '66': 'EUR'
}
const CODES = {
  'Dólar de N.A.': 'USD',
  'Dólar Canadiense': 'CAD',
  'Libra Esterlina': 'GBP',
  'Yen Japonés': 'JPY',
  'Corona Sueca': 'SEK',
  'Franco Suizo': 'CHF',
  Euro: 'EUR'
}
const TYPES = { VENTA: 'sell', COMPRA: 'buy' }
const NO_TABLE = 'No existe'
const NO_RATE = /^(?:-|S\/M)?$/

export default defineSource({
  code: 'pe_sbs',
  name: 'Superintendency of Banking, Insurance and Pension Funds of Peru (SBS)',
  country: 'PE',
  homeCurrency: 'PEN',
  kind: 'monetary_authority',
  rateTypes: ['sell', 'buy'],
  pairs: [[1, 14]],
  sourceUrl: 'https://www.sbs.gob.pe/app/pp/SISTIP_PORTAL/Paginas/Publicacion/TipoCambioPromedio.aspx',
  timezone: 'America/Lima',
  schedule: '0 19 * * 1-5',
  cadence: 'daily',
  historyFrom: '2000-01-03',
  dated: 'made',
  publishes: '19:00',
  notes:
    'Weighted averages at the close of the market between professionals. The tax authority publishes the rate ' +
    'of the dollar under the date of the next day. Currencies whose number in the series is not known, such as the ' +
    'Mexican peso, are left out. Figures and the layout were seen in public code; no whole document was seen. The ' +
    'publisher refuses some clients.',
  verified: 'description',
  pause: 3000,

  requested: requestedBetween('fecha1', 'fecha2', 'DD/MM/YYYY'),
  fetch: documentsAt(
    (window) =>
      spansOf(window, 366).flatMap(({ from, to }) => {
        return Object.keys(NUMBERS).map(
          (number) =>
            `${SERIES}?fecha1=${writeDate(from, 'DD/MM/YYYY')}&fecha2=${writeDate(to, 'DD/MM/YYYY')}&moneda=${number}&cierre=`
        )
      }),
    { charset: 'latin1' }
  ),

  parse(publication) {
    const page = readHtml(publication, '</table>')
    if (page.text.includes(NO_TABLE)) return []
    const base = NUMBERS[parameterOf(publication, 'moneda')] ?? ''
    return atLeastOne(recordsUnder(['FECHA', 'MONEDA', 'COMPRA', 'VENTA'], page.one('table').rows), 'day').flatMap(
      (record) => {
        checkSubject(base, codeOf(CODES, record('MONEDA')))
        const date = readDate(record('FECHA'), 'DD/MM/YYYY')
        return figuresOf(TYPES, record, NO_RATE).map(({ type, printed }) => ({
          date,
          base,
          quote: 'PEN',
          type,
          value: readDecimal(printed)
        }))
      }
    )
  }
})
