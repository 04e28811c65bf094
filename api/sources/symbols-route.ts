import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { FORMATS } from '../formats/index.ts'
import { ALL } from '../server/cache.ts'
import { route } from '../server/route.ts'
import { listCurrencies, listedCurrency } from './symbols-query.ts'

export const symbols = route({
  path: '/api/v1/symbols',
  summary: 'List the currencies in use and others with stored rates; historical ones on request',
  access: 'keyless',
  cors: true,
  query: { historical: parameters.historical.default('false') },
  formats: FORMATS,
  response: z.strictObject({
    currencies: z.array(z.strictObject(listedCurrency)),
    count: fields.count
  }),
  cacheControl: 'public, max-age=86400',
  cache: { of: () => ALL, seconds: 300 },
  run: async ({ historical }, { database, now }) => {
    const currencies = await listCurrencies(database, { now, historical: historical === 'true' })
    return {
      fields: { currencies, count: currencies.length },
      rows: { list: 'currencies', beside: [] },
      fileName: 'currencies'
    }
  }
})
