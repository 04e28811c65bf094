import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { FORMATS } from '../formats/index.ts'
import type { Rows } from '../formats/rows.ts'
import { ALL } from '../server/cache.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { currenciesOf, knownCurrencies, listedCurrency } from './symbols-query.ts'

export const symbols = endpoint({
  path: '/api/v1/symbols',
  summary: 'List the currencies in use and others with stored rates; historical ones on request',
  access: 'keyless',
  cors: true,
  query: { historical: parameters.historical.default('false') },
  formats: FORMATS,
  cacheControl: 'public, max-age=86400',
  cache: { of: () => ALL, seconds: 300 },
  shapes: [
    shape({
      call: knownCurrencies,
      values: (_request: { historical: 'true' | 'false' }, { now }) => ({ at: new Date(now).toISOString() }),
      fields: z.strictObject({
        currencies: z.array(z.strictObject(listedCurrency)),
        count: fields.count
      }),
      computed: {
        currencies: listOf,
        count: (...answer) => listOf(...answer).length
      },
      rest: () => ({ rows: { list: 'currencies', beside: [] }, fileName: 'currencies' })
    })
  ]
})

function listOf({ list }: { list: Rows }, { historical }: { historical: string }, { today }: { today: string }): Rows {
  return currenciesOf(list, { today, historical: historical === 'true' })
}
