import { join } from 'node:path'
import { existsSync, readFileSync } from 'node:fs'
import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { pino, type Logger } from 'pino'
import { isDate } from './adapters/kit/dates.ts'
import { loadFeeds } from './adapters/market/registry.ts'
import { loadSources } from './adapters/registry.ts'
import type { Source } from './adapters/source.ts'
import type { Operations } from './api/contract/route.ts'
import type { ApiSettings } from './api/http/service.ts'
import { createKey, disableKey, listKeys } from './api/access/keys.ts'
import { allowancesOf, PLANS, type Plan } from './api/access/plans.ts'
import { keptSecret } from './api/access/secret.ts'
import { disableUser, enableUser, listUsers, setOperator, setUserPlan } from './api/access/users.ts'
import { dryRun } from './pipelines/dry-run.ts'
import { makeComposite, refreshComposite } from './pipelines/composite.ts'
import { feedStates, OFFICIAL, registerFeeds } from './pipelines/feeds.ts'
import { HostGate } from './pipelines/gate.ts'
import { backfillSource, forEachSource, ingestSource, type Ingest, type Progress } from './pipelines/ingest.ts'
import { pollNow, startMarket, type Market } from './pipelines/market.ts'
import { listQuarantine, reject, release } from './pipelines/quarantine.ts'
import { startReport, tableOf } from './pipelines/report.ts'
import { missingCredential, reparseSource, type Outcome, type Pipeline } from './pipelines/run.ts'
import { scaffoldSource } from './pipelines/scaffold.ts'
import { startSchedule } from './pipelines/schedule.ts'
import { readSettings, type Settings } from './pipelines/settings.ts'
import { COMPOSITE, compositeAt, registerSources } from './pipelines/sources.ts'
import { Database } from './sql/database.ts'
import { startEmbedded } from './sql/embedded.ts'
import { migrate } from './sql/migrate.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
const FIXTURES = new URL('fixtures/', import.meta.url).pathname
const GAP = 500
const STOP_WITHIN = 9_000
const PATIENCE = 30_000

interface House extends Pipeline {
  settings: Settings
  sources: Source[]
  abort: AbortController
  close: () => Promise<void>
}

