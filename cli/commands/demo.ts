import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { createKey } from '../../api/accounts/keys.ts'
import type { Demo } from '../../modules/module.ts'
import type { Source } from '../../adapters/source.ts'
import { forEachSource, ingestSource } from '../../pipelines/runs/ingest.ts'
import { skipped, type Outcome } from '../../pipelines/runs/run.ts'
import { todayIn } from '../../pipelines/runs/window.ts'
import { readSettings } from '../settings.ts'
import { Database } from '../../sql/database.ts'
import { refuseNewer } from '../../sql/migrate.ts'
import { preloadApi, startApi } from '../service/api.ts'
import { calculationsOf, loadModules, prepareModules } from '../module.ts'
import { print } from '../output.ts'
import { startLines } from '../progress.ts'
import { runService, selectSources, UNSAFE, VERSION, withSetting, type Runtime } from '../runtime.ts'
import { startJobs } from '../service/work.ts'

const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname
const DEMO_FIXTURES = join(FIXTURES, 'demo') // a year of tables of some sources, and days or weeks of others
const DEMO_YEAR = '2025-03-18'
const DEMO_DAY = '2026-03-18'
const DEMO_TIME = Date.parse(`${DEMO_DAY}T18:00:00Z`)
const FIRST = 'ecb' // the source of the home page is loaded before the others

const DEMO_LOGIN = { email: 'demo@ratebook.example', password: 'printed as published' }

const NOTICE = `This is a demo with a year and more of tables of thirteen publishers, and some days or weeks of others. Its clock is set to ${DEMO_DAY}.`

/** Adds the command of the demo. */
export function addDemoCommand(program: Command): void {
  program.command('demo').description('serve the bundled fixtures, without network access').action(demo)
}

/**
 * A clock that starts at the day of the fixtures, or at the newest log entry of an earlier demo, and runs on from that
 * moment.
 */
async function clockOf(database: Database): Promise<{ now: () => number; behind: number }> {
  await refuseNewer(database)
  const [{ there } = { there: false }] = await database.write<{ there: boolean }>(
    "select to_regclass('log_entries') is not null as there"
  )
  const [{ newest } = { newest: null }] = there
    ? await database.write<{ newest: string | null }>('select max(known_at) as newest from log_entries')
    : []
  const behind = Date.now() - Math.max(DEMO_TIME, newest === null ? 0 : Date.parse(newest))
  return { now: () => Date.now() - behind, behind }
}

/**
 * Loads the tables of a source up to the day of the demo: from the demo's fixtures, or else from the tests' fixtures if
 * those are true recordings.
 */
async function loadFixtures(runtime: Runtime, source: Source): Promise<Outcome> {
  if (runtime.abort.signal.aborted) return skipped(source, 'the demo is stopping')
  const isInDemo = existsSync(join(DEMO_FIXTURES, source.code))
  if (!isInDemo && source.verified !== 'recording') return skipped(source, 'its fixtures have invented figures')
  const replay = isInDemo ? DEMO_FIXTURES : FIXTURES
  return ingestSource(runtime, source, { replay, until: DEMO_DAY })
}

/**
 * Loads the tables of every source while the demo serves. Its notice and the console count the sources. Returns an
 * instant at which the composites came from the first source only, before the other sources revised them; undefined
 * without a composite.
 */
async function loadAllFixtures(runtime: Runtime, demo: Demo): Promise<string | undefined> {
  const total = runtime.sources.length
  const count = startLines(total, 'loaded')
  let done = 0
  const onOutcome = () => {
    done += 1
    demo.notice = `The demo is loading its tables: ${done} of ${total} sources are done. ${NOTICE}`
    count()
  }
  const load = (isFirst: boolean) => {
    const sources = runtime.sources.filter(({ code }) => (code === FIRST) === isFirst)
    return forEachSource(sources, (source) => loadFixtures(runtime, source), onOutcome)
  }
  const first = await load(true)
  await prepareModules(runtime)
  const calculations = await calculationsOf(runtime.modules)
  for (const { run } of calculations) await run(runtime, { from: DEMO_DAY, to: DEMO_DAY })
  const [{ at } = { at: undefined }] =
    calculations.length > 0 ? await runtime.database.write<{ at: string }>('select service_clock() as at') : []
  const outcomes = [...first, ...(await load(false))]
  for (const { source, error } of outcomes.filter(({ status }) => status === 'failed'))
    print(`${source}: failed: ${error}`)
  print(`${outcomes.filter((it) => it.new + it.unchanged > 0).length} of ${total} sources have tables in the demo`)
  for (const { run } of calculations) await run(runtime, { from: DEMO_YEAR, to: DEMO_DAY })
  demo.notice = NOTICE
  return at && new Date(at).toISOString()
}

