import { z } from 'zod'
import { notFound, unauthorized } from '../errors.ts'
import * as fields from '../fields.ts'
import { Table } from '../formats/table.ts'
import * as parameters from '../parameters.ts'
import { route } from '../route.ts'
import { findBank } from './bank.ts'

const RAW = 'select rate_date, base as base_ccy, quote as quote_ccy, type as rate_type, value from table_on($1, $2)'

export const publicBank = route({
  path: '/api/public/central-bank/:bank',
  summary: 'The newest table of a source in its raw shape; as a file for those who are logged in',
  access: 'keyless',
  params: { bank: parameters.bank },
  formats: ['json', 'csv', 'xlsx'],
  response: z.strictObject({
    bank: fields.bank,
    rate_date: fields.rateDate,
    rates: z.array(z.strictObject({ base_ccy: fields.base, quote_ccy: fields.quote, rate_type: fields.type, value: fields.value }))
  }),
  failures: [401, 404],
  cacheControl: 'public, max-age=300',
  cache: { of: (asked) => asked.bank },
  run: async (asked, { database }) => {
    if (asked.format !== 'json') throw unauthorized(`format=${asked.format} is for those who are logged in`)
    const [bank, found] = await Promise.all([findBank(database, asked.bank), database.readCells(RAW, [asked.bank, 'infinity'])])
    const rows = Table.of(found)
    if (rows.length === 0) throw notFound(`${bank.code} has no table yet`)
    return { fields: { bank: bank.code, rate_date: rows.cells[0]![0], rates: rows.after(1) } }
  }
})
