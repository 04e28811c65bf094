import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import { request, type Dispatcher } from 'undici'
import type { Database } from '../../sql/database.ts'
import { repeat } from './repeat.ts'

const EVERY = 2_000
const BATCH = 20
const TIMEOUT = 15_000
const MAX_READ = 64 * 1024
const MAX_ERROR = 200

/** A message to a webhook. */
interface Delivery {
  /** The same at each attempt, so that receivers recognize repeats. */
  id: string
  url: string
  /** The JSON. */
  message: string
  /** The message is signed with each of them. */
  secrets: string[]
}

export interface Delivering {
  database: Database
  logger: Logger
  /** Sends requests. It refuses private networks unless the operator allows them. */
  dispatcher: Dispatcher
  /** Notifies an owner that a webhook is disabled. */
  notifyOwner: (webhook: { url: string, email: string, why: string }) => Promise<void>
}

/** Delivers events to webhooks until it is stopped. Any number of processes may run it. */
export function startWebhooks (delivering: Delivering, every = EVERY): { stop: () => Promise<void> } {
  return repeat(every, () => deliverDue(delivering).catch((error: Error) => delivering.logger.error({ error: error.message }, 'events could not be delivered')))
}

/** Queues new events, and makes an attempt for each delivery that is due. */
export async function deliverDue (delivering: Delivering): Promise<void> {
  const { database } = delivering
  await database.write('select queue_deliveries()')
  for (;;) {
    const due = await database.write<Omit<Delivery, 'id'> & { id: number }>('select id, url, message, secrets from take_deliveries($1)', [BATCH])
    if (due.length === 0) return
    await Promise.all(due.map((it) => attempt(delivering, it)))
  }
}

async function attempt ({ database, logger, dispatcher, notifyOwner }: Delivering, { id, ...delivery }: Omit<Delivery, 'id'> & { id: number }): Promise<void> {
  const { status, error } = await post(dispatcher, { ...delivery, id: `msg_${id}` })
  const isDelivered = status !== undefined && status >= 200 && status < 300
  const disabled = await database.write<{ url: string, email: string, why: string }>(
    'select url, email, why from settle_delivery($1, $2, $3, $4, $5)', [id, isDelivered, status === 410, status ?? null, error ?? null])
  for (const webhook of disabled) await notifyOwner(webhook).catch((error: Error) => logger.error({ error: error.message }, 'the owner of a disabled webhook could not be notified'))
}

/**
 * Posts a signed message (the Standard Webhooks specification): its answer's status, or why there was none. A redirection is not followed, and little is read of
 * an answer.
 */
export async function post (dispatcher: Dispatcher, { id, url, message, secrets }: Delivery): Promise<{ status?: number, error?: string }> {
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Ratebook',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, `${id}.${timestamp}.${message}`)).join(' ')
  }
  const signal = AbortSignal.timeout(TIMEOUT)
  try {
    const { statusCode: status, body } = await request(url, { method: 'POST', headers, body: message, dispatcher, signal })
    await body.dump({ limit: MAX_READ, signal })
    return status < 300 ? { status } : { status, error: `answered ${status}` }
  } catch (error) {
    if (signal.aborted) return { error: `no answer within ${TIMEOUT / 1000} seconds` }
    const { code, message } = error as Error & { code?: string }
    // The owner of a webhook must not learn which private address a name has.
    return { error: code === 'FORBIDDEN' ? 'leads to a network that is not public' : message.slice(0, MAX_ERROR) }
  }
}

/** The signature of a text: HMAC-SHA256 under the bytes behind `whsec_`. */
export function signatureOf (secret: string, text: string): string {
  return `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).update(text).digest('base64')}`
}
