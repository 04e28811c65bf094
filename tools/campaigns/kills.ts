import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../api/accounts/keys.ts'
import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { isUnavailable } from '../../sql/errors.ts'
import { migrate } from '../../sql/migrate.ts'
import { freePort } from '../../test/support/ports.ts'
import { Clients } from './clients.ts'
import { differences, environmentFor, faultsOfLog, FIXTURES, load, PLANS, SERVED, wrongCharges, type Stored } from './kills-outcome.ts'
import { pick, randomFrom, type Random } from './random.ts'
import { Supervised } from './supervised.ts'

const ANSWERS = 60_000
const GROWTH = 5_000
const SETTLED = 5_000
const RECOVERY = 600_000

export interface KillOptions {
  rounds: number
  seed: number
  clients: number
  /** The sources whose fixtures are loaded meanwhile, or `--all`. */
  sources: string[]
  /** What one load of them without a kill stores. */
  expected: Stored
  /** Ends the rounds early. What they did is compared all the same. */
  signal?: AbortSignal
  onRound?: (round: number, target: string, state: string) => void
}

export interface KillReport {
  /** How often each was killed. */
  kills: Record<string, number>
  /** How many kills came while documents were loaded. */
  duringLoads: number
  /** How many different checkpoints of the log were kept before a kill. */
  checkpoints: number
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
  addresses: string[]
  apis: Supervised[]
  worker: Supervised
  ingest: Supervised
  clients: Clients
  /** The checkpoints of the log by its size. */
  checkpoints: Map<number, string>
}

/**
 * Kills processes and the database at random moments, while clients with quotas ask and documents are loaded. `folder` is an empty folder for the
 * data. Afterwards nothing has ended by itself, each account has paid for what it got, the rows are those of one load without a kill, and the
 * log is whole and begins with every checkpoint that it gave out.
 */
export async function killCampaign (folder: string, options: KillOptions): Promise<KillReport> {
  const stage = await prepare(folder, options)
  try {
    return { ...await killAround(stage, options), ...await conclude(stage, options) }
  } finally {
    await stage.clients.stop()
    await Promise.all([...stage.apis, stage.worker, stage.ingest].map((it) => it.stop()))
  }
}

/** Kills something in each round, and counts what. */
async function killAround (stage: Stage, { rounds, seed, signal, onRound }: KillOptions): Promise<Pick<KillReport, 'kills' | 'duringLoads'>> {
  const random = randomFrom(seed)
  const kills: Record<string, number> = {}
  let duringLoads = 0
  for (let round = 1; round <= rounds && !signal?.aborted; round++) {
    await progress(stage, Math.floor(random() * 100))
    await sleep(random() * 500)
    if (stage.ingest.isRunning) duringLoads++
    const target = await killSomething(stage, random)
    kills[target] = (kills[target] ?? 0) + 1
    onRound?.(round, target, `${stage.clients.answered} answers, ${Math.max(0, ...stage.checkpoints.keys())} entries`)
  }
  return { kills, duringLoads }
}

/** Waits until so many requests were answered and, while documents are loaded, the log has grown: what was killed before works again. */
async function progress (stage: Stage, answers: number): Promise<void> {
  const { clients, ingest, checkpoints } = stage
  const [goal, known] = [clients.answered + answers, checkpoints.size]
  await within(ANSWERS, () => clients.answered >= goal)
  await within(GROWTH, async () => {
    await keepCheckpoint(stage)
    return checkpoints.size > known || !ingest.isRunning
  })
}

async function keepCheckpoint ({ addresses, checkpoints }: Stage): Promise<void> {
  for (const address of addresses) {
    const checkpoint = await fetch(`${address}/log/checkpoint`).then((response) => response.ok ? response.text() : undefined, () => undefined)
    if (checkpoint !== undefined) checkpoints.set(Number(checkpoint.split('\n')[1]), checkpoint)
  }
}

async function prepare (folder: string, { clients, sources }: KillOptions): Promise<Stage> {
  const embedded = await startEmbedded(folder)
  const database = new Database({ url: embedded.url })
  await migrate(database)
  const keys = await Promise.all(PLANS.map(async (plan) => (await createKey(database, plan, plan)).key))
  await database.close()
  const environment = { ...environmentFor(folder), LIMIT_PER_ADDRESS: '1000000' }
  await load(SERVED, folder)
  const ingest = new Supervised('ingest', ['ingest', ...sources, '--replay', FIXTURES], environment, { mayEnd: true })
  const ports = [await freePort(), await freePort()]
  const apis = ports.map((port, at) => new Supervised('api', at === 0 ? ['serve'] : ['serve', '--no-schedule'], { ...environment, PORT: String(port) }))
  const worker = new Supervised('worker', ['worker'], environment)
  for (const it of [...apis, worker, ingest]) it.start()
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
  await until(async () => (await Promise.all(addresses.map(isReady))).every(Boolean))
  await embedded.stop() // the server goes on for the others, who have to look after it now
  const paths = SERVED.flatMap((code) => ['latest', 'availability'].map((what) => `/api/v1/central-bank/${code}/${what}`))
  return { folder, url: embedded.url, addresses, apis, worker, ingest, clients: new Clients(clients, { keys, addresses, paths }), checkpoints: new Map() }
}

async function killSomething ({ folder, url, apis, worker, ingest }: Stage, random: Random): Promise<string> {
  if (!ingest.isRunning && !ingest.hasSucceeded) ingest.start()
  const process = pick([...apis, worker, ingest, undefined, undefined, undefined], random)
  if (process) {
    await process.kill()
    process.start()
    return process.name
  }
  await until(() => isAnswering(url)) // nothing of it is there to be killed before
  const way = pick(['server', 'backend', 'restart', 'connections'] as const, random)!
  await until(() => killDatabase(folder, url, way).then(() => true, (error) => {
    if (isUnavailable(error)) return false // the server did not answer in time on a busy machine
    throw error
  }))
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

async function conclude ({ folder, url, apis, worker, ingest, clients, checkpoints }: Stage, { sources, expected }: KillOptions): Promise<Omit<KillReport, 'kills' | 'duringLoads'>> {
  await until(() => isAnswering(url))
  await clients.stop()
  await sleep(SETTLED) // refunds are made once a second
  const faults = [...apis, worker, ingest].flatMap((it) => it.faults)
  for (const it of [...apis, worker]) if (!it.isRunning) faults.push(`${it.name} does not run: ${it.output}`)
  const [embedded, database] = [await startEmbedded(folder), new Database({ url })]
  await Promise.all([...apis, worker, ingest].map((it) => it.kill())) // their runs keep a load of the same sources waiting
  await load(sources, folder)
  faults.push(...clients.bills.flatMap(({ odd }) => odd), ...await wrongCharges(database, clients))
  faults.push(...await differences(database, expected), ...await faultsOfLog(database, folder, [...checkpoints.values()]))
  await database.close()
  await embedded.stop()
  const sum = (count: 'answered' | 'refused' | 'uncertain') => clients.bills.reduce((total, bill) => total + bill[count], 0)
  return { checkpoints: checkpoints.size, answered: sum('answered'), refused: sum('refused'), uncertain: sum('uncertain'), faults }
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

/** Waits for a condition, but no longer than so many milliseconds. */
async function within (milliseconds: number, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + milliseconds; Date.now() < end && !await condition();) await sleep(50)
}

/** Waits for a condition. Throws when it does not come true for minutes. */
async function until (condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; !await condition(); waited += 50) {
    if (waited > RECOVERY) throw new Error('the service did not recover within ten minutes')
    await sleep(50)
  }
}
