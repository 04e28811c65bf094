import type { Host, Job } from '../module.ts'
import { openMail } from '../../cli/service/mail.ts'
import { readSettings } from '../../cli/settings.ts'
import { Network } from '../../pipelines/fetch/network.ts'
import { proxyFor } from '../../pipelines/fetch/proxies.ts'
import { startAlerts } from './alerts.ts'
import { startWebhooks } from './delivery.ts'
import { hasOperator, operatorOf } from './operator.ts'
import { startOverdueCheck } from './overdue.ts'
import { AlertSettings } from './settings.ts'

/**
 * Starts the delivery of events to the webhooks of accounts and, except in the demo, the check for overdue sources and
 * the operator's alerts.
 */
export async function startEvents({ database, logger, environment, settings, isDemo }: Host): Promise<Job[]> {
  const mail = await openMail(settings)
  const dispatcher = new Network({
    local: settings.WEBHOOK_PRIVATE,
    proxyFor: (url) => proxyFor(url, 'webhooks', environment)
  })
  const notifyOwner = async ({ url, email: to, why }: { url: string; email: string; why: string }) => {
    logger.warn({ why }, 'a webhook is disabled')
    const text =
      `Ratebook no longer sends events to your webhook ${url}: ${why}.\n\n` +
      `Enable the webhook again at ${settings.PUBLIC_URL}/account/webhooks\n`
    await mail?.send({ to, subject: 'Your webhook at Ratebook is disabled', text })
  }
  const close = async () => {
    mail?.close()
    await dispatcher.close()
  }
  const alerts = readSettings(environment, AlertSettings)
  const send = operatorOf({ ...alerts, publicUrl: settings.PUBLIC_URL, mail, dispatcher })
  const checks = isDemo
    ? []
    : [
        startOverdueCheck({ database, logger }),
        ...(hasOperator(alerts) ? [startAlerts({ database, logger, send })] : [])
      ]
  return [...checks, startWebhooks({ database, logger, dispatcher, notifyOwner }), { stop: close }]
}
