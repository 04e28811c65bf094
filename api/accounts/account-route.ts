import { z } from 'zod'
import { addKey, disableKey, listKeys } from './keys.ts'
import { PLANS } from '../access/plans.ts'
import { HttpError, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import * as parameters from '../contract/parameters.ts'
import { NO_STORE } from '../server/cache-control.ts'
import { route } from '../server/route.ts'
import { listUsage } from './usage-query.ts'

const usedKey = z.strictObject({
  id: fields.keyId,
  prefix: z.string().meta({ description: 'The first characters of the key.', examples: ['rb_3f9aX'] }),
  name: fields.keyName,
  created_at: fields.instant,
  last_used_at: fields.instant.nullable(),
  disabled_at: fields.instant.nullable()
})

const common = { access: 'session', units: 0, cacheControl: NO_STORE } as const

export const account = route({
  ...common,
  path: '/api/account',
  summary: 'Get the account: user, plan and used units',
  response: z.strictObject({
    email: z.string().meta({ examples: ['ada@example.org'] }),
    is_operator: z.boolean(),
    plan: z.enum(PLANS),
    limit: fields.count,
    used: fields.count,
    resets_at: fields.instant.nullable()
  }),
  run: async (_request, { caller, meter }) => {
    const { limit, used, resetsAt } = await meter.charge(caller!, '/api/account', 0)
    const { email, isOperator } = caller!.user!
    return { fields: { email, is_operator: isOperator, plan: caller!.plan, limit, used, resets_at: resetsAt } }
  }
})

export const usage = route({
  ...common,
  path: '/api/account/usage',
  summary: 'Get the usage since a date, by day (UTC) and endpoint',
  query: { from: parameters.usageFrom.optional() },
  response: z.strictObject({
    from: fields.day('The first day.'),
    usage: z.array(
      z.strictObject({
        day: fields.day('A day in UTC.'),
        endpoint: z.string(),
        requests: fields.count,
        units: fields.count
      })
    )
  }),
  run: async ({ from }, { caller, database, today }) => {
    const first = from ?? `${today.slice(0, 7)}-01`
    return { fields: { from: first, usage: await listUsage(database, caller!.account, first) } }
  }
})

export const keys = route({
  ...common,
  path: '/api/account/keys',
  summary: 'List the keys of the account, newest first',
  response: z.strictObject({ keys: z.array(usedKey) }),
  run: async (_request, { caller, database }) => {
    const found = await listKeys(database, caller!.account)
    return {
      fields: {
        keys: found.map(({ id, prefix, name, created_at, last_used_at, disabled_at }) => ({
          id,
          prefix,
          name,
          created_at,
          last_used_at,
          disabled_at
        }))
      }
    }
  }
})

export const newKey = route({
  ...common,
  method: 'POST',
  path: '/api/account/keys',
  summary: 'Create a key; it is shown only once',
  body: { name: parameters.keyName },
  response: z.strictObject({ id: fields.keyId, api_key: fields.apiKey, name: fields.keyName }),
  status: 201,
  failures: [409],
  run: async ({ name }, { caller, database }) => {
    const made = await addKey(database, caller!.account, name)
    if (!made) throw new HttpError('conflict', 'the account has reached its maximum number of keys: disable one first')
    return { status: 201, fields: { id: made.id, api_key: made.key, name } }
  }
})

export const endKey = route({
  ...common,
  method: 'DELETE',
  path: '/api/account/keys/:id',
  summary: 'Disable a key permanently',
  params: { id: parameters.keyId },
  response: z.strictObject({ id: fields.keyId }),
  failures: [404],
  run: async ({ id }, { caller, database }) => {
    if (!(await disableKey(database, Number(id), caller!.account)))
      throw notFound(`the account has no active key ${id}`)
    return { fields: { id: Number(id) } }
  }
})
