import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createKey } from '../../api/accounts/keys.ts'
import type { Source } from '../../adapters/source.ts'
import { makeComposite } from '../../pipelines/composite/composite.ts'
import { forEachSource, ingestSource } from '../../pipelines/runs/ingest.ts'
import { skipped, type Outcome } from '../../pipelines/runs/run.ts'
import { readSettings } from '../settings.ts'
import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { refuseNewer } from '../../sql/migrate.ts'
import { startApi } from '../service/api.ts'
import { announceOperatorLink } from '../service/operator-link.ts'
import { newestInstant, setDatabaseBack, startClockAt } from '../service/demo-clock.ts'
import { print } from '../output.ts'
import { prepareModules } from '../module.ts'
import { runService, selectSources, startModules, VERSION, type Runtime } from '../runtime.ts'
import { startJobs, startWork, WorkThread } from '../service/work.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname
const DEMO_FIXTURES = join(FIXTURES, 'demo') // a year of some sources, and days or weeks of others
const DEMO_YEAR = '2025-03-18'
const DEMO_DAY = '2026-03-18'
const DEMO_TIME = Date.parse(`${DEMO_DAY}T18:00:00Z`)

const DEMO_LOGIN = { email: 'demo@ratebook.example', password: 'printed as published' }

const NOTICE = `This is a demo with a year of tables of eight banks and some days or weeks of others. Its clock is set to ${DEMO_DAY}.`

/** Sets the clocks of the process and of the demo's database to the day of the fixtures, or to the newest entry of an earlier demo. */
async function startClock (url: string): Promise<void> {
  const database = new Database({ url, connections: 1 })
  try {
    await refuseNewer(database)
    await setDatabaseBack(database, startClockAt(Math.max(DEMO_TIME, await newestInstant(database) ?? 0)))
  } finally {
    await database.close()
  }
}

/** Loads the tables of a source up to the day of the demo, from the demo's fixtures or else from those of the tests, if these are true recordings. */
async function loadFixtures (runtime: Runtime, source: Source): Promise<Outcome> {
  const isInDemo = existsSync(join(DEMO_FIXTURES, source.code))
  if (!isInDemo && source.verified !== 'recording') return skipped(source, 'its fixtures have invented figures')
  const replay = isInDemo ? DEMO_FIXTURES : FIXTURES
  return ingestSource(runtime, source, { replay, until: DEMO_DAY })
}

async function loadAllFixtures (runtime: Runtime): Promise<void> {
  print('loading the bundled tables')
  const outcomes = await forEachSource(runtime.sources, (source) => loadFixtures(runtime, source), () => {})
  for (const { source, error } of outcomes.filter(({ status }) => status === 'failed')) print(`${source}: failed: ${error}`)
  print(`${outcomes.filter((it) => it.new + it.unchanged > 0).length} of ${outcomes.length} sources have tables in the demo`)
  await makeComposite(runtime, { from: DEMO_YEAR, to: DEMO_DAY })
}

/** Registers the account of the demo, unless an earlier start did, and makes it an operator on the enterprise plan. */
async function openDemoAccount (database: Database, address: string): Promise<void> {
  const response = await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'origin': address },
    body: JSON.stringify({ ...DEMO_LOGIN, name: 'Demo' })
  })
  if (!response.ok) throw new Error(`the demo's account could not be registered: ${await response.text()}`)
  await database.write('select change_user($1, \'enterprise\', null, \'operator\')', [DEMO_LOGIN.email])
}

/** Adds the commands that run until they are stopped. */
export function addServiceCommands (program: Command): void {
  program.command('serve').description('serve the API and the pages, and run the schedule and the market feeds').option('--no-schedule', 'serve the API and the pages only').action(serve)
  program.command('worker').description('run the schedule and the market feeds without serving').action(work)
  program.command('demo').description('serve the bundled fixtures, without network access').action(demo)
}

async function serve ({ schedule }: { schedule: boolean }): Promise<void> {
  await runService(async (runtime, stops) => {
    const thread = new WorkThread(runtime, { hasSchedule: schedule })
    stops.push(() => thread.stop())
    await thread.start()
    startModules(runtime)
    const { address, stop } = await startApi(runtime, (code) => thread.run(code))
    stops.push(stop)
    print(`Ratebook ${VERSION} listens on ${address}`)
    void runtime.ready.then(() => announceOperatorLink(runtime, address))
      .catch((error: unknown) => runtime.logger.error({ err: error }, 'the link of the operator could not be made'))
  })
}

async function work (): Promise<void> {
  await runService(async (runtime, stops) => {
    print(`Ratebook ${VERSION} runs the schedule of ${runtime.sources.length} sources`)
    startModules(runtime)
    stops.push(await startWork(runtime))
  })
}

async function demo (): Promise<void> {
  const settings = readSettings(process.env)
  const embedded = { ...settings, HOST: process.env.HOST ?? '127.0.0.1', DATABASE_URL: undefined, DATABASE_READ_URL: undefined, SMTP_URL: undefined, DATA_DIR: join(settings.DATA_DIR, 'demo') }
  const server = await startEmbedded(embedded.DATA_DIR, { binDir: embedded.PG_BIN_DIR, settings: { fsync: 'off', synchronous_commit: 'off' } }) // the next start loads what a power cut loses
  try {
    await startClock(server.url)
    await runService(async (runtime, stops) => {
      await runtime.ready
      await prepareModules(runtime)
      await loadAllFixtures(runtime)
      const { key } = await createKey(runtime.database, 'enterprise', 'demo')
      stops.push(...(await startJobs({ ...runtime, isDemo: true })).map((it) => it.stop))
      const run = (code: string) => void loadFixtures(runtime, selectSources(runtime, [code])[0]!).catch((error: unknown) => runtime.logger.error({ source: code, err: error }, 'a run that an operator started failed'))
      const { address, stop } = await startApi(runtime, run, { key, login: DEMO_LOGIN, notice: NOTICE })
      stops.push(stop)
      await openDemoAccount(runtime.database, address)
      print(`
Ratebook ${VERSION} listens on ${address}, with the bundled fixtures in ${embedded.DATA_DIR}.
Its clock is set to ${DEMO_DAY}, the date of its newest tables.
Demo API key: ${key}
Demo account: ${DEMO_LOGIN.email}, password "${DEMO_LOGIN.password}"

  curl '${address}/api/open/central-bank/ecb'
  curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/central-bank/ecb/latest?source=USD&target=GBP'
  curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/central-bank/ecb/history?source=EUR&target=JPY&from=1999-01-01&format=csv'
`)
    }, { settings: embedded, level: 'warn' })
  } finally {
    await server.stop()
  }
}
