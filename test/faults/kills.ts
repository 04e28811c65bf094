import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createKey } from '../../api/access/keys.ts'
import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { migrate } from '../../sql/migrate.ts'
import { freePort } from '../ports.ts'
import { Clients } from './clients.ts'
import { pick, randomFrom, type Random } from './random.ts'
import { Supervised } from './supervised.ts'

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url))
// What the clients ask, loaded before the first kill.
const SERVED = ['ecb', 'boc']
const PLANS = ['developer', 'business', 'enterprise'] as const
const ALLOWANCES = { ALLOWANCE_DEVELOPER: '500', ALLOWANCE_BUSINESS: '5000', ALLOWANCE_ENTERPRISE: '1000000' } // the first two are used up meanwhile
const PROGRESS = 15_000
const SETTLED = 5_000
const RECOVERY = 600_000

export interface KillOptions {
  rounds: number
  seed: number
  clients: number
  /** The sources whose fixtures are loaded meanwhile, or `--all`. */
  sources: string[]
  onRound?: (round: number, target: string, answered: number) => void
}

export interface KillReport {
  /** How often each was killed. */
  kills: Record<string, number>
  answered: number
  refused: number
  uncertain: number
  /** Whatever must not happen, a line each; empty when all is well. */
  faults: string[]
}

/** Everything that runs during a campaign. */
interface Stage {
  folder: string
  url: string
  apis: Supervised[]
  worker: Supervised
  ingest: Supervised
  clients: Clients
}

/**
 * Kills processes and the database at random moments, while clients with quotas ask and documents are loaded. `folder` is an empty folder for the
 * data. Then nothing has ended by itself, each account has paid for what it got, and the rows are those of one load without a kill.
 */
export async function killCampaign (folder: string, options: KillOptions): Promise<KillReport> {
  const stage = await prepare(folder, options)
  try {
    return { kills: await killAround(stage, options), ...await conclude(stage, options.sources) }
  } finally {
    await stage.clients.stop()
    await Promise.all([...stage.apis, stage.worker, stage.ingest].map((it) => it.stop()))
  }
}

/** Kills something in each round, and counts what. */
async function killAround (stage: Stage, { rounds, seed, onRound }: KillOptions): Promise<Record<string, number>> {
  const random = randomFrom(seed)
  const kills: Record<string, number> = {}
  for (let round = 1; round <= rounds; round++) {
    const goal = stage.clients.answered + Math.floor(random() * 100)
    await Promise.race([until(() => stage.clients.answered >= goal), sleep(PROGRESS)])
    await sleep(random() * 500)
    const target = await killSomething(stage, random)
    kills[target] = (kills[target] ?? 0) + 1
    onRound?.(round, target, stage.clients.answered)
  }
  return kills
}

async function prepare (folder: string, { clients, sources }: KillOptions): Promise<Stage> {
  const embedded = await startEmbedded(folder)
  const database = new Database({ url: embedded.url })
  await migrate(database)
  const keys = await Promise.all(PLANS.map(async (plan) => (await createKey(database, plan, plan)).key))
  await database.close()
  const environment = environmentFor(folder)
  await load(SERVED, folder)
  const ingest = new Supervised('ingest', ['ingest', ...sources, '--replay', FIXTURES], environment, { mayEnd: true })
  const ports = [await freePort(), await freePort()]
  const apis = ports.map((port) => new Supervised('api', ['serve', '--no-schedule'], { ...environment, PORT: String(port) }))
  const worker = new Supervised('worker', ['worker'], environment)
  for (const it of [...apis, worker]) it.start()
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
  await until(async () => (await Promise.all(addresses.map(isReady))).every(Boolean))
  await embedded.stop() // the server goes on for the others, who have to look after it now
  const paths = SERVED.flatMap((code) => ['latest', 'availability'].map((what) => `/api/v1/central-bank/${code}/${what}`))
  return { folder, url: embedded.url, apis, worker, ingest, clients: new Clients(clients, { keys, addresses, paths }) }
}

/** Loads the fixtures of some sources. Throws where that fails. */
async function load (sources: string[], folder: string): Promise<void> {
  const ingest = new Supervised('a load', ['ingest', ...sources, '--replay', FIXTURES], environmentFor(folder))
  ingest.start()
  if (await ingest.ended() !== 0) throw new Error(ingest.output)
}

function environmentFor (folder: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9' // so that the worker asks no publisher
  const proxies = { HTTP_PROXY: nowhere, HTTPS_PROXY: nowhere }
  return { PATH: process.env.PATH!, HOME: folder, DATA_DIR: folder, HOST: '127.0.0.1', LIMIT_PER_KEY: '1000000', LOG_LEVEL: 'warn', ...ALLOWANCES, ...proxies }
}

async function killSomething ({ folder, url, apis, worker, ingest }: Stage, random: Random): Promise<string> {
  const process = pick([...apis, worker, ingest, undefined, undefined, undefined], random)
  if (process) {
    await process.kill()
    process.start()
    return process.name
  }
  if (!ingest.isRunning) ingest.start()
  const way = pick(['server', 'backend', 'restart', 'connections'] as const, random)!
  await killDatabase(folder, url, way)
  return way
}

