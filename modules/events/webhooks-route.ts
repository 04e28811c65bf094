import { z } from 'zod'
import { addWebhook, changeWebhook, findWebhook, listWebhooks, type Webhook } from './webhooks-query.ts'
import * as fields from '../../api/contract/fields.ts'
import {
  EVENT_KINDS,
  WEBHOOK_ACTIONS,
  webhookAddress,
  webhookBanks,
  webhookId,
  webhookKinds,
  webhookUrl
} from './webhooks-fields.ts'
import { NO_STORE } from '../../api/server/cache-control.ts'
import { route } from '../../api/server/route.ts'
import { assertSources } from '../../api/sources/sources-query.ts'

const id = z.int().meta({ description: 'The number of the webhook.', examples: [7] })
const webhook = z.strictObject({
  id,
  url: z.string().meta({
    description: 'The address to which events are posted.',
    examples: ['https://example.org/rates']
  }),
  banks: z.array(fields.bank).nullable().meta({ description: 'The sources whose events are sent; null for all.' }),
  kinds: z
    .array(z.enum(EVENT_KINDS))
    .meta({ description: 'The kinds of events that are sent.', examples: [['table', 'correction']] }),
  secret: z.string().meta({
    description: 'Signs the messages, as in Standard Webhooks.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
  }),
  former_until: fields.instant
    .nullable()
    .meta({ description: 'When the former secret stops signing; null if it does not sign.' }),
  disabled_at: fields.instant.nullable(),
  disabled_why: z.string().nullable().meta({ description: 'Why nothing is sent; null if it is enabled.' })
})

const delivery = z.strictObject({
  message: z.string().meta({
    description: 'The `webhook-id` of the message, the same at each attempt.',
    examples: ['msg_1042']
  }),
  type: z.enum([...EVENT_KINDS, 'test']),
  bank: fields.bank.nullable().meta({ description: 'The source of the event; null for a test.' }),
  created_at: fields.instant,
  attempts: fields.count.meta({ description: 'The number of attempts.' }),
  next_at: fields.instant.nullable().meta({ description: 'When the next attempt is due; null if there will be none.' }),
  delivered_at: fields.instant
    .nullable()
    .meta({ description: 'When the receiver accepted the message; null if it has not.' }),
  status: z
    .int()
    .nullable()
    .meta({ description: 'The status of the last answer; null if there was none.', examples: [200] }),
  error: z.string().nullable().meta({ description: 'Why the last attempt failed; null if it did not.' })
})

const common = { access: 'session', units: 0, cacheControl: NO_STORE } as const

function fieldsOf({
  id,
  url,
  sources,
  kinds,
  secret,
  former_until,
  disabled_at,
  disabled_why
}: Webhook): z.input<typeof webhook> {
  return { id, url, banks: sources, kinds, secret, former_until, disabled_at, disabled_why }
}

export const webhooks = route({
  ...common,
  path: '/api/account/webhooks',
  summary: 'List the webhooks of the account, newest first',
  response: z.strictObject({ webhooks: z.array(webhook) }),
  run: async (_request, { caller, database }) => ({
    fields: { webhooks: (await listWebhooks(database, caller!.account)).map(fieldsOf) }
  })
})

export const newWebhook = route({
  ...common,
  method: 'POST',
  path: '/api/account/webhooks',
  summary: 'Create a webhook, to which events are posted from now on',
  body: { url: webhookUrl, banks: webhookBanks.optional(), kinds: webhookKinds.optional() },
  response: webhook,
  status: 201,
  failures: [409],
  run: async (
    { url, banks, kinds = [...EVENT_KINDS] },
    { caller, database, today, settings: { webhooksMayBePrivate } }
  ) => {
    const address = webhookAddress(url, webhooksMayBePrivate)
    await assertSources(database, banks ?? [], today)
    const id = await addWebhook(database, caller!.account, {
      url: address,
      email: caller!.user!.email,
      sources: banks,
      kinds
    })
    return { status: 201, fields: fieldsOf(await findWebhook(database, caller!.account, id)) }
  }
})

export const deliveries = route({
  ...common,
  path: '/api/account/webhooks/:id/deliveries',
  summary: 'List the last 20 deliveries of a webhook, newest first',
  params: { id: webhookId },
  response: z.strictObject({ deliveries: z.array(delivery) }),
  failures: [404],
  run: async ({ id }, { caller, database }) => {
    const { deliveries } = await findWebhook(database, caller!.account, Number(id))
    return { fields: { deliveries: deliveries.map(({ id, ...rest }) => ({ message: `msg_${id}`, ...rest })) } }
  }
})

const ACTIONS = WEBHOOK_ACTIONS.filter((it) => it !== 'delete')
const action = z.enum(ACTIONS, `expected ${ACTIONS.join(', ')}`).meta({
  description:
    '`test` sends a test message, `rotate` replaces the secret, `disable` stops the messages, and ' +
    '`enable` starts them again.',
  examples: ['test']
})

export const webhookAction = route({
  ...common,
  method: 'POST',
  path: '/api/account/webhooks/:id/:action',
  summary: 'Test, disable or enable a webhook, or replace its secret',
  params: { id: webhookId, action },
  response: webhook,
  failures: [404],
  run: async ({ id, action }, { caller, database }) => {
    await changeWebhook(database, caller!.account, Number(id), action)
    return { fields: fieldsOf(await findWebhook(database, caller!.account, Number(id))) }
  }
})

export const endWebhook = route({
  ...common,
  method: 'DELETE',
  path: '/api/account/webhooks/:id',
  summary: 'Delete a webhook with its deliveries',
  params: { id: webhookId },
  response: z.strictObject({ id }),
  failures: [404],
  run: async ({ id }, { caller, database }) => {
    await changeWebhook(database, caller!.account, Number(id), 'delete')
    return { fields: { id: Number(id) } }
  }
})
