import { request } from 'undici'
import { createKey } from '../../api/access/keys.ts'
import { loadRows } from '../../pipelines/load.ts'
import { dailyRates, prepareEcb } from './daily.ts'
import { hammer } from './hammer.ts'
import { withHouse } from './house.ts'
import { inTurns, median, medianRatio, print, progress, type Finding } from './measure.ts'
import { pathOf } from './questions.ts'
import { startServer, type Server } from './server.ts'

const ROUNDS = 7
const SECONDS = 3
const CONNECTIONS = 32

const CASES = [
  { what: 'open table', path: '/api/open/central-bank/ecb', aim: 0.9 },
  { what: 'keyed pair', path: pathOf({ path: '/api/v1/central-bank/ecb/latest', query: { source: 'USD', target: 'GBP' } }), aim: 0.7 }
]

/** Requests per second of the API against a bare Koa app that gives the same bytes. */
export async function benchRequests (folder: string): Promise<void> {
  await withHouse(folder, async ({ create }) => {
    const database = await create('requests')
    await loadRows(database, await prepareEcb(database), dailyRates())
    await database.write('analyze')
    const { key } = await createKey(database, 'enterprise', 'bench')
    const headers = { authorization: `Bearer ${key}` }
    const cached = await startServer({ url: database.url, isCached: true })
    const uncached = await startServer({ url: database.url, isCached: false })
    const unmetered = await startServer({ url: database.url, isCached: true, isMetered: false })
    const findings: Finding[] = []
    for (const { what, path, aim } of CASES) {
      progress(`${what}: ${ROUNDS} rounds of ${SECONDS} s each`)
      const answer = await request(cached.address + path, { headers })
      const bare = await startServer({ body: await answer.body.text(), type: String(answer.headers['content-type']) })
      findings.push(...await compare(what, path, headers, { cached, bare, uncached, unmetered }, aim))
      await bare.stop()
    }
    await Promise.all([cached.stop(), uncached.stop(), unmetered.stop()])
    print(`Requests per second over ${CONNECTIONS} connections, against a bare Koa app with the same bytes`, findings.map((it) => ({ ...it })))
  })
}

const LABELS = { cached: 'cached', uncached: 'uncached', unmetered: 'cached, nothing counted' }

type Name = 'cached' | 'bare' | 'uncached' | 'unmetered'

async function compare (what: string, path: string, headers: Record<string, string>, servers: Record<Name, Server>, aim: number): Promise<Finding[]> {
  // The work of a server for one request, in microseconds of CPU time: what a noisy machine leaves alone.
  const cost: Record<Name, number[]> = { cached: [], bare: [], uncached: [], unmetered: [] }

  function load (name: Name) {
    return async () => {
      const { address, cpu } = servers[name]
      const before = await cpu()
      const { answers, seconds } = await hammer({ address, path, headers, connections: CONNECTIONS, seconds: SECONDS })
      cost[name].push((await cpu() - before) * 1000 / answers)
      return answers / seconds
    }
  }

  const rates = await inTurns(ROUNDS, { cached: load('cached'), bare: load('bare'), uncached: load('uncached'), unmetered: load('unmetered') })
  return (['cached', 'uncached', 'unmetered'] as const).flatMap((name) => [
    {
      what: `${what}, ${LABELS[name]}`,
      ours: `${median(rates[name]).toFixed(0)}/s`,
      against: `${median(rates.bare).toFixed(0)}/s`,
      ratio: medianRatio(rates[name], rates.bare).toFixed(2),
      aim: name === 'cached' ? `≥ ${aim}` : ''
    },
    {
      what: `${what}, ${LABELS[name]}: server's CPU time a request`,
      ours: `${median(cost[name]).toFixed(1)} µs`,
      against: `${median(cost.bare).toFixed(1)} µs`,
      ratio: medianRatio(cost.bare, cost[name]).toFixed(2),
      aim: ''
    }
  ])
}
