import { atLeastOne, documentAt, excerpt, readDate, readDecimal, recordsUnder, skip } from './kit/index.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError } from './source.ts'

const SHEET = 'Diaria'
const TYPES = { Venta: 'sell', Compra: 'buy' }
const EMPTY = '' // the year of a blank row

// English abbreviations that have appeared among the Spanish ones.
const ENGLISH_MONTHS: Record<string, string> = { Jan: 'Ene', Apr: 'Abr', Aug: 'Ago', Dec: 'Dic' }

export default defineSource({
  code: 'bcrd',
  name: 'Central Bank of the Dominican Republic',
  country: 'DO',
  homeCurrency: 'DOP',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  sourceUrl: 'https://www.bancentral.gov.do/a/d/2537-mercado-cambiario',
  timezone: 'America/Santo_Domingo',
  schedule: '0 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '1991-01-02',
  dated: 'made',
  notes:
    'The reference rates of the dollar in the spot market. The averages and end-of-period rates in the same ' +
    'workbook follow from the daily rates and are left out.',
  unread: {
    'sheet "PromMensual"': 'averages of the months'
  },
  verified: 'recording',
  backfillDays: 20_000, // the whole history is one workbook

  fetch: documentAt(
    'https://cdn.bancentral.gov.do/documents/estadisticas/mercado-cambiario/documents/TASA_DOLAR_REFERENCIA_MC.xlsx'
  ),

  parse(publication) {
    const sheets = readWorkbook(publication, 'xlsx')
    const sheet = sheets.find(({ name }) => name === SHEET)
    if (!sheet) throw new LayoutError(`a sheet ${SHEET}`, excerpt(sheets.map(({ name }) => name).join(', ')))
    const days = skip(
      recordsUnder(['Año', 'Mes', 'Día', ...Object.keys(TYPES)], sheet.rows),
      'empty',
      (day) => day('Año') === EMPTY
    )
    return atLeastOne(days, 'day').flatMap((day) => {
      const month = ENGLISH_MONTHS[day('Mes')] ?? day('Mes')
      const date = readDate(`${day('Día')} ${month} ${day('Año')}`, 'D MMM YYYY', 'es')
      return Object.entries(TYPES).map(([heading, type]) => ({
        date,
        base: 'USD',
        quote: 'DOP',
        type,
        value: readDecimal(day(heading))
      }))
    })
  }
})
