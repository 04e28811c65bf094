import { randomBytes } from 'node:crypto'
import type { Database } from '../../sql/database.ts'
import { HttpError, notFound } from '../../api/contract/errors.ts'
import type { EventKind, WebhookAction } from './webhooks-fields.ts'

export interface WebhookDelivery {
  id: number
  type: string
  /** Null for a test. */
  bank: string | null
  created_at: string
  attempts: number
  /** The time of the next attempt; null if the message was delivered or given up. */
  next_at: string | null
  delivered_at: string | null
  status: number | null
  error: string | null
}

export interface Webhook {
  id: number
  url: string
  /** Null for all. */
  sources: string[] | null
  kinds: EventKind[]
  secret: string
  /** The time until which the previous secret also signs, if it was replaced recently. */
  former_until: string | null
  disabled_at: string | null
  disabled_why: string | null
  deliveries: WebhookDelivery[]
}

const MAX_WEBHOOKS_PER_ACCOUNT = 10

/** A secret in the format of Standard Webhooks, with 192 random bits. */
function newSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`
}

interface NewWebhook {
  url: string
  /** The recipient of the notice that it was disabled. */
  email: string
  /** All by default. */
  sources?: string[]
  kinds: string[]
}

const CREATE = 'select create_webhook($1, $2, $3, $4, $5, $6, $7) as id'

/**
 * Adds a webhook to an account and returns its number. Throws 409 if the account has its maximum number of webhooks.
 */
export async function addWebhook(
  database: Database,
  account: number,
  { url, email, sources, kinds }: NewWebhook
): Promise<number> {
  const [row] = await database.write<{ id: number | null }>(CREATE, [
    account,
    url,
    email,
    sources ?? null,
    kinds,
    newSecret(),
    MAX_WEBHOOKS_PER_ACCOUNT
  ])
  if (row!.id === null) {
    throw new HttpError('conflict', 'the account has its maximum number of webhooks: delete one first')
  }
  return row!.id
}

/** The webhooks of an account with their last deliveries, newest first. */
export function listWebhooks(database: Database, account: number): Promise<Webhook[]> {
  return database.write<Webhook>('select * from list_webhooks($1)', [account])
}

/** A webhook of an account with its last deliveries. Throws 404 if there is no such webhook. */
export async function findWebhook(database: Database, account: number, id: number): Promise<Webhook> {
  const found = (await listWebhooks(database, account)).find((it) => it.id === id)
  if (!found) throw notFound(`the account has no webhook ${id}`)
  return found
}

/**
 * Tests, changes or deletes a webhook of an account. Throws 404 if there is no such webhook, or it is disabled and
 * can't be tested.
 */
export async function changeWebhook(
  database: Database,
  account: number,
  id: number,
  action: WebhookAction
): Promise<void> {
  const [text, values] = statementOf(action)
  const [row] = await database.write<{ is_done: boolean }>(`select ${text} as is_done`, [account, id, ...values])
  if (!row!.is_done) throw notFound(`the account has no ${action === 'test' ? 'enabled ' : ''}webhook ${id}`)
}

function statementOf(action: WebhookAction): [text: string, values: unknown[]] {
  switch (action) {
    case 'test':
      return ['test_webhook($1, $2)', []]
    case 'rotate':
      return ['rotate_webhook($1, $2, $3)', [newSecret()]]
    case 'disable':
      return ['switch_webhook($1, $2, false)', []]
    case 'enable':
      return ['switch_webhook($1, $2, true)', []]
    case 'delete':
      return ['delete_webhook($1, $2)', []]
  }
}
