import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { Client } from 'undici'
import { createKey } from '../../api/access/keys.ts'
import { loadRows } from '../../pipelines/load.ts'
import { dailyRates, prepareEcb } from './daily.ts'
import { withHouse } from './house.ts'
import { inTurns, median, medianRatio, milliseconds, print, progress, timed, type Finding } from './measure.ts'
import { pathOf, statementsOf, type Question, type Statement } from './questions.ts'
import { startServer } from './server.ts'

const ROUNDS = 25
const AIM = 2
const PATH = '/api/v1/central-bank/:bank/history'

function questionOf (query: Record<string, string>): Question {
  return { path: PATH, params: { bank: 'ecb' }, query: { from: '1999-01-01', ...query } }
}

const CASES = {
  'published pair': questionOf({ source: 'EUR', target: 'JPY' }),
  'cross pair': questionOf({ source: 'USD', target: 'GBP' }),
  'home currency': questionOf({ symbol: 'EUR' }),
  'another currency': questionOf({ symbol: 'CHF' })
}

/** A history of 5000 rows as JSON over HTTP, against the same query by COPY to a client. */
export async function benchHistory (folder: string): Promise<void> {
  await withHouse(folder, async ({ create }) => {
    const database = await create('history')
    await loadRows(database, await prepareEcb(database), dailyRates())
    await database.write('vacuum analyze')
    const { key } = await createKey(database, 'enterprise', 'bench')
    const headers = { authorization: `Bearer ${key}` }
    const servers = await Promise.all([true, false].map((isCached) => startServer({ url: database.url, isCached })))
    const [cached, uncached] = servers.map(({ address }) => new Client(address))
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const findings: Finding[] = []
    for (const [name, question] of Object.entries(CASES)) {
      progress(`${name}: ${ROUNDS} rounds`)
      const [[statement]] = await statementsOf(database.url, [question]) as [[Statement]]
      const copy = `copy (${withValues(statement)}) to stdout`
      const ask = (http: Client) => () => timed(() => drain(http, pathOf(question), headers))
      const times = await inTurns(ROUNDS, {
        uncached: ask(uncached!),
        copy: () => timed(() => pipeline(client.query(copyTo(copy)), sink())),
        cached: ask(cached!)
      })
      for (const kind of ['uncached', 'cached'] as const) {
        findings.push({
          what: `${name}, ${kind}`,
          ours: milliseconds(median(times[kind])),
          against: milliseconds(median(times.copy)),
          ratio: medianRatio(times[kind], times.copy).toFixed(2),
          aim: kind === 'uncached' ? `≤ ${AIM}` : ''
        })
      }
    }
    await Promise.all([cached!.close(), uncached!.close(), client.end()])
    await Promise.all(servers.map(({ stop }) => stop()))
    print('A history of 5000 rows as JSON, against the same query by COPY to a client', findings.map((it) => ({ ...it })))
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
