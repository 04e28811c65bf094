import { z } from 'zod'
import { documentsAt, excerpt, readDate, readDecimal, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { defineSource, LayoutError, type Row } from './source.ts'

const SERIES = 'https://estadisticas.bcrp.gob.pe/estadisticas/series/api/PD04639PD-PD04640PD/json'

// Series are matched by the bank's names: their order may differ from that of the request.
const NAME = /Sistema bancario SBS \(S\/ por US\$\) - (?<side>Compra|Venta)$/
const TYPES: Record<string, string> = { Compra: 'buy', Venta: 'sell' }

const NO_RATE = 'n.d.'

// The months have English names with a Spanish September, or Spanish names: 01.Set.26.
const DAY = /^(?<day>\d\d)\.(?<month>[A-Z][a-z]{2})\.(?<year>\d\d)$/
// prettier-ignore
const MONTHS = [
  ['Jan', 'Ene'], ['Feb'], ['Mar'], ['Apr', 'Abr'], ['May'], ['Jun'], ['Jul'], ['Aug', 'Ago'], ['Sep', 'Set'],
  ['Oct'], ['Nov'], ['Dec', 'Dic']
]
const FIRST_YEAR = '97' // the series begin in 1997

const Answer = z.object({
  config: z.object({ series: z.array(z.object({ name: z.string() })).length(2) }),
  periods: z.array(z.object({ name: z.string(), values: z.array(z.string()).length(2) }))
})

function readDay(printed: string): string {
  const { day, month = '', year = '' } = DAY.exec(printed)?.groups ?? {}
  const number = MONTHS.findIndex((names) => names.includes(month)) + 1
  return readDate(`${day}.${number}.${year < FIRST_YEAR ? '20' : '19'}${year}`, 'DD.M.YYYY')
}

function typeOf(name: string): string {
  const type = TYPES[NAME.exec(name)?.groups?.side ?? '']
  if (!type) throw new LayoutError('the dollar’s Compra or Venta', excerpt(name))
  return type
}

export default defineSource({
  code: 'bcrp',
  name: 'Central Reserve Bank of Peru',
  country: 'PE',
  homeCurrency: 'PEN',
  kind: 'central_bank',
  rateTypes: ['sell', 'buy'],
  pairs: [[1, 1]],
  sourceUrl: 'https://estadisticas.bcrp.gob.pe/estadisticas/series/diarias/tipo-de-cambio',
  timezone: 'America/Lima',
  schedule: '5 20 * * 1-5',
  cadence: 'daily',
  historyFrom: '1997-01-02',
  dated: 'made',
  notes:
    'The dollar rate in the banking system at the end of the day, which the banking supervisor reports one to ' +
    'three business days later. The euro series are left out, because they contain dollar figures on some days.',
  unread: {
    '$.config.series.dec': 'numbers of decimals'
  },
  verified: 'recording',
  backfillDays: 20_000, // the whole history is one answer

  fetch: documentsAt(({ from, to }) => [`${SERIES}/${from}/${to}/ing`]),

  parse(publication) {
    const { config, periods } = readJson(publication, Answer)
    const types = config.series.map(({ name }) => typeOf(name))
    return periods.flatMap(({ name, values }): Row[] => {
      const date = readDay(name)
      return skip(
        values.map((printed, index) => ({ type: types[index]!, printed })),
        'no rate',
        ({ printed }) => printed === NO_RATE
      ).map(({ type, printed }) => ({ date, base: 'USD', quote: 'PEN', type, value: readDecimal(printed) }))
    })
  }
})