/** Registers the account of the demo, unless an earlier start did, and makes it an operator on the enterprise plan. */
async function openDemoAccount(database: Database, address: string): Promise<void> {
  const response = await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ ...DEMO_LOGIN, name: 'Demo' })
  })
  if (!response.ok) throw new Error(`the demo's account could not be registered: ${await response.text()}`)
  await database.write("select change_user($1, 'enterprise', null, 'operator')", [DEMO_LOGIN.email])
}

function printAccess(address: string, key: string, asOf: string | undefined): void {
  const composite = `${address}/api/v1/central-bank/composite/${DEMO_DAY}?source=USD&target=GBP`
  const revised = `
The composite of one dollar in pounds, and as known when only the tables of ${FIRST} were loaded:

  curl -H 'Authorization: Bearer ${key}' '${composite}'
  curl -H 'Authorization: Bearer ${key}' '${composite}&as_of=${asOf}'
`
  print(`
Its clock is set to ${DEMO_DAY}, the date of its newest tables.
Demo API key: ${key}

  curl '${address}/api/open/central-bank/ecb'
  curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/central-bank/ecb/latest?source=USD&target=GBP'
  curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/central-bank/ecb/history?source=EUR&target=JPY&from=2020-01-01&format=csv'
${asOf === undefined ? '' : revised}
Open ${address.replace('127.0.0.1', 'localhost')} and log in as ${DEMO_LOGIN.email} with the password "${DEMO_LOGIN.password}"
`)
}

/** Starts the server, and loads the tables in the background. */
async function serveDemo(
  runtime: Runtime,
  now: () => number
): Promise<{ loaded: Promise<void>; stop: () => Promise<unknown> }> {
  const { key } = await createKey(runtime.database, 'enterprise', 'demo')
  const run = (code: string) =>
    void loadFixtures(runtime, selectSources(runtime, [code])[0]!).catch((error: unknown) =>
      runtime.logger.error({ source: code, err: error }, 'a run that an operator started failed')
    )
  const demo: Demo = { key, login: DEMO_LOGIN, notice: `The demo is loading its tables. ${NOTICE}` }
  const { address, stop } = await startApi(runtime, run, { demo, now })
  print(`Ratebook ${VERSION} listens on ${address}, and loads the bundled tables into ${runtime.settings.DATA_DIR}`)
  const loaded = Promise.all([openDemoAccount(runtime.database, address), loadAllFixtures(runtime, demo)]).then(
    ([, asOf]) => {
      if (!runtime.abort.signal.aborted) printAccess(address, key, asOf)
    }
  )
  return { loaded, stop }
}

async function demo(): Promise<void> {
  const settings = readSettings(process.env)
  const embedded = {
    ...settings,
    HOST: process.env.HOST ?? '127.0.0.1',
    DATABASE_URL: undefined,
    DATABASE_READ_URL: undefined,
    SMTP_URL: undefined,
    DATA_DIR: join(settings.DATA_DIR, 'demo')
  }
  preloadApi(await loadModules(settings.MODULES))
  let now = Date.now
  const prepare = async (url: string) => {
    const database = new Database({ url, connections: 1 })
    try {
      const clock = await clockOf(database)
      now = clock.now
      return withSetting(url, 'ratebook.clock_behind', `${clock.behind / 1000}s`)
    } finally {
      await database.close()
    }
  }
  await runService(
    async (runtime, stops) => {
      await runtime.ready
      stops.push(...(await startJobs({ ...runtime, isDemo: true })).map((it) => it.stop))
      const today = (timezone: string) => todayIn(timezone, new Date(now()))
      const { loaded, stop } = await serveDemo({ ...runtime, today }, now)
      const ended = loaded.catch((error: unknown) => {
        if (!runtime.abort.signal.aborted) {
          runtime.logger.error({ err: error }, 'the tables of the demo could not be loaded')
        }
      })
      stops.push(async () => {
        await Promise.all([stop(), ended])
      })
    },
    { settings: embedded, level: 'warn', server: { settings: UNSAFE, prepare } }
  )
}