/** Opens the database (migrated, its sources registered) and all that a command needs of it. */
async function openHouse (settings: Settings, logger: Logger): Promise<House> {
  const embedded = settings.DATABASE_URL ? undefined : await startEmbedded(settings.DATA_DIR)
  const database = new Database({ url: settings.DATABASE_URL ?? embedded!.url, readUrl: settings.DATABASE_READ_URL })
  const close = async () => {
    await database.close()
    await embedded?.stop()
  }
  try {
    await migrate(database)
    const sources = await loadSources()
    await registerSources(database, [...sources, compositeAt(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`)])
    const abort = new AbortController()
    const userAgent = `Mozilla/5.0 (compatible; Ratebook/${version}${settings.PUBLIC_URL ? `; +${settings.PUBLIC_URL}` : ''})`
    return { settings, sources, abort, close, database, logger, userAgent, environment: process.env, gate: new HostGate(GAP), signal: abort.signal }
  } catch (error) {
    await close()
    throw error
  }
}

/** The log goes to standard error, at LOG_LEVEL where it is set. */
function loggerOf (settings: Settings, level = settings.LOG_LEVEL as string): Logger {
  return pino({ level: process.env.LOG_LEVEL ? settings.LOG_LEVEL : level }, pino.destination(2))
}

/** Runs a command that ends by itself. Its log says errors only unless LOG_LEVEL asks for more. */
async function command (work: (house: House) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env)
  const house = await openHouse(settings, loggerOf(settings, 'error'))
  try {
    await work(house)
  } finally {
    await house.close()
  }
}

/** Runs a command that goes on until it is told to stop, and stops it in order. */
async function service (settings: Settings, logger: Logger, start: (house: House) => Promise<Array<() => Promise<void>>>): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  const house = await openHouse(settings, logger)
  const stops = await start(house).catch(async (error: unknown) => {
    house.abort.abort()
    await house.close()
    throw error
  })
  await stopped
  house.logger.info('stopping')
  setTimeout(() => process.exit(1), STOP_WITHIN).unref()
  house.abort.abort(new Error('the service is stopping'))
  await Promise.all(stops.map((stop) => stop()))
  await house.close()
}

async function startApi (house: House): Promise<{ address: string, stop: () => Promise<void> }> {
  const { database, settings, logger } = house
  // Only the service needs Koa and the workbook writer, which take their time to load.
  const [{ createApp }, { createServer }, { createMail }] = await Promise.all([import('./api/app.ts'), import('./api/http/server.ts'), import('./api/access/mail.ts')])
  const mail = settings.SMTP_URL ? createMail({ url: settings.SMTP_URL, from: settings.MAIL_FROM! }) : undefined
  const api = await createApp({ database, logger, mail, settings: await apiSettings(settings), operations: operationsOf(house) })
  const server = createServer(api.app)
  const address = await server.listen(settings.PORT, settings.HOST)
  return {
    address,
    stop: async () => {
      await server.close()
      await api.close()
      mail?.close()
    }
  }
}

async function apiSettings (settings: Settings): Promise<ApiSettings> {
  return {
    publicUrl: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY,
    sessionSecret: settings.SESSION_SECRET ?? await keptSecret(settings.DATA_DIR),
    allowances: allowancesOf({ developer: settings.ALLOWANCE_DEVELOPER, business: settings.ALLOWANCE_BUSINESS, enterprise: settings.ALLOWANCE_ENTERPRISE }),
    compatAliases: settings.COMPAT_ALIASES,
    limits: { perCaller: settings.LIMIT_PER_KEY, perAddress: settings.LIMIT_PER_ADDRESS, trialKeys: settings.TRIAL_KEYS_PER_ADDRESS }
  }
}

function operationsOf (house: House): Operations {
  return {
    run (code) {
      const source = house.sources.find((it) => it.code === code)
      const run = source ? ingestSource(house, source, {}).then(() => refreshComposite(house)) : makeComposite(house, {})
      run.catch((error: unknown) => house.logger.error({ source: code, err: error }, 'a run that an operator asked for failed'))
    },
    release: async (id) => {
      await release(house.database, id)
      await refreshComposite(house)
    },
    reject: (id) => reject(house.database, id)
  }
}

/** What polls the market feeds, in the order of the settings. A process that does not poll leaves the order as it is. */
async function openMarket (house: House): Promise<Market> {
  const { settings, database, environment, logger } = house
  const feeds = await registerFeeds(database, await loadFeeds(), settings.MARKET_FEEDS)
  for (const feed of feeds) {
    const missing = missingCredential(feed, environment)
    if (missing) logger.warn({ feed: feed.code }, missing)
  }
  return { ...house, feeds, interval: settings.MARKET_INTERVAL, keepMinutes: settings.MARKET_KEEP_MINUTES_DAYS, keepHours: settings.MARKET_KEEP_HOURS_DAYS }
}

async function serve ({ schedule }: { schedule: boolean }): Promise<void> {
  const settings = readSettings(process.env)
  await service(settings, loggerOf(settings), async (house) => {
    const market = schedule ? await openMarket(house) : undefined
    const { address, stop } = await startApi(house)
    const stops = [stop, ...(market ? [startSchedule(house, house.sources).stop, startMarket(market).stop] : [])]
    process.stdout.write(`Ratebook ${version} listens on ${address}\n`)
    return stops
  })
}

async function work (): Promise<void> {
  const settings = readSettings(process.env)
  await service(settings, loggerOf(settings), async (house) => {
    const market = await openMarket(house)
    const stops = [startSchedule(house, house.sources).stop, startMarket(market).stop]
    process.stdout.write(`Ratebook ${version} works on the schedule of ${house.sources.length} sources\n`)
    return stops
  })
}

/** Its log says errors only, on standard error: standard output belongs to the protocol. */
async function tools (): Promise<void> {
  await command(async ({ database, logger }) => {
    const { answerStandardInput } = await import('./api/mcp/server.ts')
    await answerStandardInput({ database, logger, today: () => new Date().toISOString().slice(0, 10) })
  })
}

async function demo (): Promise<void> {
  const settings = readSettings(process.env)
  const apart = { ...settings, DATABASE_URL: undefined, DATABASE_READ_URL: undefined, DATA_DIR: join(settings.DATA_DIR, 'demo') }
  await service(apart, loggerOf(settings, 'warn'), async (house) => {
    await runAll(house, house.sources, (source) => ingestSource(house, source, { replay: FIXTURES }))
    await makeComposite(house, {})
    const { key } = await createKey(house.database, 'enterprise', 'demo')
    const { address, stop } = await startApi(house)
    process.stdout.write(`
Ratebook ${version} listens on ${address}, with the bundled fixtures in ${apart.DATA_DIR}
Demo API key: ${key}

  curl '${address}/api/open/central-bank/ecb'
  curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/central-bank/ecb/latest?source=USD&target=GBP'
  curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/central-bank/ecb/history?source=EUR&target=JPY&from=1999-01-01&format=csv'

`)
    return [stop]
  })
}

/** Runs some work for each source under a report, makes the composite of what it brought, and sets the exit code where one failed. */
async function runAll (house: House, sources: Source[], run: (source: Source, onProgress: (progress: Progress) => void) => Promise<Outcome>): Promise<void> {
  const report = startReport(sources.length)
  try {
    const outcomes = await forEachSource(sources, (source) => run(source, ({ done, total }) => report.step(`${source.code} ${done + 1}/${total}`)), report.outcome)
    if (outcomes.some(({ status }) => status === 'failed' || status === 'busy')) process.exitCode = 1
  } finally {
    report.end()
  }
  await refreshComposite(house, PATIENCE)
}

function chosen ({ sources }: House, codes: string[], all: boolean | undefined): Source[] {
  if (all) return sources
  if (codes.length === 0) throw new Error('name the sources, or say --all')
  return codes.map((code) => {
    const source = sources.find((it) => it.code === code)
    if (!source) throw new Error(`there is no source ${code}: see "ratebook sources"`)
    return source
  })
}

async function ingest (codes: string[], { all, ...options }: Ingest & { all?: boolean }): Promise<void> {
  if (options.replay && !existsSync(options.replay)) throw new Error(`there is no folder ${options.replay}`)
  await command(async (house) => {
    if (options.from && options.to && options.from > options.to) throw new Error(`--from ${options.from} is after --to ${options.to}`)
    await runAll(house, chosen(house, codes, all), (source, onProgress) => ingestSource(house, source, options, onProgress))
  })
}

async function backfill (codes: string[], { all, ...options }: Ingest & { all?: boolean }): Promise<void> {
  await command((house) => runAll(house, chosen(house, codes, all), (source, onProgress) => backfillSource(house, source, options, onProgress)))
}

async function reparse (code: string): Promise<void> {
  await command((house) => runAll(house, chosen(house, [code], false), (source) => reparseSource(house, source)))
}

async function composite (window: { from?: string, to?: string }): Promise<void> {
  await command(async (house) => {
    if (window.from && window.to && window.from > window.to) throw new Error(`--from ${window.from} is after --to ${window.to}`)
    const report = startReport(1)
    try {
      const outcome = await makeComposite(house, window, ({ from, to }) => report.step(`composite ${from} to ${to}`))
      report.outcome(outcome)
      if (outcome.status !== 'ok') process.exitCode = 1
    } finally {
      report.end()
    }
  })
}

async function sources (): Promise<void> {
  await command(async (house) => {
    const rows = [...house.sources, COMPOSITE].map((source) => ({
      code: source.code,
      name: source.name,
      country: source.country,
      kind: source.kind,
      cadence: source.cadence,
      types: source.rateTypes.join(','),
      since: source.historyFrom,
      status: missingCredential(source, house.environment) ?? 'ready'
    }))
    print(tableOf(rows))
  })
}

async function status (): Promise<void> {
  await command(async ({ database }) => {
    const rows = await database.write<{ last_error: string | null }>('select * from source_status()')
    print(tableOf(rows.map((row) => ({ ...row, last_error: row.last_error?.slice(0, 100) }))))
  })
}

async function marketStatus (): Promise<void> {
  await command(async ({ database, environment }) => print(tableOf((await feedStates(database, await loadFeeds(), environment)).map((it) => ({ ...it, last_error: it.last_error?.slice(0, 100) })))))
}

async function marketPoll (): Promise<void> {
  await command(async (house) => {
    if (house.settings.MARKET_FEEDS.every((code) => code === OFFICIAL.code)) throw new Error('MARKET_FEEDS names no feed that is asked')
    const polls = await pollNow(await openMarket(house))
    print(tableOf(polls.map((poll) => ({ ...poll }))) || 'the feeds were asked a moment ago')
    if (polls.some(({ status }) => status === 'failed' || status === 'refused')) process.exitCode = 1
  })
}

async function runs (code: string | undefined, { limit }: { limit: number }): Promise<void> {
  await command(async ({ database }) => print(tableOf(await database.write('select * from list_runs($1, $2)', [code ?? null, limit])) || 'no runs yet'))
}

async function check (code: string, { replay }: { replay?: string }): Promise<void> {
  await command(async (house) => {
    const [source] = chosen(house, [code], false)
    const result = await dryRun(house, source!, replay).catch((error: unknown) => {
      throw new Error(`${code}: ${(error as Error).message}`, { cause: error })
    })
    const dates = result.good.map(({ date }) => date).sort()
    print(tableOf(result.good.map(({ date, base, quote, type, value, unit = 1 }) => ({ date, base, quote, type, value, unit }))))
    print(`\n${result.publications.length} publications, ${result.good.length} rows from ${dates.at(0)} to ${dates.at(-1)}, ${result.bad.length} that cannot be true`)
    if (result.bad.length > 0) print(tableOf(result.bad.map(({ row, reason }) => ({ ...row, reason }))))
    print(result.differences.length === 0 ? 'no difference from what is stored' : `\n${result.differences.length} differences from what is stored:\n${tableOf(result.differences.map((it) => ({ ...it })))}`)
  })
}

function print (text: string): void {
  process.stdout.write(`${text}\n`)
}

function date (text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('a date that exists, as YYYY-MM-DD')
  return text
}

function number (text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('a whole number from 1')
  return Number(text)
}

function commandLine (): Command {
  const program = new Command('ratebook').version(version).description('Official exchange rates, as their publishers print them')
  program.command('serve').description('the API and the schedule').option('--no-schedule', 'the API alone').action(serve)
  program.command('worker').description('the schedule alone').action(work)
  program.command('demo').description('the API over the bundled fixtures, without any network').action(demo)
  program.command('mcp').description('the tools of the Model Context Protocol, on standard input and output').action(tools)
  program.command('migrate').description('bring the database up to date').action(() => command(async () => print('the database is up to date')))
  for (const [name, text, action] of [['ingest', 'ask sources for a window, or for their newest tables', ingest], ['backfill', 'ask sources for their whole history; goes on where it was stopped', backfill]] as const) {
    const it = program.command(name).description(text).argument('[codes...]').option('--all', 'every source')
      .option('--from <date>', 'first day', date).option('--to <date>', 'last day', date)
    if (name === 'ingest') it.option('--replay <folder>', 'answers come from recordings in place of the network')
    it.action(action)
  }
  program.command('composite').description('make the composite of official rates: of the days that changed, or of a window')
    .option('--from <date>', 'first day', date).option('--to <date>', 'last day', date).action(composite)
  program.command('sources').description('every source and whether it is ready').action(sources)
  program.command('status').description('what is stored of each source, and how its last run ended').action(status)
  program.command('runs').description('the newest runs').argument('[code]').option('--limit <count>', 'how many', number, 30).action(runs)
  program.command('reparse').description('read a source\'s archive again').argument('<code>').action(reparse)

  const quarantine = program.command('quarantine').description('rows that cannot be true')
  quarantine.command('list').argument('[code]').action((code?: string) => command(async ({ database }) => print(tableOf((await listQuarantine(database, code)).map((it) => ({ ...it }))) || 'nothing waits in quarantine')))
  quarantine.command('release').description('let rows into the rates after all').argument('<ids...>').action((ids: string[]) => command(async (house) => {
    for (const id of ids.map(number)) print(`released ${Object.values(await release(house.database, id)).join(' ')}`)
    await refreshComposite(house, PATIENCE)
  }))
  quarantine.command('reject').description('decide that rows stay out').argument('<ids...>').action((ids: string[]) => command(async ({ database }) => {
    for (const id of ids.map(number)) await reject(database, id)
  }))

  const source = program.command('source').description('work on a source')
  source.command('new').description('the files of a new source').argument('<code>').action(async (code: string) => print((await scaffoldSource(code)).join('\n')))
  source.command('check').description('fetch, parse and check, and compare with what is stored; nothing is written').argument('<code>')
    .option('--replay <folder>', 'answers come from recordings in place of the network').action(check)

  const market = program.command('market').description('market feeds')
  market.command('status').description('the feeds in their order, each with its last poll').action(marketStatus)
  market.command('poll').description('ask the feeds of MARKET_FEEDS now').action(marketPoll)

  const keys = program.command('keys').description('API keys')
  keys.command('create').addOption(new Option('--plan <plan>').choices(PLANS).makeOptionMandatory()).option('--name <name>', 'what it is for', 'unnamed')
    .action(({ plan, name }: { plan: Plan, name: string }) => command(async ({ database }) => print((await createKey(database, plan, name)).key)))
  keys.command('list').action(() => command(async ({ database }) => print(tableOf((await listKeys(database)).map((it) => ({ ...it }))) || 'no keys yet')))
  keys.command('disable').argument('<id>', 'its number', number).action((id: number) => command(async ({ database }) => {
    if (!await disableKey(database, id)) throw new Error(`there is no key ${id} that could be disabled`)
  }))

  const users = program.command('users').description('people with an account')
  users.command('list').action(() => command(async ({ database }) => print(tableOf((await listUsers(database)).map((it) => ({ ...it }))) || 'no users yet')))
  users.command('plan').description('put a person on a plan').argument('<email>').addArgument(new Argument('<plan>').choices(PLANS))
    .action((email: string, plan: Plan) => command(({ database }) => setUserPlan(database, email, plan)))
  users.command('disable').description('end a person\'s sessions and refuse log-ins and keys').argument('<email>').action((email: string) => command(({ database }) => disableUser(database, email)))
  users.command('enable').description('take back what disable did').argument('<email>').action((email: string) => command(({ database }) => enableUser(database, email)))
  users.command('operator').description('let a person work on the quarantine and start runs').argument('<email>').action((email: string) => command(({ database }) => setOperator(database, email)))
  return program
}

try {
  await commandLine().parseAsync()
} catch (error) {
  process.stderr.write(`ratebook: ${(error as Error).message}\n`)
  process.exitCode = 1
}
