import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Client } from 'undici'
import { createKey } from '../../api/accounts/keys.ts'
import { ownCpu } from '../child.ts'
import type { ApiServerOptions } from './api-server.ts'
import { countCpu } from './cpu.ts'
import { COPIES, copyRates, LEVELS, withDailyRates } from './daily.ts'
import type { BenchOptions } from './databases.ts'
import { drain, sink } from './drain.ts'
import { compareTimes, inTurns, print, progress, timed, type Finding } from './measure.ts'
import { startServer } from './server.ts'

const ROUNDS = 5
const MOST_MEMORY = 64 // megabytes above those of the idle service
const FROM = '1999-01-01'
const SOURCES = ['ecb', ...COPIES]

const TEXTS = ['csv', 'ndjson', 'json']
const FORMATS = [...TEXTS, 'parquet']

interface Archive {
  what: string
  path: (format: string) => string
  formats: string[]
  /** The same rows for COPY, from the view for readers. */
  rows: string
}

const ARCHIVES: Archive[] = [
  {
    what: 'one source',
    path: (format) =>
      `/api/v1/central-bank/ecb/history?symbol=EUR&from=${FROM}&rows=all&max_cost=1000000&format=${format}`,
    formats: FORMATS,
    rows: `
      select rate_date, base, quote, type, value
      from ratebook_data.official_rates
      where source = 'ecb'
      order by rate_date, base, quote`
  },
  {
    what: `${SOURCES.length} sources`,
    path: (format) =>
      `/api/v1/official/series?banks=${SOURCES.join()}&pairs=${Object.keys(LEVELS)
        .map((quote) => `EUR/${quote}`)
        .join()}&from=${FROM}&max_cost=1000000&format=${format}`,
    formats: FORMATS.filter((it) => it !== 'json'), // which has pages
    rows: `
      select source, rate_date, base, quote, type, value, derived
      from ratebook_data.official_rates
      order by source, base, quote, rate_date`
  }
]

/** Whole archives in each format over HTTP, against COPY of the same rows to a client. */
export async function benchArchive(options: BenchOptions): Promise<void> {
  await withDailyRates('archive', options, async (database) => {
    await copyRates(database)
    const { url } = database
    const { key } = await createKey(database, 'enterprise', 'bench')
    const server = await startServer<ApiServerOptions>('api-server.ts', { url, isCached: false })
    const http = new Client(server.address)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const times: Finding[] = []
    const memory: object[] = []
    for (const { what, path, formats, rows } of ARCHIVES) {
      const idle = await server.memory()
      const copy = () => pipeline(client.query(copyTo(`copy (${rows}) to stdout`)), sink())
      for (const format of formats) {
        progress(`archive: ${what}, ${format}`)
        const contenders = [
          { cpu: server.cpu, work: () => drain(http, path(format), key) },
          { cpu: ownCpu, work: copy }
        ]
        const measured = await inTurns(
          options.rounds ?? ROUNDS,
          contenders.map(({ cpu, work }) => async () => {
            const used = await countCpu(cpu, database)
            return { time: await timed(work), cpu: await used() }
          })
        )
        const of = (figure: 'time' | 'cpu') =>
          measured.map((it) => it.map((one) => one[figure])) as [number[], number[]]
        const aim = format === 'parquet' ? '≤ 3.5' : '≤ 2'
        times.push(
          compareTimes(`${what}, ${format}`, ...of('time'), aim),
          compareTimes(`${what}, ${format}: CPU time`, ...of('cpu'))
        )
        memory.push({
          what: `${what}, ${format}`,
          above: `${(await server.memory()) - idle} MB`,
          aim: `≤ ${MOST_MEMORY} MB`
        })
      }
    }
    await Promise.all([http.close(), client.end(), server.stop()])
    print(
      'Whole archives over HTTP, against COPY of the same rows to a client. CPU time is that of the server or the COPY client, and of the connections to PostgreSQL.',
      times
    )
    print('Memory of the service, at most so far, above that before the first file', memory)
  })
}
