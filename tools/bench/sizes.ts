import { Client } from 'undici'
import { createKey } from '../../api/accounts/keys.ts'
import type { Database } from '../../sql/database.ts'
import type { ApiServerOptions } from './api-server.ts'
import { withDatabases } from './databases.ts'
import { banksOf, fill, workingDaysOf, type Bank } from './fill.ts'
import { inTurns, median, medianRatio, milliseconds, print, progress, timed } from './measure.ts'
import type { BenchOptions } from './options.ts'
import { startServer } from './server.ts'
import { addressOf, statementsOf, type ApiRequest } from './statements.ts'

const ROUNDS = 9
const CALLS = 20 // of a round
const AIM = 1.3
const DAY = 86_400_000
const SPREAD = 37 // from one bank to the next, so that no page is read twice in a row
const UNSAFE_BUT_FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '16GB', autovacuum: 'off' }

const BANK = '/api/v1/central-bank/:bank'
const CROSS = { source: 'GBP', target: 'JPY' }

/** A request to a bank. */
type RequestOf = (bank: Bank) => ApiRequest

/** The requests by name, with dates that are stored in the smallest database. */
function casesOf (workingDays: number): Record<string, RequestOf> {
  const date = dayBefore(Math.min(200, Math.floor(workingDays / 2)))
  const year = { from: dayBefore(Math.min(350, workingDays)), to: dayBefore(0) }
  return {
    'latest table': ({ code }) => ({ path: `${BANK}/latest`, params: { bank: code } }),
    'table on a date': ({ code }) => ({ path: `${BANK}/:date`, params: { bank: code, date } }),
    'pair, latest, cross': ({ code }) => ({ path: `${BANK}/latest`, params: { bank: code }, query: CROSS }),
    'pair on a date, cross': ({ code }) => ({ path: `${BANK}/:date`, params: { bank: code, date }, query: CROSS }),
    'comparison of all banks': () => ({ path: '/api/v1/central-banks/rates', query: CROSS }),
    'pair, a year, published': ({ code, home }) => ({ path: `${BANK}/history`, params: { bank: code }, query: { source: 'CHF', target: home, ...year } }),
    'pair, a year, cross': ({ code }) => ({ path: `${BANK}/history`, params: { bank: code }, query: { ...CROSS, ...year } }),
    'one currency, a year': ({ code }) => ({ path: `${BANK}/history`, params: { bank: code }, query: { symbol: 'CHF', ...year } }),
    'home currency, a year': ({ code, home }) => ({ path: `${BANK}/history`, params: { bank: code }, query: { symbol: home, ...year } }),
    'availability, a year': ({ code }) => ({ path: `${BANK}/availability`, params: { bank: code }, query: year }),
    'list of banks': () => ({ path: '/api/v1/central-banks' }),
    'freshness of all banks': () => ({ path: '/api/open/central-banks' })
  }
}

function dayBefore (days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
}

/** Answer times as more history is stored: of the SQL alone, and over HTTP without the cache. */
export async function benchSizes (options: BenchOptions): Promise<void> {
  const banks = banksOf(options.banks)
  const names = options.rows.map((millions) => `size_${String(millions).replace('.', '_')}`)
  await withDatabases(options, async ({ create }) => {
    for (const [index, name] of names.entries()) await fill(await create(name), banks, options.rows[index]! * 1e6, dayBefore(0))
  }, UNSAFE_BUT_FAST)

  await withDatabases(options, async ({ open, drop }) => {
    const databases = names.map(open)
    const stores = await Promise.all(databases.map((database) => openStore(database, banks)))
    const cases = Object.entries(casesOf(workingDaysOf(banks, Math.min(...options.rows) * 1e6)))
    for (const way of ['sql', 'http'] as const) {
      const findings: object[] = []
      for (const [what, requestOf] of cases) {
        progress(`sizes: ${what}, ${way}`)
        const asks = await Promise.all(stores.map((store) => store[way](requestOf)))
        findings.push(findingOf(what, options.rows, await inTurns(options.rounds ?? ROUNDS, asks.map(medianOfCalls))))
      }
      print(`Answer times ${way === 'sql' ? 'of the SQL alone' : 'over HTTP, uncached'}, by millions of stored rows (aim: ≤ ${AIM} × the first)`, findings)
    }
    await Promise.all(stores.map(({ close }) => close()))
    for (const name of names) await drop(name)
  })
}

/** Sends one request to the bank of a number. */
type Ask = (number: number) => Promise<unknown>

interface Store {
  sql: (requestOf: RequestOf) => Promise<Ask>
  http: (requestOf: RequestOf) => Promise<Ask>
  close: () => Promise<void>
}

async function openStore (database: Database, banks: Bank[]): Promise<Store> {
  const { key } = await createKey(database, 'enterprise', 'bench')
  const headers = { authorization: `Bearer ${key}` }
  const server = await startServer<ApiServerOptions>('api-server.ts', { url: database.url, isCached: false, isMetered: true })
  const client = new Client(server.address)
  return {
    sql: async (requestOf) => {
      const statements = await statementsOf(database.url, banks.map(requestOf))
      return async (number) => {
        for (const { text, values } of statements[number % banks.length]!) await database.read(text, values)
      }
    },
    http: async (requestOf) => async (number) => {
      const path = addressOf(requestOf(banks[number % banks.length]!))
      const { statusCode, body } = await client.request({ path, method: 'GET', headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
    },
    close: async () => {
      await client.close()
      await server.stop()
    }
  }
}

function medianOfCalls (ask: Ask): () => Promise<number> {
  let calls = 0
  return async () => {
    const times: number[] = []
    for (let call = 0; call < CALLS; call++) times.push(await timed(() => ask(calls++ * SPREAD)))
    return median(times)
  }
}

function findingOf (what: string, millions: number[], times: number[][]): object {
  return Object.fromEntries([
    ['what', what],
    ...millions.map((size, index) => [`at ${size}`, milliseconds(median(times[index]!))]),
    ...millions.slice(1).map((size, index) => [`${size} / ${millions[0]}`, medianRatio(times[index + 1]!, times[0]!).toFixed(2)])
  ])
}
