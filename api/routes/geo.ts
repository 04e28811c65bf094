import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import { route } from '../http/route.ts'
import { currencyOf, isRegion } from '../queries/regions.ts'

export const geo = route({
  path: '/api/open/geo',
  summary: 'Get the caller’s country, as the edge proxy reports it, and its currency; null if unknown',
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
