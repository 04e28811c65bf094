import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createKey } from '../../api/accounts/keys.ts'
import { Database } from '../../sql/database.ts'
import { startEmbedded } from '../../sql/embedded.ts'
import { migrate } from '../../sql/migrate.ts'
import { testSchema } from '../../test/support/modules.ts'
import { freePort } from '../../test/support/ports.ts'
import { pick, randomFrom, type Random } from '../random.ts'
import { startClients, type Bill } from './clients.ts'
import { differences, faultsOfLog, SERVED, wrongCharges, type Stored } from './crashes-outcome.ts'
import { environmentFor, ingestOf, isReady, Program, run, until } from './program.ts'

const ANSWER_TIMEOUT = 60_000
const GROWTH_TIMEOUT = 5_000
const REFUND_TIME = 5_000 // refunds are made once a second
const RECOVERY_TIMEOUT = 600_000
const PLANS = ['developer', 'business', 'enterprise'] as const
// the clients use up the first two allowances
const LIMITS = {
  LIMIT_PER_KEY: '1000000',
  LIMIT_PER_ADDRESS: '1000000',
  ALLOWANCE_DEVELOPER: '500',
  ALLOWANCE_BUSINESS: '5000',
  ALLOWANCE_ENTERPRISE: '1000000'
}

export interface KillOptions {
  rounds: number
  seed: number
  clients: number
  /** The sources whose fixtures are loaded during the kills, or `--all`. */
  sources: string[]
  /** The data that one load of them without a kill stores. */
  expected: Stored
  onKill?: (round: number, target: string) => void
}

/** Everything that runs during a campaign. */
type Stage = Awaited<ReturnType<typeof prepare>>

/**
 * Kills processes and the database at random moments, while clients with quotas send requests and documents are loaded.
 * `folder` is an empty folder for the data. Afterwards no process may have ended by itself, each account must be
 * charged for its answers, the rows must be those of one load without a kill, and the log must be complete and extend
 * every checkpoint it published.
 * Returns the kills of each target, the number of different checkpoints and of answers, and the faults.
 */
export async function crashCampaign(folder: string, options: KillOptions) {
  const stage = await prepare(folder, options)
  const random = randomFrom(options.seed)
  const kills: Record<string, number> = {}
  try {
    for (let round = 1; round <= options.rounds; round++) {
      await progress(stage, Math.floor(random() * 100))
      await sleep(random() * 500)
      const target = await killSomething(stage, random)
      kills[target] = (kills[target] ?? 0) + 1
      options.onKill?.(round, target)
    }
    const faults = await conclude(stage, options)
    return { kills, checkpoints: stage.checkpoints.size, answered: answersOf(stage), faults }
  } finally {
    await stage.stopClients()
    await Promise.all([...stage.others, stage.ingest].map((it) => it.stop()))
  }
}

async function prepare(folder: string, { clients, sources }: KillOptions) {
  const embedded = await startEmbedded(folder)
  const database = new Database({ url: embedded.url })
  await migrate(database, await testSchema())
  const bills = await Promise.all(
    PLANS.map(async (plan, index): Promise<Bill> => ({
      key: (await createKey(database, plan, String(index))).key,
      answered: 0,
      uncertain: 0,
      faults: []
    }))
  )
  await database.close()
  await run(folder, ingestOf(SERVED))
  const environment = { ...environmentFor(folder), ...LIMITS }
  const ports = [await freePort(), await freePort()]
  const ingest = new Program(ingestOf(sources), environment)
  const others = [
    new Program(['worker'], environment),
    ...ports.map(
      (port, at) =>
        new Program(['serve', ...(at === 0 ? [] : ['--no-schedule'])], { ...environment, PORT: String(port) })
    )
  ]
  for (const it of [...others, ingest]) void it.start(it === ingest)
  await recovered(async () => (await Promise.all(ports.map(isReady))).every(Boolean))
  await embedded.stop() // the other processes keep the server running
  const urls = SERVED.flatMap((code) =>
    ['latest', 'availability'].flatMap((name) =>
      ports.map((port) => `http://127.0.0.1:${port}/api/v1/central-bank/${code}/${name}`)
    )
  )
  return {
    folder,
    url: embedded.url,
    ports,
    ingest,
    others,
    bills,
    stopClients: startClients(clients, bills, urls),
    checkpoints: new Map<number, string>()
  }
}

