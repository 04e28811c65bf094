import {
  atLeastOne,
  documentAt,
  endOfMonth,
  readBinary,
  readDate,
  readDecimal,
  recordsUnder,
  skip,
  skipIfChanged,
  type TableRecord
} from './kit/index.ts'
import { readWorkbook, sheetOf, type Sheet } from './kit/workbook.ts'
import { defineSource, type Row } from './source.ts'

const SHEET = 'Diaria'
const AVERAGES = 'PromMensual'
const TYPES = { Venta: 'sell', Compra: 'buy' }
const EMPTY = '' // the year of a blank row

// English abbreviations that have appeared among the Spanish ones.
const ENGLISH_MONTHS: Record<string, string> = { Jan: 'Ene', Apr: 'Abr', Aug: 'Ago', Dec: 'Dic' }

function monthOf(record: TableRecord): string {
  const name = record('Mes')
  return `${ENGLISH_MONTHS[name] ?? name} ${record('Año')}`
}

function readMonths({ rows }: Sheet): Row[] {
  const records = skip(recordsUnder(['Año', 'Mes', ...Object.keys(TYPES)], rows), 'empty', (it) => it('Año') === EMPTY)
  const months = records.map((record) => endOfMonth(readDate(`1 ${monthOf(record)}`, 'D MMM YYYY', 'es').slice(0, 7)))
  const dated = records.map((month, at) => ({ month, date: months[at]!, before: months[at - 1] ?? '' }))
  const ordered = skip(dated, 'January under the year before', ({ date, before }) => {
    return date.slice(5, 7) === '01' && before === `${date.slice(0, 4)}-12-31`
  })
  return atLeastOne(ordered, 'month').flatMap(({ month, date }) =>
    Object.entries(TYPES).map(([heading, type]) => ({
      date,
      base: 'USD',
      quote: 'DOP',
      type: `${type}_monthly_average`,
      value: readBinary(month(heading))
    }))
  )
}

export default defineSource({
  code: 'bcrd',
  name: 'Central Bank of the Dominican Republic',
  country: 'DO',
  homeCurrency: 'DOP',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy', 'sell_monthly_average', 'buy_monthly_average'],
  pairs: [[1, 1]],
  sourceUrl: 'https://www.bancentral.gov.do/a/d/2537-mercado-cambiario',
  timezone: 'America/Santo_Domingo',
  schedule: '0 18 * * 1-5',
  cadence: 'daily',
  historyFrom: '1985-01-31',
  dated: 'made',
  notes:
    'The reference rates of the dollar in the spot market since 1991, and the averages of the months since 1985, ' +
    'dated by their last day. January 1986 is printed as a second January 1985 and left out. The averages of quarters ' +
    'and years and the rates at the ends of periods in the same workbook follow from these and are left out.',
  unread: {
    'sheet "PromTrimestral"': 'averages of quarters, which follow from the months',
    'sheet "PromAnual"': 'averages of years, which follow from the months'
  },
  verified: 'recording',
  backfillDays: 20_000, // the whole history is one workbook

  fetch: documentAt(
    'https://cdn.bancentral.gov.do/documents/estadisticas/mercado-cambiario/documents/TASA_DOLAR_REFERENCIA_MC.xlsx'
  ),

  parse(publication) {
    const sheets = readWorkbook(publication, 'xlsx')
    const days = skip(
      recordsUnder(['Año', 'Mes', 'Día', ...Object.keys(TYPES)], sheetOf(sheets, SHEET).rows),
      'empty',
      (day) => day('Año') === EMPTY
    )
    const daily = atLeastOne(days, 'day').flatMap((day) => {
      const date = readDate(`${day('Día')} ${monthOf(day)}`, 'D MMM YYYY', 'es')
      return Object.entries(TYPES).map(([heading, type]) => ({
        date,
        base: 'USD',
        quote: 'DOP',
        type,
        value: readDecimal(day(heading))
      }))
    })
    return [...daily, ...skipIfChanged(() => readMonths(sheetOf(sheets, AVERAGES)))]
  }
})
