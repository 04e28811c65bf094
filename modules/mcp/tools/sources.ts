import { z } from 'zod'
import * as common from '../../../api/contract/fields.ts'
import { absoluteUrl } from '../../../api/rates/bank-query.ts'
import { listSources } from '../../../api/sources/sources-query.ts'
import { readRows } from '../../../api/server/endpoint.ts'
import { currenciesOf, knownCurrencies } from '../../../api/sources/symbols-query.ts'
import * as fields from '../kit/fields.ts'
import { tool } from '../../../api/contract/tool.ts'

const source = z.strictObject({
  code: common.bank,
  name: common.name,
  country: z.string().meta({
    description: 'The country code (ISO 3166-1); EU for the euro area, XX for an institution of several countries.'
  }),
  home_ccy: common.currency.meta({ description: 'The home currency.' }),
  kind: common.kind,
  cadence: z.string().meta({ description: 'How often the source publishes.' }),
  rate_types: z
    .array(z.string())
    .meta({ description: 'The rate types of the source. A pair uses the first one that has it.' }),
  latest_date: z.iso
    .date()
    .nullable()
    .meta({ description: 'The date of the newest table; null if there is none yet.' }),
  stale: common.stale,
  overdue: common.overdue,
  missed: common.missed,
  ...common.selfDescription,
  source_url: fields.attribution
})

export const sources = tool({
  name: 'list_sources',
  title: 'List sources',
  description:
    'Lists all sources (central banks, monetary, tax and customs authorities), each with its code, which ' +
    'the other tools need, its country, home currency, rate types, and how current its newest table is.',
  input: {},
  output: {
    count: common.count,
    sources: z.array(source)
  },
  run: async (_input, { database, origin, today }) => {
    const entries = await listSources(database, today())
    const list = entries.map(({ days_of_history: _days, terms_url: _terms, source_url: url, ...entry }) => ({
      ...entry,
      source_url: absoluteUrl(url, origin)
    }))
    const lines = list.map(
      ({ code, name, home_ccy: home, latest_date: latest }) =>
        `${code}: ${name} (${home}), newest table ${latest ?? 'none yet'}`
    )
    return { fields: { count: list.length, sources: list }, text: lines.join('\n') }
  }
})

export const currencies = tool({
  name: 'list_currencies',
  title: 'List currencies',
  description:
    'Lists the currencies and metals in use and others with a published rate, as /api/v1/symbols does, ' +
    'with their names and whether they have a market rate now.',
  input: {
    historical: z
      .boolean()
      .optional()
      .meta({
        description: 'Set to true to include currencies that are in use no more.',
        examples: [true]
      })
  },
  output: {
    count: common.count,
    currencies: z.array(
      z.strictObject({
        code: common.currency,
        name: common.currencyName,
        symbol: common.currencySymbol,
        priced: common.priced
      })
    )
  },
  run: async ({ historical = false }, { database, now, today }) => {
    const known = await readRows(knownCurrencies, database, { at: new Date(now()).toISOString() })
    const currencies = currenciesOf(known, { today: today(), historical }).objects<{
      code: string
      name: string
      symbol: string
      priced: boolean
    }>()
    const lines = currencies.map(({ code, name, priced }) => `${code} ${name}${priced ? '' : ' (no market rate)'}`)
    return { fields: { count: currencies.length, currencies }, text: lines.join('\n') }
  }
})
