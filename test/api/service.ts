import { pino } from 'pino'
import { createApp } from '../../api/app.ts'
import { createKey, type Plan } from '../../api/keys.ts'
import { createServer } from '../../api/server.ts'
import type { Identity, Row } from '../../adapters/source.ts'
import { seedRows, seedSources, testDatabase, type TestDatabase } from '../database.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  bytes: Buffer
  // Whatever the endpoint gives: the tests compare it as a whole.
  json: any // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface Service extends TestDatabase {
  address: string
  keys: Record<Plan, string>
  ask: (path: string, options?: { plan?: Plan, key?: string, method?: string, headers?: Record<string, string> }) => Promise<Answer>
  stop: () => Promise<void>
}

export function identity (code: string, homeCurrency: string, rateTypes = ['reference']): Identity {
  return {
    code, homeCurrency, rateTypes, name: `Bank ${code}`, country: 'XX', kind: 'central_bank', sourceUrl: `https://example.com/${code}`,
    timezone: 'UTC', schedule: '0 0 * * *', cadence: 'daily', historyFrom: '1999-01-01'
  }
}

/** A real server over a fresh database with some sources and rows of our own. */
export async function startService (sources: Identity[], tables: Record<string, Row[]>): Promise<Service> {
  const test = await testDatabase()
  await seedSources(test.database, sources)
  for (const [source, rows] of Object.entries(tables)) await seedRows(test.database, source, rows)
  const plans: Plan[] = ['free', 'trial', 'developer', 'business', 'enterprise']
  const keys = Object.fromEntries(await Promise.all(plans.map(async (plan) => [plan, (await createKey(test.database, plan, plan)).key]))) as Record<Plan, string>
  const api = await createApp({ database: test.database, logger: pino({ level: 'silent' }), settings: { trustProxy: false } })
  const server = createServer(api.app)
  const address = await server.listen(0)

  return {
    ...test,
    address,
    keys,
    async ask (path, { plan, key = plan && keys[plan], method, headers } = {}) {
      const response = await fetch(address + path, { method, redirect: 'manual', headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers } })
      const bytes = Buffer.from(await response.arrayBuffer())
      const text = bytes.toString()
      const json = response.headers.get('content-type')?.startsWith('application/json') && text !== '' ? JSON.parse(text) : undefined
      return { status: response.status, headers: response.headers, text, bytes, json }
    },
    async stop () {
      await server.close()
      await api.close()
      await test.drop()
    }
  }
}
