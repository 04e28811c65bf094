import { z } from 'zod'
import * as common from '../contract/fields.ts'
import { absoluteUrl } from '../queries/bank.ts'
import * as fields from './fields.ts'
import { tool } from './tool.ts'

const SOURCES = `
  select code, name, country, home_ccy, kind, cadence, rate_types, banks.latest_date, stale, source_url
  from list_banks() banks
  join freshness($1) using (code, name)
  order by code`

const source = z.strictObject({
  code: common.bank,
  name: common.name,
  country: z.string().meta({ description: 'ISO 3166-1; EU for the euro area, XX for a body of several countries.' }),
  home_ccy: common.currency.meta({ description: 'The home currency.' }),
  kind: z.string().meta({ description: 'What kind of body it is.' }),
  cadence: z.string().meta({ description: 'How often it publishes.' }),
  rate_types: z.array(z.string()).meta({ description: 'In the order in which a pair prefers them.' }),
  latest_date: z.iso.date().nullable().meta({ description: 'The date of the newest table; null where there is none yet.' }),
  stale: common.stale,
  source_url: fields.attribution
})

export const listSources = tool({
  name: 'list_sources',
  title: 'List sources',
  description: 'Lists every publisher of official exchange rates that is kept here (central banks, monetary, tax and customs authorities): its code, which the other tools want, its country, home currency, rate types, and how fresh its newest table is.',
  input: {},
  output: {
    count: common.count,
    sources: z.array(source)
  },
  run: async (_asked, { database, origin, today }) => {
    const rows = await database.read<z.output<typeof source>>(SOURCES, [today()])
    const sources = rows.map((row) => ({ ...row, source_url: absoluteUrl(row.source_url, origin) }))
    const lines = sources.map(({ code, name, home_ccy: home, latest_date: latest }) => `${code}: ${name} (${home}), newest table ${latest ?? 'none yet'}`)
    return { fields: { count: sources.length, sources }, text: lines.join('\n') }
  }
})

export const listCurrencies = tool({
  name: 'list_currencies',
  title: 'List currencies',
  description: 'Lists the ISO 4217 code of every currency (and metal) that stands in a published rate of any source.',
  input: {},
  output: { count: common.count, currencies: z.array(common.currency) },
  run: async (_asked, { database }) => {
    const rows = await database.read<{ symbol: string }>('select symbol from list_symbols()')
    const currencies = rows.map(({ symbol }) => symbol)
    return { fields: { count: currencies.length, currencies }, text: currencies.join(' ') }
  }
})
