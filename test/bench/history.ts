import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Client } from 'undici'
import { createKey } from '../../api/access/keys.ts'
import type { ApiServerOptions } from './api-server.ts'
import { withDailyRates } from './daily.ts'
import { compareTimes, inTurns, print, progress, timed, type Finding } from './measure.ts'
import type { BenchOptions } from './options.ts'
import { startServer } from './server.ts'
import { addressOf, statementsOf, type ApiRequest, type Statement } from './statements.ts'

const ROUNDS = 25
const AIM = 2

function historyOf (query: Record<string, string>): ApiRequest {
  return { path: '/api/v1/central-bank/:bank/history', params: { bank: 'ecb' }, query: { from: '1999-01-01', ...query } }
}

const CASES = {
  'published pair': historyOf({ source: 'EUR', target: 'JPY' }),
  'cross pair': historyOf({ source: 'USD', target: 'GBP' }),
  'home currency': historyOf({ symbol: 'EUR' }),
  'another currency': historyOf({ symbol: 'CHF' })
}

/** Histories of up to 5000 rows as JSON over HTTP, against COPY of the same query to a client. */
export async function benchHistory (options: BenchOptions): Promise<void> {
  await withDailyRates('history', options, async (database) => {
    const { url } = database
    const { key } = await createKey(database, 'enterprise', 'bench')
    const headers = { authorization: `Bearer ${key}` }
    const servers = await Promise.all([false, true].map((isCached) => startServer<ApiServerOptions>('api-server.ts', { url, isCached, isMetered: true })))
    const [uncached, cached] = servers.map(({ address }) => new Client(address)) as [Client, Client]
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const statements = await statementsOf(url, Object.values(CASES))
    const findings: Finding[] = []
    for (const [index, [what, request]] of Object.entries(CASES).entries()) {
      progress(`history: ${what}`)
      const copy = `copy (${withValues(statements[index]![0]!)}) to stdout`
      const path = addressOf(request)
      const [ours, kept, theirs] = await inTurns(options.rounds ?? ROUNDS, [
        () => timed(() => drain(uncached, path, headers)),
        () => timed(() => drain(cached, path, headers)),
        () => timed(() => pipeline(client.query(copyTo(copy)), sink()))
      ]) as [number[], number[], number[]]
      findings.push(compareTimes(`${what}, uncached`, ours, theirs, `≤ ${AIM}`), compareTimes(`${what}, cached`, kept, theirs))
    }
    await Promise.all([cached.close(), uncached.close(), client.end()])
    await Promise.all(servers.map(({ stop }) => stop()))
    print('Histories of up to 5000 rows as JSON, against COPY of the same query to a client', findings)
  })
}

/** A statement with its values written in, as COPY takes no parameters. */
function withValues ({ text, values }: Statement): string {
  return text.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1]
    if (value === null || value === undefined) return 'null'
    return typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))
  })
}

async function drain (http: Client, path: string, headers: Record<string, string>): Promise<void> {
  const { statusCode, body } = await http.request({ path, method: 'GET', headers })
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${await body.text()}`)
  await pipeline(body, sink())
}

function sink (): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() })
}
