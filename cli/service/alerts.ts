import { randomUUID } from 'node:crypto'
import type { Mail } from '../../api/accounts/mail.ts'
import { startAlerts, type Alerting } from '../../pipelines/messages/alerts.ts'
import { Network } from '../../pipelines/fetch/network.ts'
import { proxyFor } from '../../pipelines/fetch/proxies.ts'
import { post } from '../../pipelines/messages/post.ts'
import type { ServiceRuntime, Stop } from '../runtime.ts'
import { openMail } from './mail.ts'

/** Starts the operator's alerts, if OPERATOR_EMAIL or OPERATOR_WEBHOOK is set. */
export async function startOperatorAlerts (runtime: ServiceRuntime): Promise<Array<{ stop: Stop }>> {
  const { database, logger, environment, settings } = runtime
  if (settings.OPERATOR_EMAIL === undefined && settings.OPERATOR_WEBHOOK === undefined) return []
  const mail = await openMail(settings)
  const dispatcher = new Network({
    local: settings.WEBHOOK_PRIVATE, proxyFor: (url) => proxyFor(url, 'webhooks', environment)
  })
  const close = async () => {
    mail?.close()
    await dispatcher.close()
  }
  return [startAlerts({ database, logger, send: operatorOf(runtime, dispatcher, mail) }), { stop: close }]
}

/**
 * Sends alerts to the operator, by mail and as a webhook. Throws if either fails; the caller then repeats both later.
 */
function operatorOf ({ settings }: ServiceRuntime, dispatcher: Network, mail: Mail | undefined): Alerting['send'] {
  const { OPERATOR_EMAIL: to, OPERATOR_WEBHOOK: url, OPERATOR_WEBHOOK_SECRET: secret, PUBLIC_URL: publicUrl } = settings
  return async ({ subject, text, alerts }) => {
    if (to !== undefined) await mail!.send({ to, subject, text: `${text}\n\n${publicUrl}/status\n` })
    if (url === undefined) return
    const message = JSON.stringify({ type: 'alert', timestamp: new Date().toISOString(), data: { alerts } })
    const { error } = await post(dispatcher, { id: `msg_${randomUUID()}`, url, message, secrets: [secret!] })
    if (error !== undefined) throw new Error(`OPERATOR_WEBHOOK: ${error}`)
  }
}
