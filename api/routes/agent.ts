import { z } from 'zod'
import * as fields from '../contract/fields.ts'
import { createKey } from '../access/keys.ts'
import * as parameters from '../contract/parameters.ts'
import { TRIAL } from '../access/plans.ts'
import { route } from '../http/route.ts'
import { tooMany } from '../access/windows.ts'

const DAY = 86_400

export const trialKey = route({
  method: 'POST',
  path: '/api/agent/keys',
  summary: 'A key to try the service with, for programs that cannot register',
  access: 'keyless',
  body: { name: parameters.keyName.default('trial') },
  response: z.strictObject({ api_key: fields.apiKey, plan: z.literal('trial'), calls: fields.count, expires_at: fields.instant }),
  status: 201,
  failures: [403, 413, 415, 429],
  cacheControl: 'no-store',
  run: async ({ name }, { database, windows, network, limits, now }) => {
    const rule = { limit: limits.trialKeys, seconds: DAY }
    const taken = await windows.take(`trial keys ${network}`, rule, now)
    if (!taken.isAllowed) throw tooMany('trial keys', rule, taken, now)
    const { key, expiresAt } = await createKey(database, 'trial', name, TRIAL.days)
    return { kind: 'fields', status: 201, fields: { api_key: key, plan: 'trial', calls: TRIAL.units, expires_at: expiresAt } }
  }
})