/** Ends the server or one of its processes as a power cut would, stops it in order, or ends all its connections. */
async function killDatabase (folder: string, url: string, way: 'server' | 'backend' | 'restart' | 'connections'): Promise<void> {
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  if (way === 'server' || way === 'restart') return void process.kill(postmaster, way === 'server' ? 'SIGKILL' : 'SIGINT')
  const database = new Database({ url, connections: 1 })
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = \'client backend\''
  try {
    if (way === 'connections') return void await database.write(`select pg_terminate_backend(pid) ${others}`)
    const [backend] = await database.write<{ pid: number }>(`select pid ${others} order by random() limit 1`)
    if (backend) process.kill(backend.pid, 'SIGKILL')
  } finally {
    await database.close()
  }
}

async function conclude ({ folder, url, apis, worker, ingest, clients }: Stage, sources: string[]): Promise<Omit<KillReport, 'kills'>> {
  await until(() => isAnswering(url))
  await clients.stop()
  await sleep(SETTLED) // refunds are made once a second
  await ingest.ended()
  await load(sources, folder)
  const database = new Database({ url })
  const faults = [...apis, worker, ingest].flatMap((it) => it.faults)
  for (const it of [...apis, worker]) if (!it.isRunning) faults.push(`${it.name} does not run: ${it.output}`)
  faults.push(...clients.bills.flatMap(({ odd }) => odd), ...await wrongCharges(database, clients), ...await differences(database, folder, sources))
  await database.close()
  const sum = (count: 'answered' | 'refused' | 'uncertain') => clients.bills.reduce((total, bill) => total + bill[count], 0)
  return { answered: sum('answered'), refused: sum('refused'), uncertain: sum('uncertain'), faults }
}

/** The accounts that paid for less than they got, for more than they asked, or beyond their allowance. */
async function wrongCharges (database: Database, { bills }: Clients): Promise<string[]> {
  const used = await database.write<{ name: typeof PLANS[number], units: number, counted: number }>(`
    select name, coalesce((select sum(units) from allowances_used a where a.account_id = k.account_id), 0)::integer as units,
      coalesce((select sum(units) from usage u where u.account_id = k.account_id), 0)::integer as counted
    from api_keys k`)
  return used.flatMap(({ name, units, counted }) => {
    const { answered, uncertain } = bills[PLANS.indexOf(name)]!
    const isRight = units === counted && units >= answered && units <= answered + uncertain
    return isRight ? [] : [`${name} paid ${units} units (${counted} in its usage) for ${answered} answers and ${uncertain} requests without one`]
  })
}

const ROWS = `
  select source, base, quote, type, date, value, unit, 'now' as state from rates
  union all
  select source, base, quote, type, date, value, unit, 'before' from rate_revisions where source <> 'composite'
  order by source, base, quote, type, date, value, unit, state`
const PUBLICATIONS = `
  select source, url, encode(sha256, 'hex') as sha256, rows, loaded_at is not null as is_loaded
  from publications
  where source <> 'composite' -- which is made again as often as its sources change
  order by source, url, request_key, sha256`
const TABLES = 'select source, date from tables order by source, date'
const HELD = 'select source, base, quote, type, date, value, reason from quarantine order by source, base, quote, type, date, value, reason'

/** How the rows differ from those of one load without a kill. */
async function differences (database: Database, folder: string, sources: string[]): Promise<string[]> {
  const clean = await startEmbedded(join(folder, 'clean'))
  await load(SERVED, join(folder, 'clean'))
  await load(sources, join(folder, 'clean'))
  const other = new Database({ url: clean.url })
  const found: string[] = []
  for (const query of [ROWS, PUBLICATIONS, TABLES, HELD]) found.push(...compare(await linesOf(database, query), await linesOf(other, query)))
  await other.close()
  await clean.stop()
  return found.slice(0, 20)
}

async function linesOf (database: Database, query: string): Promise<string[]> {
  return (await database.write(query)).map((row) => JSON.stringify(row))
}

function compare (lines: string[], expected: string[]): string[] {
  const [found, wanted] = [new Set(lines), new Set(expected)]
  const different = lines.length === expected.length ? [] : [`${lines.length} rows in place of ${expected.length}`]
  return [...different, ...[...found].filter((line) => !wanted.has(line)).map((line) => `too much: ${line}`), ...[...wanted].filter((line) => !found.has(line)).map((line) => `missing: ${line}`)]
}

function isReady (address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(({ ok }) => ok, () => false)
}

async function isAnswering (url: string): Promise<boolean> {
  const database = new Database({ url, connections: 1 })
  try {
    return await database.isWritable()
  } catch {
    return false
  } finally {
    await database.close()
  }
}

/** Waits for a condition. Throws when it does not come true for minutes. */
async function until (condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !await condition(); waited += 50) {
    if (waited > RECOVERY) throw new Error('the service did not recover within ten minutes')
    await sleep(50)
  }
}
