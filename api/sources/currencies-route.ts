import { z } from 'zod'
import * as parameters from '../contract/parameters.ts'
import { ALL } from '../server/cache.ts'
import { endpoint, shape } from '../server/endpoint.ts'
import { currencyProfile, noCurrency } from './currencies-fields.ts'

export const currency = endpoint({
  path: '/api/v1/currencies/:code',
  summary:
    'Get a currency: its dates as legal tender, its successor with the ratio, its pegs, its periods with ' +
    'multiple exchange rates, and the sources that quote it',
  access: 'keyless',
  cors: true,
  params: {
    code: parameters.symbol.meta({ description: 'The code of a currency, current or historical.', examples: ['TRL'] })
  },
  failures: [404],
  cacheControl: 'public, max-age=300',
  cache: { of: () => ALL, seconds: 300 },
  shapes: [
    shape({
      call: currencyProfile,
      fields: z.strictObject(currencyProfile.head),
      check(found, { code }: { code: string }) {
        if (!found) throw noCurrency(code)
      }
    })
  ]
})
