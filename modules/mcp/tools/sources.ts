import { z } from 'zod'
import * as common from '../../../api/contract/fields.ts'
import type { Rows } from '../../../api/formats/rows.ts'
import { currenciesOf, knownCurrencies } from '../../../api/sources/symbols-query.ts'
import { declared } from '../kit/declared.ts'
import * as fields from '../kit/fields.ts'

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
    .meta({ description: 'The rate types of the source. The default for a pair is the first type that has it.' }),
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

export const sources = declared({
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
  call: { call: 'list_sources(today)', head: {}, list: source.shape },
  list: 'sources',
  text: ({ sources }) =>
    sources
      .map(
        ({ code, name, home_ccy: home, latest_date: latest }) =>
          `${code}: ${name} (${home}), newest table ${latest ?? 'none yet'}`
      )
      .join('\n')
})

export const currencies = declared({
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
        description: 'Set to true to include currencies that are no longer in use.',
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
  call: knownCurrencies,
  values: (_input, { now }) => ({ at: new Date(now()).toISOString() }),
  computed: {
    count: (...answer) => listOf(...answer).length,
    currencies: (...answer) => listOf(...answer).objects()
  },
  text: ({ currencies }) =>
    currencies.map(({ code, name, priced }) => `${code} ${name}${priced ? '' : ' (no market rate)'}`).join('\n')
})

function listOf({ list }: { list: Rows }, { historical = false }: { historical?: boolean }, today: string): Rows {
  return currenciesOf(list, { today, historical })
}
