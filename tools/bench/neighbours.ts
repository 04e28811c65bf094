import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'
import type { ApiServerOptions } from './api-server.ts'
import { countCpu } from './cpu.ts'
import { copyRates, withDailyRates } from './daily.ts'
import type { BenchOptions } from './databases.ts'
import { milliseconds, print, progress, timed } from './measure.ts'
import { startServer } from './server.ts'

const ASKED_EVERY = 20 // milliseconds between the requests of the neighbour
const AT_ONCE = 20
const ALONE = 5 // requests one after another
const MOST_CPU = 200
const MOST_P99 = 150
const NEIGHBOUR = '/api/open/central-bank/ecb'

/** The most expensive requests that can be sent without a key. */
const REQUESTS = [
  '/sdmx/2.1/dataflow/all/all/all?references=all',
  '/sdmx/3.0/structure/*/*/*/*?references=all&format=jsonstructure',
  '/sdmx/2.1/availableconstraint/EXR/all',
  '/sdmx/2.1/schema/dataflow/ECB/EXR',
  '/api/compat/d/v2/rates?base=EUR',
  '/api/compat/d/v2/providers',
  '/chart/ecb/EUR-USD.svg',
  '/api/v1/currencies/EUR',
  '/api/v1/symbols',
  '/api/open/central-banks',
  '/openapi.json',
  '/compare'
]

/**
 * The CPU time of the most expensive requests without a key, and the response time of an open table at one address
 * while 20 of them run from another.
 */
export async function benchNeighbours(options: BenchOptions): Promise<void> {
  await withDailyRates('neighbours', options, async (database) => {
    await copyRates(database)
    const server = await startServer<ApiServerOptions>('api-server.ts', { url: database.url, isCached: true })
    const [crowd, neighbour] = ['127.0.0.1', '127.0.0.2'].map(
      (localAddress) => new Agent({ connect: { localAddress } })
    )
    const ask = async (dispatcher: Agent, path: string) => {
      const { statusCode, body } = await request(server.address + path, { dispatcher })
      await body.dump({ limit: Infinity })
      return statusCode
    }
    const findings: object[] = []
    for (const path of REQUESTS) {
      progress(`neighbours: ${path}`)
      const used = await countCpu(server.cpu, database)
      if ((await ask(crowd!, path)) !== 200) throw new Error(`${path}: expected 200`)
      const first = await used()
      for (let at = 0; at < ALONE; at++) await ask(crowd!, path)
      const later = ((await used()) - first) / ALONE
      const end = performance.now() + options.seconds * 1000
      const load = Array.from({ length: AT_ONCE }, async () => {
        while (performance.now() < end) await ask(crowd!, path)
      })
      const times: number[] = []
      while (performance.now() < end) {
        times.push(await timed(() => ask(neighbour!, NEIGHBOUR)))
        await sleep(ASKED_EVERY)
      }
      await Promise.all(load)
      const p99 = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1]!
      findings.push({
        request: path,
        'CPU time': milliseconds(first),
        again: milliseconds(later),
        'p99 of the neighbour': milliseconds(p99)
      })
    }
    await Promise.all([crowd!.close(), neighbour!.close(), server.stop()])
    print(
      `The most expensive requests without a key: CPU time (aim ≤ ${MOST_CPU} ms), and the time of an open table beside ${AT_ONCE} of them (aim ≤ ${MOST_P99} ms)`,
      findings
    )
  })
}
