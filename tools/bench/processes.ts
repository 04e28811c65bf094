import { join } from 'node:path'
import { createKey } from '../../api/accounts/keys.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import { Database } from '../../sql/database.ts'
import { startEmbedded, type EmbeddedServer } from '../../sql/embedded.ts'
import { withName } from '../../test/support/global.ts'
import { copyCluster, followPrimary } from '../../test/support/standby.ts'
import type { ApiServerOptions } from './api-server.ts'
import { countCpu } from './cpu.ts'
import { dailyRates, prepareEcb } from './daily.ts'
import { withDatabases } from './databases.ts'
import { hammer } from './hammer.ts'
import { inTurns, print, progress, type Finding } from './measure.ts'
import type { BenchOptions } from './options.ts'
import { findingsOf, type Result } from './rivals.ts'
import { startServer, type Server } from './server.ts'

const NAME = 'processes'
const REPLICAS = 2
const ROUNDS = 5
const PAIR = '/api/v1/central-bank/ecb/latest?source=USD&target=GBP'
const CASES = [
  { what: 'open table, cached', path: '/api/open/central-bank/ecb', isCached: true },
  { what: 'pair with a key, cached', path: PAIR, isCached: true },
  { what: 'pair, uncached', path: PAIR, isCached: false }
]

/**
 * Several processes of the API over one database and two replicas against a single process without replicas. A server of the options gets no
 * replicas.
 */
export async function benchProcesses (options: BenchOptions): Promise<void> {
  let key = ''
  await withDatabases(options, async ({ create }) => {
    const database = await create(NAME)
    await loadRows(database, await prepareEcb(database), dailyRates(options.days))
    await database.write('vacuum analyze')
    key = (await createKey(database, 'enterprise', 'bench')).key
  })
  const folders = options.server ? [] : Array.from({ length: REPLICAS }, (_, index) => join(options.folder, `replica-${index}`))
  for (const folder of folders) copyCluster(options.folder, folder)
  await withDatabases(options, async ({ open, adminUrl, drop }) => {
    const database = open(NAME)
    for (const folder of folders) followPrimary(folder, adminUrl)
    const replicas: EmbeddedServer[] = []
    for (const folder of folders) replicas.push(await startEmbedded(folder))
    const readers = replicas.map(({ url }) => new Database({ url: withName(url, new URL(database.url).pathname.slice(1)), connections: 1 }))
    const findings: Finding[] = []
    for (const isCached of [true, false]) findings.push(...await compareNumbers({ database, readers, key, isCached }, options))
    print(`${options.processes} processes of the API and ${replicas.length} replicas against one process, over ${options.connections} connections. CPU time is that of Node.js and of the connections to PostgreSQL.`, findings)
    await Promise.all(readers.map((reader) => reader.close()))
    await Promise.all(replicas.map(({ stop }) => stop()))
    await drop(NAME)
  })
}

interface Setting {
  database: Database
  /** A handle on each replica. */
  readers: Database[]
  key: string
  isCached: boolean
}

async function compareNumbers ({ database, readers, key, isCached }: Setting, { processes, rounds = ROUNDS, seconds, connections }: BenchOptions): Promise<Finding[]> {
  const { url } = database
  const readUrls = readers.map((reader) => reader.url)
  const one = await startServer<ApiServerOptions>('api-server.ts', { url, isCached, isMetered: true })
  const many = await Promise.all(Array.from({ length: processes }, () => startServer<ApiServerOptions>('api-server.ts', { url, readUrls, isCached, isMetered: true })))
  const findings: Finding[] = []
  for (const { what, path } of CASES.filter((it) => it.isCached === isCached)) {
    progress(`processes: ${what}`)
    const load = (servers: Server[]) => async (): Promise<Result> => {
      const used = await countCpu(servers, [database, ...readers])
      const headers = { authorization: `Bearer ${key}` }
      const results = await Promise.all(servers.map(({ address }) => hammer({ address, path, headers, connections: Math.ceil(connections / servers.length), seconds })))
      const answers = results.reduce((sum, result) => sum + result.answers, 0)
      return { rate: results.reduce((sum, { answers, seconds }) => sum + answers / seconds, 0), cost: await used() * 1000 / answers }
    }
    const [ours, alone] = await inTurns(rounds, [load(many), load([one])]) as [Result[], Result[]]
    findings.push(...findingsOf(what, ours, alone))
  }
  await Promise.all([one, ...many].map(({ stop }) => stop()))
  return findings
}
