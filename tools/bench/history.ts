import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Client } from 'undici'
import { createKey } from '../../api/accounts/keys.ts'
import type { Database } from '../../sql/database.ts'
import type { ApiServerOptions } from './api-server.ts'
import { countCpu, itself, type Process } from './cpu.ts'
import { withDailyRates } from './daily.ts'
import { compareTimes, inTurns, print, progress, timed, type Finding } from './measure.ts'
import type { BenchOptions } from './options.ts'
import { startServer } from './server.ts'
import { addressOf, type ApiRequest } from './statements.ts'

const ROUNDS = 50
const WARM_UP = 4 // rounds that do not count for each that does: a service that has just started answers with code that is not compiled yet
const AIM = 1.5
const MAX_ROWS = 5000 // of an answer
const FROM = '1999-01-01'

function historyOf (query: Record<string, string>): ApiRequest {
  return { path: '/api/v1/central-bank/:bank/history', params: { bank: 'ecb' }, query: { from: FROM, ...query } }
}

interface Case {
  what: string
  request: ApiRequest
  /** The rows of the answer, as COPY sends them. */
  rows: string
}

const CASES: Case[] = [
  { what: 'published pair', request: historyOf({ source: 'EUR', target: 'JPY' }), rows: pairRows('EUR', 'JPY') },
  { what: 'cross pair', request: historyOf({ source: 'USD', target: 'GBP' }), rows: pairRows('USD', 'GBP') },
  { what: 'home currency', request: historyOf({ symbol: 'EUR' }), rows: symbolRows('EUR') },
  { what: 'another currency', request: historyOf({ symbol: 'CHF' }), rows: symbolRows('CHF') }
]

function pairRows (source: string, target: string): string {
  return `
    select date, rate_type, as_written(rate, derived) as rate, derived, method, valid_from, valid_to
    from pair_history('ecb', '${source}', '${target}', '${FROM}', current_date)
    limit ${MAX_ROWS}`
}

function symbolRows (symbol: string): string {
  return `
    select rate_date, base, quote, type, value, valid_from, valid_to
    from symbol_history('ecb', '${symbol}', '${FROM}', current_date, at_most => ${MAX_ROWS})`
}

/** Histories of up to 5000 rows as JSON over HTTP, against COPY of the same rows to a client. */
export async function benchHistory (options: BenchOptions): Promise<void> {
  await withDailyRates('history', options, async (database) => {
    const { url } = database
    const { key } = await createKey(database, 'enterprise', 'bench')
    const headers = { authorization: `Bearer ${key}` }
    const server = await startServer<ApiServerOptions>('api-server.ts', { url, isCached: false, isMetered: true })
    const http = new Client(server.address)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const findings: Finding[] = []
    for (const { what, request, rows } of CASES) {
      progress(`history: ${what}`)
      const path = addressOf(request)
      const contenders = [
        { process: server, work: () => drain(http, path, headers) },
        { process: itself, work: () => pipeline(client.query(copyTo(`copy (${rows}) to stdout`)), sink()) }
      ]
      findings.push(...await compare(what, contenders, database, options.rounds))
    }
    await Promise.all([http.close(), client.end()])
    await server.stop()
    print(`Histories of up to ${MAX_ROWS} rows as JSON over HTTP, uncached, against COPY of the same rows to a client. CPU time is that of both ends`, findings)
  })
}

interface Contender {
  process: Process
  work: () => Promise<void>
}

/** The times of both, and then their CPU time: to count that asks the database, after which each would begin with cold caches. */
async function compare (what: string, contenders: Contender[], database: Database, rounds = ROUNDS): Promise<Finding[]> {
  const times = await inTurns(rounds, contenders.map(({ work }) => () => timed(work)), WARM_UP * rounds) as [number[], number[]]
  const cpu = await inTurns(rounds, contenders.map(({ process, work }) => async () => {
    const used = await countCpu([process], [database])
    await work()
    return used()
  })) as [number[], number[]]
  return [compareTimes(what, ...times, `≤ ${AIM}`), compareTimes(`${what}: CPU time`, ...cpu, `≤ ${AIM}`)]
}

async function drain (http: Client, path: string, headers: Record<string, string>): Promise<void> {
  await http.stream({ path, method: 'GET', headers }, ({ statusCode }) => {
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode}`)
    return sink()
  })
}

function sink (): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
