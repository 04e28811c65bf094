import { join } from 'node:path'
import type { Command } from 'commander'
import { loadFeeds } from '../adapters/registry.ts'
import { createKey } from '../api/access/keys.ts'
import { startAlerts } from '../pipelines/alerts.ts'
import { makeComposite } from '../pipelines/composite.ts'
import { feedsInOrder } from '../pipelines/feeds.ts'
import { ingestSource } from '../pipelines/ingest.ts'
import { startMarket } from '../pipelines/market.ts'
import { startSchedule } from '../pipelines/schedule.ts'
import { readSettings } from '../pipelines/settings.ts'
import { startApi } from './api.ts'
import { openMarket } from './market.ts'
import { print } from './output.ts'
import { startCount } from './progress.ts'
import { runService, VERSION, whenAvailable, type ServiceRuntime, type Stop } from './runtime.ts'
import { runSources } from './ingest.ts'

const FIXTURES = new URL('../fixtures/', import.meta.url).pathname

/** Adds the commands that run until they are stopped. */
export function addServiceCommands (program: Command): void {
  program.command('serve').description('serve the API and run the schedule and the market feeds').option('--no-schedule', 'serve the API only').action(serve)
  program.command('worker').description('run only the schedule and the market feeds').action(work)
  program.command('demo').description('serve the API over the bundled fixtures, without network access').action(demo)
}

async function serve ({ schedule }: { schedule: boolean }): Promise<void> {
  await runService(async (runtime) => {
    const work = schedule ? [await startWork(runtime)] : []
    const { address, stop } = await startApi(runtime)
    print(`Ratebook ${VERSION} listens on ${address}`)
    return [stop, ...work]
  })
}

async function work (): Promise<void> {
  await runService(async (runtime) => {
    print(`Ratebook ${VERSION} runs the schedule of ${runtime.sources.length} sources`)
    return [await startWork(runtime)]
  })
}

/** Starts the schedule and the market poller once the database is prepared. Throws for a wrong MARKET_FEEDS. */
async function startWork (runtime: ServiceRuntime): Promise<Stop> {
  feedsInOrder(await loadFeeds(), runtime.settings.MARKET_FEEDS)
  const working = runtime.ready.then(async () => {
    const market = await whenAvailable(runtime, () => openMarket(runtime))
    return [startSchedule(runtime, runtime.sources, startCount(runtime.sources.length)), startMarket(market), ...await startMails(runtime)]
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

async function demo (): Promise<void> {
  const settings = readSettings(process.env)
  const embedded = { ...settings, DATABASE_URL: undefined, DATABASE_READ_URL: undefined, DATA_DIR: join(settings.DATA_DIR, 'demo') }
  await runService(async (runtime) => {
    await runtime.ready
    await runSources(runtime, runtime.sources, (source) => ingestSource(runtime, source, { replay: FIXTURES }))
    await makeComposite(runtime, {})
    const { key } = await createKey(runtime.database, 'enterprise', 'demo')
    const { address, stop } = await startApi(runtime)
    print(`
Ratebook ${VERSION} listens on ${address}, with the bundled fixtures in ${embedded.DATA_DIR}
Demo API key: ${key}

  curl '${address}/api/open/central-bank/ecb'
  curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/central-bank/ecb/latest?source=USD&target=GBP'
  curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/central-bank/ecb/history?source=EUR&target=JPY&from=1999-01-01&format=csv'
`)
    return [stop]
  }, { settings: embedded, level: 'warn' })
}
