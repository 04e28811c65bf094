import { createKey } from '../../api/accounts/keys.ts'
import { addDays } from '../../adapters/kit/dates.ts'
import { registerSources } from '../../pipelines/load/sources.ts'
import type { Database } from '../../sql/database.ts'
import { identity } from '../../test/support/service.ts'
import type { ApiServerOptions } from './api-server.ts'
import { fillSummaries, withDatabases, type BenchOptions } from './databases.ts'
import { inTurns, median, medianRatio, milliseconds, print, progress, timed } from './measure.ts'
import { startServer, type Server } from './server.ts'

const ROUNDS = 9
const CALLS = 20 // per round
const AIM = 1.3
const SPREAD = 37 // each call skips this many banks, so that it reads other pages than the one before
const TODAY = new Date().toISOString().slice(0, 10)
// prettier-ignore
const CURRENCIES = [
  'USD', 'RUB', 'GBP', 'JPY', 'CHF', 'CAD', 'AUD', 'NZD', 'SEK', 'NOK', 'DKK', 'CZK', 'HUF', 'PLN', 'RON', 'TRY',
  'ZAR', 'BRL', 'MXN', 'CNY', 'HKD', 'INR', 'IDR', 'KRW', 'MYR', 'PHP', 'SGD', 'THB', 'ILS', 'AED', 'SAR', 'KWD',
  'EGP', 'UAH', 'KZT', 'GEL', 'RSD', 'MDL', 'ISK', 'XDR'
]
const BANKS = Array.from({ length: 100 }, (_, number) => `b${String(number).padStart(3, '0')}`)

const CROSS = 'source=GBP&target=JPY'

/** The paths of each request. The dates are stored in a database of this many days. */
function pathsOf(days: number): Record<string, (bank: string) => string> {
  const date = addDays(TODAY, -Math.min(200, Math.floor(days / 2)))
  const year = `from=${addDays(TODAY, -Math.min(350, days))}&to=${TODAY}`
  return {
    'latest table': (bank) => `central-bank/${bank}/latest`,
    'pair, latest, cross': (bank) => `central-bank/${bank}/latest?${CROSS}`,
    'pair on a date, cross': (bank) => `central-bank/${bank}/${date}?${CROSS}`,
    'pair, a year, cross': (bank) => `central-bank/${bank}/history?${CROSS}&${year}`,
    'one currency, a year': (bank) => `central-bank/${bank}/history?symbol=CHF&${year}`,
    'availability, a year': (bank) => `central-bank/${bank}/availability?${year}`,
    'comparison of all banks': () => `central-banks/rates?${CROSS}`,
    'list of banks': () => 'central-banks'
  }
}

/** The days for which this many rows are enough. */
function daysOf(rows: number): number {
  return Math.max(7, Math.round(((rows / BANKS.length / CURRENCIES.length) * 7) / 5))
}

/** Times of uncached answers as more history is stored. */
export async function benchSizes(options: BenchOptions): Promise<void> {
  await withDatabases(options, async ({ create }) => {
    const stores: Array<{ server: Server; headers: Record<string, string> }> = []
    for (const millions of options.rows) {
      progress(`sizes: fills a database with ${millions} million rows`)
      const database = await create(`size_${String(millions).replace('.', '_')}`)
      await fill(database, daysOf(millions * 1e6))
      const { key } = await createKey(database, 'enterprise', 'bench')
      stores.push({
        server: await startServer<ApiServerOptions>('api-server.ts', { url: database.url, isCached: false }),
        headers: { authorization: `Bearer ${key}` }
      })
    }
    const findings: object[] = []
    for (const [what, pathOf] of Object.entries(pathsOf(daysOf(Math.min(...options.rows) * 1e6)))) {
      progress(`sizes: ${what}`)
      const times = await inTurns(
        options.rounds ?? ROUNDS,
        stores.map(({ server, headers }) =>
          medianOfCalls((call) =>
            request(`${server.address}/api/v1/${pathOf(BANKS[(call * SPREAD) % BANKS.length]!)}`, headers)
          )
        )
      )
      findings.push(findingOf(what, options.rows, times))
    }
    await Promise.all(stores.map(({ server }) => server.stop()))
    print(`Times of uncached answers over HTTP, by millions of stored rows (aim: ≤ ${AIM} × the first)`, findings)
  })
}

/** Fills a database with the same currencies at every bank, on each weekday of the days up to today. */
async function fill(database: Database, days: number): Promise<void> {
  await registerSources(
    database,
    BANKS.map((code) => identity(code, 'EUR'))
  )
  await database.write('select make_partitions($1::date - $2::integer, $1::date)', [TODAY, days])
  for (const bank of BANKS) {
    await database.write(
      `
      insert into rates (source, base, quote, type, date, value, unit, publication_id)
      select $1, base, 'EUR', 'reference', day::date, round((level + random() * 0.1)::numeric, 4), '1', 1
      from unnest($2::text[]) with ordinality currency (base, level)
      cross join generate_series($3::date - $4::integer, $3::date, interval '1 day') day
      where extract(isodow from day) < 6
      order by base, day`,
      [bank, CURRENCIES, TODAY, days]
    )
  }
  await fillSummaries(database)
}

async function request(address: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(address, { headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`)
}

function medianOfCalls(work: (call: number) => Promise<void>): () => Promise<number> {
  let calls = 0
  return async () => {
    const times: number[] = []
    for (let call = 0; call < CALLS; call++) times.push(await timed(() => work(calls++)))
    return median(times)
  }
}

function findingOf(what: string, millions: number[], times: number[][]): object {
  return Object.fromEntries([
    ['what', what],
    ...millions.map((size, index) => [`at ${size}`, milliseconds(median(times[index]!))]),
    ...millions
      .slice(1)
      .map((size, index) => [`${size} / ${millions[0]}`, medianRatio(times[index + 1]!, times[0]!).toFixed(2)])
  ])
}
