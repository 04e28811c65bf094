import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import { route } from '../server/route.ts'
import { currencyOf, isRegion } from '../regions/regions.ts'

const edge = z.enum(['cloudflare', 'edge']).meta({
  description: 'Who named the country: Cloudflare, or the edge proxy that the operator has set.',
  examples: ['cloudflare']
})

export const geo = route({
  path: '/api/open/geo',
  summary: 'Get the caller’s country, as the edge proxy reports it, and its currency; null if unknown',
  access: 'keyless',
  cors: true,
  response: z.strictObject({ country: fields.country.nullable(), currency: fields.currency.nullable(), source: edge }),
  cacheControl: 'no-store',
  run: async (_request, { headers, settings: { countryHeader, trustProxy }, today }) => {
    const named = trustProxy > 0 ? String(headers[countryHeader.toLowerCase()]) : ''
    const country = isRegion(named) ? named : null
    return {
      fields: {
        country,
        currency: country && (currencyOf(country, today) ?? null),
        source: countryHeader.toLowerCase() === 'cf-ipcountry' ? 'cloudflare' : 'edge'
      }
    }
  }
})
