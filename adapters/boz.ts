import { z } from 'zod'
import { atLeastOne, codeOf, excerpt, readBinary, readSerial, skip } from './kit/index.ts'
import { readJson } from './kit/json.ts'
import { readWorkbook } from './kit/workbook.ts'
import { defineSource, LayoutError } from './source.ts'

const SITE = 'https://www.boz.zm'
const LISTING = `${SITE}/jsonapi/node/historical_average_exchange_rate?include=field_average_historical_file&page%5Blimit%5D=1&sort=-created`

const CURRENCIES = { Dollar: 'USD', Pound: 'GBP', Euro: 'EUR', Rand: 'ZAR' }
const BUY = 'BUY' // below the name of a currency
const SALE = 'SALE' // beside it
const NO_FIGURE = /^\D*$/ // a cell may be empty or contain a note
const FIRST_DAY = '2006-01-12' // the adapter does not read the hidden rows of earlier days
const NEW_KWACHA = '2013-01-01' // of a thousand old ones; earlier figures are not restated

const Listing = z.object({
  data: z
    .array(
      z.object({
        relationships: z.object({ field_average_historical_file: z.object({ data: z.object({ id: z.string() }) }) })
      })
    )
    .min(1),
  included: z.array(z.object({ id: z.string(), attributes: z.object({ uri: z.object({ url: z.string() }) }) }))
})

function readColumns(
  name: string,
  labels: string[],
  column: number
): Array<{ base: string; type: string; column: number }> {
  if (labels[column]?.toUpperCase() !== BUY || labels[column + 1]?.toUpperCase() !== SALE) {
    throw new LayoutError(`Buy and Sale of ${name}`, excerpt(labels.join(' ')))
  }
  const base = codeOf(CURRENCIES, name)
  return [
    { base, type: 'buy', column },
    { base, type: 'sell', column: column + 1 }
  ]
}

export default defineSource({
  code: 'boz',
  name: 'Bank of Zambia',
  country: 'ZM',
  homeCurrency: 'ZMW',
  kind: 'central_bank',
  rateTypes: ['buy', 'sell'],
  pairs: [[1, 5]],
  sourceUrl: 'https://www.boz.zm/financial-markets/exchange-rates',
  timezone: 'Africa/Lusaka',
  schedule: '0 17 * * 1-5',
  cadence: 'daily',
  historyFrom: '2006-01-12',
  dated: 'made',
  notes:
    'Daily averages; until the end of 2012 in old kwacha (ZMK). The list that links to the workbook was ' +
    'checked against a recorded answer, the workbook was not. The intraday series of the dollar is left out.',
  verified: 'description',
  backfillDays: 20_000, // the history is one document

  async *fetch(_window, http) {
    const { data, included } = readJson(
      await http.get(LISTING, { headers: { accept: 'application/vnd.api+json' } }),
      Listing
    )
    const { id } = data[0]!.relationships.field_average_historical_file.data
    const file = included.find((it) => it.id === id)
    if (!file) {
      throw new LayoutError(`the file ${id} among those included`, excerpt(included.map((it) => it.id).join(', ')))
    }
    yield await http.get(SITE + file.attributes.uri.url)
  },

  parse(publication) {
    const rows = readWorkbook(publication, 'xlsx')[0]!.rows
    const top = rows.findIndex(([, label = '']) => label.toUpperCase() === 'DATE')
    const [names = [], labels = []] = top < 1 ? [] : rows.slice(top - 1)
    const named = skip(
      names.map((name, column) => ({ name, column })),
      'empty',
      ({ name }) => name === ''
    )
    const columns = atLeastOne(named, 'currency above a row with Date').flatMap(({ name, column }) =>
      readColumns(name, labels, column)
    )
    const lines = skip(rows.slice(top + 1), 'notes', (cells) =>
      columns.every(({ column }) => NO_FIGURE.test(cells[column] ?? ''))
    )
    const days = skip(
      lines.map((cells) => ({ date: readSerial(cells[1]!), cells })),
      'hidden row',
      ({ date }) => date < FIRST_DAY
    )
    return atLeastOne(days, 'day').flatMap(({ date, cells }) =>
      skip(columns, 'no rate', ({ column }) => NO_FIGURE.test(cells[column] ?? '')).map(({ base, type, column }) => {
        return { date, base, quote: date < NEW_KWACHA ? 'ZMK' : 'ZMW', type, value: readBinary(cells[column]!) }
      })
    )
  }
})
