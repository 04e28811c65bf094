import { randomUUID } from 'node:crypto'
import type { Dispatcher } from 'undici'
import type { Mail } from '../../api/accounts/mail.ts'
import type { Alerting } from './alerts.ts'
import { post } from './post.ts'
import type { AlertSettings } from './settings.ts'

interface Ways extends AlertSettings {
  publicUrl?: string
  mail?: Mail
  /** Sends the webhook. */
  dispatcher: Dispatcher
}

/** True if the operator has an address for alerts. */
export function hasOperator({ OPERATOR_EMAIL, OPERATOR_WEBHOOK }: AlertSettings): boolean {
  return OPERATOR_EMAIL !== undefined || OPERATOR_WEBHOOK !== undefined
}

/**
 * Sends alerts to the operator, by mail and as a webhook. Throws if either fails; the caller then repeats both later.
 */
export function operatorOf({
  OPERATOR_EMAIL: to,
  OPERATOR_WEBHOOK: url,
  OPERATOR_WEBHOOK_SECRET: secret,
  publicUrl,
  mail,
  dispatcher
}: Ways): Alerting['send'] {
  return async ({ subject, text, alerts }) => {
    if (to !== undefined) await mail!.send({ to, subject, text: `${text}\n\n${publicUrl}/status\n` })
    if (url === undefined) return
    const message = JSON.stringify({ type: 'alert', timestamp: new Date().toISOString(), data: { alerts } })
    const { error } = await post(dispatcher, { id: `msg_${randomUUID()}`, url, message, secrets: [secret!] })
    if (error !== undefined) throw new Error(`OPERATOR_WEBHOOK: ${error}`)
  }
}
