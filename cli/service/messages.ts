import { randomUUID } from 'node:crypto'
import type { Mail } from '../../api/accounts/mail.ts'
import { startAlerts, type Alerting } from '../../pipelines/messages/alerts.ts'
import { Network } from '../../pipelines/fetch/network.ts'
import { proxyFor } from '../../pipelines/fetch/proxies.ts'
import { post, startWebhooks } from '../../pipelines/messages/webhooks.ts'
import type { ServiceRuntime, Stop } from '../runtime.ts'

/** Starts the webhooks of accounts, and the operator's alerts if OPERATOR_EMAIL or OPERATOR_WEBHOOK is set. */
export async function startMessages (runtime: ServiceRuntime): Promise<Array<{ stop: Stop }>> {
  const { database, logger, environment, settings } = runtime
  const mail = await openMail(runtime)
  const dispatcher = new Network({ local: settings.WEBHOOK_PRIVATE, proxyFor: (url) => proxyFor(url, 'webhooks', environment) })
  const notifyOwner = async ({ url, email: to, why }: { url: string, email: string, why: string }) => {
    logger.warn({ why }, 'a webhook is disabled')
    const text = `Ratebook no longer sends events to your webhook ${url}: ${why}.\n\nEnable the webhook again at ${settings.PUBLIC_URL}/account/webhooks\n`
    await mail?.send({ to, subject: 'Your webhook at Ratebook is disabled', text })
  }
  const parts = [startWebhooks({ database, logger, dispatcher, notifyOwner })]
  if (settings.OPERATOR_EMAIL !== undefined || settings.OPERATOR_WEBHOOK !== undefined) parts.push(startAlerts({ database, logger, send: operatorOf(runtime, dispatcher, mail) }))
  const close = async () => {
    mail?.close()
    await dispatcher.close()
  }
  return [...parts, { stop: close }]
}

async function openMail ({ settings: { SMTP_URL: url, MAIL_FROM: from } }: ServiceRuntime): Promise<Mail | undefined> {
  if (url === undefined) return undefined
  const { createMail } = await import('../../api/accounts/mail.ts') // takes longer to load than most commands run
  return createMail({ url, from: from! })
}

/** Sends alerts to the operator, by mail and as a webhook. Throws if either fails; the caller then repeats both later. */
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
