import type { Readable } from 'node:stream'
import { streamOf, type Format } from '../../../api/formats/index.ts'
import type { Column, LongRows } from '../../../api/formats/rows.ts'

export const NAMES = ['rate_date', 'base_ccy', 'quote_ccy', 'rate_type', 'value']

/** The rows of a download, whose number is its parameter. */
export const MANY = `
  select date '2000-01-01' + (number / 700)::integer as rate_date, 'USD' as base_ccy, 'EUR' as quote_ccy, 'middle' as rate_type, round(number / 7.0, 6) as value
  from generate_series(1, $1) number`
const COLUMNS = NAMES.map((name, at): Column => ({
  name,
  kind: at === 0 ? 'date' : at === 4 ? 'number' : 'text',
  ...(at === 4 && { scale: 6 })
}))

/** Downloads these rows. */
export function streamed(format: Format, batches: LongRows['batches']): Readable {
  const fields = { bank: 'many', rates: { columns: COLUMNS, batches } }
  return streamOf({ fields, rows: { list: 'rates', beside: [] } }, { format })
}
