import type { Payer } from '../../api/access/meter.ts'
import { createKey, hashKey } from '../../api/accounts/keys.ts'
import type { Database } from '../../sql/database.ts'
import type { ApiServerOptions } from './api-server.ts'
import type { BareAnswer, BareServerOptions } from './bare-server.ts'
import { countCpu } from './cpu.ts'
import { withDailyRates } from './daily.ts'
import type { BenchOptions } from './databases.ts'
import { hammer, type Hammering } from './hammer.ts'
import { inTurns, median, medianRatio, print, progress, type Finding } from './measure.ts'
import { startServer, type Server } from './server.ts'
import { statementsOf } from './statements.ts'

interface Case {
  what: string
  path: string
  /** The smallest share of the bare app's answers per second, and the smallest ratio of its CPU time to the API's. */
  aim: number
  /** True if the request needs no key, so the API charges nothing. */
  isOpen?: boolean
}

const ROUNDS = 7
const YEAR = 260 // working days
const BANK = '/api/v1/central-bank/ecb'
const PAIR = 'source=USD&target=GBP'

const CACHED: Case[] = [
  { what: 'open table', path: '/api/open/central-bank/ecb', aim: 0.8, isOpen: true },
  { what: 'keyed pair', path: `${BANK}/latest?${PAIR}`, aim: 0.8 }
]

function uncachedCases(dates: string[]): Case[] {
  return [
    { what: 'table', path: `${BANK}/latest`, aim: 0.8 },
    { what: 'pair', path: `${BANK}/latest?${PAIR}`, aim: 0.8 },
    { what: 'dated pair', path: `${BANK}/${dates[Math.floor(dates.length / 2)]}?${PAIR}`, aim: 0.8 },
    {
      what: 'a year of a pair',
      path: `${BANK}/history?${PAIR}&from=${dates.at(-YEAR) ?? dates[0]}&to=${dates.at(-1)}`,
      aim: 0.7
    }
  ]
}

/** Cached answers of the API against a bare Koa app that sends the same bytes. */
export async function benchCached(options: BenchOptions): Promise<void> {
  await withDailyRates('cached', options, (database) => compare('Cached answers', CACHED, database, options))
}

/**
 * Uncached answers of the API against a bare Koa app that runs the same prepared statements and sends the same bytes.
 */
export async function benchUncached(options: BenchOptions): Promise<void> {
  await withDailyRates('uncached', options, (database, dates) =>
    compare('Uncached answers', uncachedCases(dates), database, options)
  )
}

async function compare(heading: string, cases: Case[], database: Database, options: BenchOptions): Promise<void> {
  const { url } = database
  const isCached = cases === CACHED
  const { key } = await createKey(database, 'enterprise', 'bench')
  const [payer] = await database.read<Payer>('select key_id as key, account_id as account, plan from key_caller($1)', [
    hashKey(key)
  ])
  const headersOf = ({ isOpen }: Case): Record<string, string> => (isOpen ? {} : { authorization: `Bearer ${key}` })
  const api = await startServer<ApiServerOptions>('api-server.ts', { url, isCached })
  const answers: Record<string, BareAnswer> = {}
  for (const it of cases) {
    const response = await fetch(api.address + it.path, {
      headers: { ...headersOf(it), 'accept-encoding': 'identity' }
    })
    if (!response.ok) throw new Error(`${it.path}: ${response.status} ${await response.text()}`)
    const statements = isCached ? [] : await statementsOf(url, it.path)
    answers[it.path] = {
      statements,
      isCharged: !it.isOpen,
      body: await response.text(),
      type: response.headers.get('content-type')!
    }
  }
  const bare = await startServer<BareServerOptions>('bare-server.ts', { url, answers, payer: payer! })
  const findings: Finding[] = []
  for (const it of cases) {
    progress(`${heading}: ${it.what}`)
    const request = {
      path: it.path,
      headers: headersOf(it),
      bytes: Buffer.byteLength(answers[it.path]!.body),
      connections: options.connections,
      seconds: options.seconds
    }
    const [ours, against] = await inTurns(
      options.rounds ?? ROUNDS,
      [api, bare].map((server) => () => measure(server, request, database))
    )
    findings.push(...findingsOf(it, ours!, against!))
  }
  await Promise.all([api.stop(), bare.stop()])
  print(
    `${heading} over ${options.connections} connections, against a bare Koa app that runs the same statements, sends the same bytes and charges as much. CPU time is that of Node.js and of the connections to PostgreSQL.`,
    findings
  )
}

interface Result {
  /** Answers per second. */
  rate: number
  /** Microseconds of CPU time per request, which a busy machine changes much less than the rate. */
  cost: number
}

async function measure(server: Server, request: Omit<Hammering, 'address'>, database: Database): Promise<Result> {
  const used = await countCpu(server.cpu, database)
  const { answers, seconds } = await hammer({ address: server.address, ...request })
  return { rate: answers / seconds, cost: ((await used()) * 1000) / answers }
}

function findingsOf({ what, aim }: Case, ours: Result[], against: Result[]): Finding[] {
  const rates = [ours, against].map((results) => results.map(({ rate }) => rate)) as [number[], number[]]
  const costs = [ours, against].map((results) => results.map(({ cost }) => cost)) as [number[], number[]]
  const [ourRate, otherRate] = rates.map((it) => `${median(it).toFixed(0)}/s`) as [string, string]
  const [ourCost, otherCost] = costs.map((it) => `${median(it).toFixed(1)} µs`) as [string, string]
  return [
    { what, ours: ourRate, against: otherRate, ratio: medianRatio(...rates).toFixed(2), aim: `≥ ${aim}` },
    {
      what: `${what}: CPU time a request`,
      ours: ourCost,
      against: otherCost,
      ratio: medianRatio(costs[1], costs[0]).toFixed(2),
      aim: `≥ ${aim}`
    }
  ]
}
