import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import { route } from '../http/route.ts'
import { currencyOf, isRegion } from '../queries/regions.ts'

export const geo = route({
  path: '/api/open/geo',
  summary: 'The country that the caller is in, as the edge before the service knows it, and its currency; nulls where it does not',
  access: 'keyless',
  cors: true,
  response: z.strictObject({ country: fields.country.nullable(), currency: fields.currency.nullable(), source: z.literal('cloudflare') }),
  cacheControl: 'no-store',
  run: async (_request, { headers, trustProxy, today }) => {
    const named = trustProxy > 0 ? String(headers['cf-ipcountry']) : ''
    const country = isRegion(named) ? named : null
    return { kind: 'fields', fields: { country, currency: country && (currencyOf(country, today) ?? null), source: 'cloudflare' } }
  }
})
