import { Client } from 'undici'
import { createKey } from '../../api/access/keys.ts'
import type { Database } from '../../sql/database.ts'
import { BANKS, bankAt, fill, homeAt } from './fill.ts'
import { withHouse } from './house.ts'
import { median, medianRatio, milliseconds, print, timed } from './measure.ts'
import { pathOf, statementsOf, type Question, type Statement } from './questions.ts'
import { startServer } from './server.ts'

const ROUNDS = 9
const CALLS = 20
const AIM = 1.3
const YEAR = 350 // days; no more than are stored of the smallest size
const DAY = 86_400_000
const HASTE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '16GB', autovacuum: 'off' }

const BANK = '/api/v1/central-bank/:bank'
const CROSS = { source: 'GBP', target: 'JPY' }
const SPREAD = 37 // from one bank to the next in a round, so that no page is read twice in a row

const today = dayBefore(0)
const earlier = dayBefore(200)
const year = { from: dayBefore(YEAR), to: today }

// Each asks another bank with each call.
const CASES: Record<string, (number: number) => Question> = {
  'latest table': (number) => ({ path: `${BANK}/latest`, params: { bank: bankAt(number) } }),
  'table on a date': (number) => ({ path: `${BANK}/:date`, params: { bank: bankAt(number), date: earlier } }),
  'pair, latest, cross': (number) => ({ path: `${BANK}/latest`, params: { bank: bankAt(number) }, query: CROSS }),
  'pair on a date, cross': (number) => ({ path: `${BANK}/:date`, params: { bank: bankAt(number), date: earlier }, query: CROSS }),
  'comparison of all banks': () => ({ path: '/api/v1/central-banks/rates', query: CROSS }),
  'pair, a year, published': (number) => ({ path: `${BANK}/history`, params: { bank: bankAt(number) }, query: { source: 'CHF', target: homeAt(number), ...year } }),
  'pair, a year, cross': (number) => ({ path: `${BANK}/history`, params: { bank: bankAt(number) }, query: { ...CROSS, ...year } }),
  'one currency, a year': (number) => ({ path: `${BANK}/history`, params: { bank: bankAt(number) }, query: { symbol: 'CHF', ...year } }),
  'home currency, a year': (number) => ({ path: `${BANK}/history`, params: { bank: bankAt(number) }, query: { symbol: homeAt(number), ...year } }),
  'availability, a year': (number) => ({ path: `${BANK}/availability`, params: { bank: bankAt(number) }, query: year }),
  'list of banks': () => ({ path: '/api/v1/central-banks' }),
  'freshness of all banks': () => ({ path: '/api/open/central-banks' })
}

function dayBefore (days: number): string {
  return new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
}

/** One way to ask a question of a store of one size. */
type Ask = (number: number) => Promise<unknown>

/** Times of answers where more and more history is stored: through the database's handle, and over HTTP without the cache. */
export async function benchSizes (folder: string, millions: number[]): Promise<void> {
  const names = millions.map((size) => `size_${String(size).replace('.', '_')}`)
  await withHouse(folder, async ({ create }) => {
    for (const [index, name] of names.entries()) await fill(await create(name), millions[index]! * 1e6, today)
  }, HASTE)

  await withHouse(folder, async ({ open }) => {
    const stores = await Promise.all(names.map((name) => openStore(open(name))))
    for (const way of ['sql', 'http'] as const) {
      const findings: Array<Record<string, string>> = []
      for (const [what, questionAt] of Object.entries(CASES)) {
        const asks = await Promise.all(stores.map((store) => store[way](questionAt)))
        findings.push(findingOf(what, millions, await timesOf(asks)))
      }
      print(`Answer times ${way === 'sql' ? 'of the SQL alone' : 'over HTTP, uncached'}, by millions of stored rows (aim: ≤ ${AIM} × the first)`, findings)
    }
    await Promise.all(stores.map(({ close }) => close()))
  })
}

interface Store {
  sql: (questionAt: (number: number) => Question) => Promise<Ask>
  http: (questionAt: (number: number) => Question) => Promise<Ask>
  close: () => Promise<void>
}

async function openStore (database: Database): Promise<Store> {
  const { key } = await createKey(database, 'enterprise', 'bench')
  const headers = { authorization: `Bearer ${key}` }
  const server = await startServer({ url: database.url, isCached: false })
  const client = new Client(server.address)
  return {
    sql: async (questionAt) => {
      const statements = await statementsOf(database.url, Array.from({ length: BANKS }, (_, number) => questionAt(number)))
      return async (number) => {
        for (const { text, values } of statements[number % BANKS] as Statement[]) await database.read(text, values)
      }
    },
    http: async (questionAt) => async (number) => {
      const path = pathOf(questionAt(number))
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

/** The median time of some calls of each, round by round, after a round that does not count. */
async function timesOf (asks: Ask[]): Promise<number[][]> {
  const times = asks.map((): number[] => [])
  for (let round = -1; round < ROUNDS; round++) {
    const calls = asks.map((): number[] => [])
    for (let call = 0; call < CALLS; call++) {
      for (const [index, ask] of asks.entries()) calls[index]!.push(await timed(() => ask((round * CALLS + call + BANKS) * SPREAD)))
    }
    if (round >= 0) for (const [index, own] of calls.entries()) times[index]!.push(median(own))
  }
  return times
}

function findingOf (what: string, millions: number[], times: number[][]): Record<string, string> {
  return Object.fromEntries([
    ['what', what],
    ...millions.map((size, index) => [`at ${size}`, milliseconds(median(times[index]!))]),
    ...millions.slice(1).map((size, index) => [`${size} / ${millions[0]}`, medianRatio(times[index + 1]!, times[0]!).toFixed(2)])
  ]) as Record<string, string>
}