function answersOf({ bills }: Stage): number {
  return bills.reduce((sum, { answered }) => sum + answered, 0)
}

/**
 * Waits until more requests are answered and, while documents are loaded, until the log grows: then the service has
 * recovered from the last kill.
 */
async function progress(stage: Stage, answers: number): Promise<void> {
  const { ports, ingest, checkpoints } = stage
  const [goal, known] = [answersOf(stage) + answers, checkpoints.size]
  await until(() => answersOf(stage) >= goal, ANSWER_TIMEOUT)
  await until(async () => {
    for (const port of ports) {
      const checkpoint = await fetch(`http://127.0.0.1:${port}/log/checkpoint`).then(
        (response) => (response.ok ? response.text() : undefined),
        () => undefined
      )
      if (checkpoint !== undefined) checkpoints.set(Number(checkpoint.split('\n')[1]), checkpoint)
    }
    return checkpoints.size > known || !ingest.isRunning
  }, GROWTH_TIMEOUT)
}

async function killSomething({ folder, url, others, ingest }: Stage, random: Random): Promise<string> {
  if (!ingest.isRunning && !ingest.hasSucceeded) void ingest.start(true)
  const program = pick([...others, ingest, undefined, undefined, undefined], random)
  if (program) {
    await program.kill()
    void program.start(program === ingest)
    return program.name
  }
  await recovered(() => isWritable(url))
  const way = pick(['server', 'restart', 'backend'] as const, random)!
  await recovered(() =>
    killDatabase(folder, url, way).then(
      () => true,
      () => false
    )
  )
  return way
}

/** Kills the database server, restarts it, or kills the process of a connection. */
async function killDatabase(folder: string, url: string, way: 'server' | 'restart' | 'backend'): Promise<void> {
  const postmaster = Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  if (way !== 'backend') return void process.kill(postmaster, way === 'server' ? 'SIGKILL' : 'SIGINT')
  await withDatabase(url, async (database) => {
    const [backend] = await database.write<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ' +
        "backend_type = 'client backend' order by random() limit 1"
    )
    if (backend) process.kill(backend.pid, 'SIGKILL')
  })
}

/** Returns the faults. */
async function conclude(
  { folder, url, others, ingest, bills, stopClients, checkpoints }: Stage,
  { sources, expected }: KillOptions
): Promise<string[]> {
  await recovered(() => isWritable(url))
  await stopClients()
  await sleep(REFUND_TIME)
  const faults = [
    ...others.filter((it) => !it.isRunning).map(({ name, output }) => `${name} is not running: ${output}`),
    ...[...others, ingest].flatMap((it) => it.faults)
  ]
  const embedded = await startEmbedded(folder)
  // else their runs would delay the load of the same sources
  await Promise.all([...others, ingest].map((it) => it.kill()))
  await run(folder, ingestOf(sources))
  await withDatabase(url, async (database) => {
    faults.push(...bills.flatMap((bill) => bill.faults), ...(await wrongCharges(database, bills)))
    faults.push(
      ...(await differences(database, expected)),
      ...(await faultsOfLog(database, folder, [...checkpoints.values()]))
    )
  })
  await embedded.stop()
  return faults
}

async function withDatabase<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = new Database({ url, connections: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function isWritable(url: string): Promise<boolean> {
  return withDatabase(url, (database) => database.isWritable()).catch(() => false)
}

async function recovered(condition: () => Promise<boolean>): Promise<void> {
  if (!(await until(condition, RECOVERY_TIMEOUT))) throw new Error('the service did not recover within ten minutes')
}
