import { z } from 'zod'
import { createKey } from './keys.ts'
import { TRIAL } from '../access/plans.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { route } from '../server/route.ts'

const DAY_SECONDS = 86_400

export const trialKey = route({
  method: 'POST',
  path: '/api/agent/keys',
  summary: 'Create a trial key, for programs that can’t register',
  access: 'keyless',
  body: { name: parameters.keyName.default('trial') },
  response: z.strictObject({
    api_key: fields.apiKey,
    plan: z.literal('trial'),
    calls: fields.count,
    expires_at: fields.instant
  }),
  status: 201,
  cacheControl: 'no-store',
  run: async ({ name }, { database, rateLimiter, network, now, settings: { limits } }) => {
    const rule = { limit: limits.trialKeys, seconds: DAY_SECONDS }
    await rateLimiter.takeOrThrow(`trial keys ${network}`, 'trial keys', rule, now)
    const { key, expiresAt } = await createKey(database, 'trial', name)
    return { status: 201, fields: { api_key: key, plan: 'trial', calls: TRIAL.units, expires_at: expiresAt } }
  }
})
