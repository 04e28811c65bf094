import { createKey, hashKey } from '../../api/accounts/keys.ts'
import type { Payer } from '../../api/access/meter.ts'
import type { Database } from '../../sql/database.ts'
import type { ApiServerOptions } from './api-server.ts'
import type { BareAnswer, BareServerOptions } from './bare-server.ts'
import { withDailyRates } from './daily.ts'
import { print, progress, type Finding } from './measure.ts'
import type { BenchOptions } from './options.ts'
import { answerOf, compareServers } from './rivals.ts'
import { startServer } from './server.ts'
import { addressOf, statementsOf, type ApiRequest } from './statements.ts'

interface Case {
  what: string
  request: ApiRequest
  aim: number
  /** Answered to everybody, so that nothing is charged. */
  isKeyless?: boolean
}

const YEAR = 260 // working days
const CPU = 'CPU time is that of Node.js and of the connections to PostgreSQL.'
const BANK = '/api/v1/central-bank/:bank'
const params = { bank: 'ecb' }
const pair = { source: 'USD', target: 'GBP' }

const CACHED: Case[] = [
  { what: 'open table', request: { path: '/api/open/central-bank/:bank', params }, aim: 0.9, isKeyless: true },
  { what: 'keyed pair', request: { path: `${BANK}/latest`, params, query: pair }, aim: 0.8 }
]

function uncachedCases (dates: string[]): Case[] {
  const year = { from: dates.at(-YEAR) ?? dates[0]!, to: dates.at(-1)! }
  return [
    { what: 'table', request: { path: `${BANK}/latest`, params }, aim: 0.8 },
    { what: 'pair', request: { path: `${BANK}/latest`, params, query: pair }, aim: 0.8 },
    { what: 'dated pair', request: { path: `${BANK}/:date`, params: { ...params, date: dates[Math.floor(dates.length / 2)]! }, query: pair }, aim: 0.8 },
    { what: 'a year of a pair', request: { path: `${BANK}/history`, params, query: { ...pair, ...year } }, aim: 0.8 }
  ]
}

/** Cached answers of the API against a bare Koa app that sends the same bytes. */
export async function benchCached (options: BenchOptions): Promise<void> {
  await withDailyRates('cached', options, async (database) => {
    const findings = await findingsOf(database, CACHED, { isCached: true }, options)
    print(`Cached answers over ${options.connections} connections, against a bare Koa app that sends the same bytes and charges as much. ${CPU}`, findings)
  })
}

/** Uncached answers of the API against a bare Koa app that runs the same prepared statement and sends the same bytes. */
export async function benchUncached (options: BenchOptions): Promise<void> {
  await withDailyRates('uncached', options, async (database, dates) => {
    const findings = await findingsOf(database, uncachedCases(dates), { isCached: false }, options)
    print(`Uncached answers over ${options.connections} connections, against a bare Koa app that runs the same prepared statement, sends the same bytes and charges as much. ${CPU}`, findings)
  })
}

async function findingsOf (database: Database, cases: Case[], { isCached }: { isCached: boolean }, options: BenchOptions): Promise<Finding[]> {
  const { url } = database
  const { key } = await createKey(database, 'enterprise', 'bench')
  const headers = { authorization: `Bearer ${key}` }
  const metered = await startServer<ApiServerOptions>('api-server.ts', { url, isCached, isMetered: true })
  const unmetered = await startServer<ApiServerOptions>('api-server.ts', { url, isCached, isMetered: false })
  const statements = isCached ? cases.map(() => []) : await statementsOf(url, cases.map(({ request }) => request))
  const answers: Record<string, BareAnswer> = {}
  for (const [index, { request }] of cases.entries()) {
    const path = addressOf(request)
    answers[path] = { ...await answerOf(metered.address + path, headers), statements: statements[index]! }
  }
  const [payer] = await database.read<Payer>('select key_id as key, account_id as account, plan from key_caller($1)', [hashKey(key)])
  const bare = await startServer<BareServerOptions>('bare-server.ts', { url, answers })
  const charging = await startServer<BareServerOptions>('bare-server.ts', { url, answers, payer })
  const findings: Finding[] = []
  for (const { what, request, aim, isKeyless } of cases) {
    progress(`${isCached ? 'cached' : 'uncached'}: ${what}`)
    const comparisons = isKeyless
      ? [{ what, ours: metered, against: bare, aim }]
      : [
          { what, ours: metered, against: charging, aim },
          { what: `${what}, nothing charged`, ours: unmetered, against: bare, aim },
          { what: `${what}, against an app that charges nothing`, ours: metered, against: bare }
        ]
    findings.push(...await compareServers({ path: addressOf(request), headers: isKeyless ? {} : headers, database, comparisons }, options))
  }
  await Promise.all([metered, unmetered, bare, charging].map(({ stop }) => stop()))
  return findings
}
