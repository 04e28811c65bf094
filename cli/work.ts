import { Worker } from 'node:worker_threads'
import { loadFeeds } from '../adapters/registry.ts'
import { startAlerts } from '../pipelines/alerts.ts'
import { feedsInOrder } from '../pipelines/feeds.ts'
import { startMarket } from '../pipelines/market.ts'
import { startSchedule } from '../pipelines/schedule.ts'
import { startWatch } from '../pipelines/watch.ts'
import { openMarket } from './market.ts'
import { startCount } from './progress.ts'
import { whenAvailable, type ServiceRuntime, type Stop } from './runtime.ts'

const RESTART_AFTER = 1_000

/**
 * Starts the work in a thread of its own, so that no page of a publisher holds up the answers, however it is made. The thread is started again when
 * it fails. Throws for a wrong MARKET_FEEDS.
 */
export async function startWorkThread (runtime: ServiceRuntime): Promise<Stop> {
  await checkFeeds(runtime)
  let worker: Worker
  let ended: Promise<void>
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    worker = new Worker(new URL('work-thread.js', import.meta.url), { execArgv: [], workerData: { isTerminal: process.stdout.isTTY } })
    worker.on('error', (error) => runtime.logger.error({ err: error }, 'the schedule failed and is started again'))
    ended = new Promise((resolve) => worker.once('exit', () => {
      timer = setTimeout(start, RESTART_AFTER)
      resolve()
    }))
  }
  start()
  return async () => {
    worker.postMessage('stop')
    await ended
    clearTimeout(timer)
  }
}

/** Starts the schedule and the market poller once the database is prepared. Throws for a wrong MARKET_FEEDS. */
export async function startWork (runtime: ServiceRuntime): Promise<Stop> {
  await checkFeeds(runtime)
  const working = runtime.ready.then(async () => {
    const market = await whenAvailable(runtime, () => openMarket(runtime))
    return [startSchedule(runtime, runtime.sources, startCount(runtime.sources.length)), startMarket(market), startWatch(runtime), ...await startMails(runtime)]
  })
  const started = working.catch(() => []) // the service stops, by its own failure or by a signal
  return async () => {
    for (const part of await started) await part.stop()
  }
}

/** Starts the mails to the operator where OPERATOR_EMAIL is set. */
async function startMails ({ database, logger, settings }: ServiceRuntime): Promise<Array<{ stop: Stop }>> {
  const { OPERATOR_EMAIL: to, SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl } = settings
  if (to === undefined) return []
  const { createMail } = await import('../api/access/mail.ts') // takes longer to load than most commands run
  const mail = createMail({ url: url!, from: from! })
  const alerts = startAlerts({ database, logger, send: (subject, text) => mail.send({ to, subject, text: `${text}\n\n${publicUrl}/status\n` }) })
  return [{ stop: () => alerts.stop().then(() => { mail.close() }) }]
}

async function checkFeeds ({ settings }: ServiceRuntime): Promise<void> {
  feedsInOrder(await loadFeeds(), settings.MARKET_FEEDS)
}
