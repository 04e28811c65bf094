import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Client } from 'undici'
import { createKey } from '../../api/accounts/keys.ts'
import { ownCpu } from '../child.ts'
import type { ApiServerOptions } from './api-server.ts'
import { countCpu } from './cpu.ts'
import { withDailyRates } from './daily.ts'
import type { BenchOptions } from './databases.ts'
import { drain, sink } from './drain.ts'
import { compareTimes, inTurns, print, progress, timed, type Finding } from './measure.ts'
import { startServer } from './server.ts'

const ROUNDS = 50
const WARM_UP = 4 // rounds of warm-up per measured round, until V8 has compiled the service
const AIM = '≤ 1.4'
const MAX_ROWS = 5000 // per answer
const FROM = '1999-01-01'

const pairRows = (source: string, target: string) => `
  select date, rate_type, as_written(rate, derived) as rate, derived, method, valid_from, valid_to
  from pair_history('ecb', '${source}', '${target}', '${FROM}', current_date)
  limit ${MAX_ROWS}`
const symbolRows = (symbol: string) => `
  select rate_date, base, quote, type, value, valid_from, valid_to
  from symbol_history('ecb', '${symbol}', '${FROM}', current_date, at_most => ${MAX_ROWS})`

/** The query of each history, and the rows of the answer for COPY. */
const CASES: Array<[what: string, query: string, rows: string]> = [
  ['published pair', 'source=EUR&target=JPY', pairRows('EUR', 'JPY')],
  ['cross pair', 'source=USD&target=GBP', pairRows('USD', 'GBP')],
  ['home currency', 'symbol=EUR', symbolRows('EUR')],
  ['another currency', 'symbol=CHF', symbolRows('CHF')]
]

/** Histories of up to 5000 rows as JSON over HTTP, against COPY of the same rows to a client. */
export async function benchHistory(options: BenchOptions): Promise<void> {
  await withDailyRates('history', options, async (database) => {
    const { url } = database
    const { key } = await createKey(database, 'enterprise', 'bench')
    const server = await startServer<ApiServerOptions>('api-server.ts', { url, isCached: false })
    const http = new Client(server.address)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const rounds = options.rounds ?? ROUNDS
    const findings: Finding[] = []
    for (const [what, query, rows] of CASES) {
      progress(`history: ${what}`)
      const contenders = [
        { cpu: server.cpu, work: () => drain(http, `/api/v1/central-bank/ecb/history?from=${FROM}&${query}`, key) },
        { cpu: ownCpu, work: () => pipeline(client.query(copyTo(`copy (${rows}) to stdout`)), sink()) }
      ]
      const times = (await inTurns(
        rounds,
        contenders.map(
          ({ work }) =>
            () =>
              timed(work)
        ),
        WARM_UP * rounds
      )) as [number[], number[]]
      // Measured separately: the query for the connections would leave the next contender with cold caches.
      const cpu = (await inTurns(
        rounds,
        contenders.map(({ cpu, work }) => async () => {
          const used = await countCpu(cpu, database)
          await work()
          return used()
        })
      )) as [number[], number[]]
      findings.push(compareTimes(what, ...times, AIM), compareTimes(`${what}: CPU time`, ...cpu, AIM))
    }
    await Promise.all([http.close(), client.end(), server.stop()])
    print(
      `Histories of up to ${MAX_ROWS} rows as JSON over HTTP, uncached, against COPY of the same rows to a client. CPU time is that of the server or the COPY client, and of the connections to PostgreSQL.`,
      findings
    )
  })
}
