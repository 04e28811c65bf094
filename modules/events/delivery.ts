import type { Logger } from 'pino'
import type { Dispatcher } from 'undici'
import { repeat } from '../../pipelines/messages/repeat.ts'
import { post, type Message } from './post.ts'
import type { Database } from '../../sql/database.ts'

const EVERY = 2_000
const BATCH = 20

export interface Delivering {
  database: Database
  logger: Logger
  /** Sends requests. It refuses private networks unless the operator allows them. */
  dispatcher: Dispatcher
  /** Notifies an owner that a webhook is disabled. */
  notifyOwner: (webhook: { url: string; email: string; why: string }) => Promise<void>
}

/** Delivers events to webhooks until it is stopped. Any number of processes may run it. */
export function startWebhooks(delivering: Delivering, every = EVERY): { stop: () => Promise<void> } {
  return repeat(every, () =>
    deliverDue(delivering).catch((error: Error) =>
      delivering.logger.error({ error: error.message }, 'events could not be delivered')
    )
  )
}

/** Queues new events, and attempts each delivery that is due. */
export async function deliverDue(delivering: Delivering): Promise<void> {
  const { database } = delivering
  await database.write('select queue_deliveries()')
  for (;;) {
    const due = await database.write<Omit<Message, 'id'> & { id: number }>(
      'select id, url, message, secrets from take_deliveries($1)',
      [BATCH]
    )
    if (due.length === 0) return
    await Promise.all(due.map((it) => attempt(delivering, it)))
  }
}

async function attempt(
  { database, logger, dispatcher, notifyOwner }: Delivering,
  { id, ...delivery }: Omit<Message, 'id'> & { id: number }
): Promise<void> {
  const { status, error } = await post(dispatcher, { ...delivery, id: `msg_${id}` })
  const isDelivered = status !== undefined && status >= 200 && status < 300
  const disabled = await database.write<{ url: string; email: string; why: string }>(
    'select url, email, why from settle_delivery($1, $2, $3, $4, $5)',
    [id, isDelivered, status === 410, status ?? null, error ?? null]
  )
  for (const webhook of disabled)
    await notifyOwner(webhook).catch((error: Error) =>
      logger.error({ error: error.message }, 'the owner of a disabled webhook could not be notified')
    )
}
