import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { partsOf } from '../../cli/module.ts'
import { createApp, type AppOptions } from '../../api/app.ts'
import { createKey } from '../../api/accounts/keys.ts'
import type { Mail } from '../../api/accounts/mail.ts'
import { allowancesOf, PLANS, type Plan } from '../../api/access/plans.ts'
import { createServer } from '../../api/server/server.ts'
import type { ApiSettings } from '../../api/server/options.ts'
import type { Operations } from '../../modules/module.ts'
import type { Identity, Row } from '../../adapters/source.ts'
import { testModules, testSchema } from './modules.ts'
import {
  clockFrom,
  seedOperator,
  seedRows,
  seedSources,
  testDatabase,
  type Clock,
  type TestDatabase
} from './database.ts'

export interface Answer {
  status: number
  headers: Headers
  text: string
  bytes: Buffer
  // Untyped, because tests compare whole bodies.
  json: any // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface Service extends TestDatabase {
  address: string
  settings: ApiSettings
  /** The lines that the service logged. */
  log: string[]
  keys: Record<Plan, string>
  ask: (
    path: string,
    options?: { plan?: Plan; key?: string; method?: string; headers?: Record<string, string> }
  ) => Promise<Answer>
  stop: () => Promise<void>
}

export function identity(code: string, homeCurrency: string, rateTypes = ['reference']): Identity {
  return {
    code,
    homeCurrency,
    rateTypes,
    name: `Bank ${code}`,
    country: 'XX',
    kind: 'central_bank',
    sourceUrl: `https://example.com/${code}`,
    timezone: 'UTC',
    schedule: '0 0 * * *',
    cadence: 'daily',
    historyFrom: '1999-01-01',
    dated: 'made',
    verified: 'description',
    restated: ['all']
  }
}

export interface ServiceOptions {
  settings?: Partial<ApiSettings>
  mail?: Mail
  operations?: Partial<Operations>
  /** By default the present. */
  clock?: Clock
}

/**
 * Settings of the API with a signing key of its own, cheap password hashes, and limits that a test reaches only if it
 * sets them.
 */
export function settingsOf(settings: Partial<ApiSettings> = {}): ApiSettings {
  return {
    trustProxy: 0,
    countryHeader: 'CF-IPCountry',
    webhooksMayBePrivate: false,
    hardness: { cost: { N: 2 ** 10, r: 8, p: 1 }, step: 50 },
    sessionSecret: 'a secret of the tests that is long enough',
    signingKey: { file: join(tmpdir(), `ratebook-key-${randomUUID()}`, 'signing-key.json'), host: 'rates.test' },
    allowances: allowancesOf(),
    limits: { perCaller: 1_000_000, perAddress: 1_000_000, trialKeys: 1_000_000 },
    ...settings
  }
}

/**
 * A clock that stands still, so that no window of a limit ends during a test. It is an hour ahead of that of the
 * database, so that the sweep of ended windows deletes none.
 */
export function stoppedClock(): Clock {
  const { now, behind } = clockFrom('2026-11-25T12:00:00Z')
  const stopped = now() + 3_600_000
  return { now: () => stopped, behind }
}

export const NO_OPERATIONS: Operations = {
  run() {},
  async readDocument() {
    return undefined
  },
  async findPlace() {
    return undefined
  },
  async release() {},
  async reject() {},
  async undo() {},
  compareLayout: () => Promise.reject(new Error('there is no such document'))
}

/** The parts that the modules of the test file add to the service. */
export async function testParts(): Promise<Pick<AppOptions, 'findLegalRate' | 'routes' | 'schema' | 'site' | 'tools'>> {
  return { schema: await testSchema(), ...(await partsOf(await testModules())) }
}

/** Starts the service on a fresh database with the given sources and rows. */
export async function startService(
  sources: Identity[],
  tables: Record<string, Row[]>,
  { settings: wanted, mail, operations, clock }: ServiceOptions = {}
): Promise<Service> {
  const settings = settingsOf({ ...(clock && { now: clock.now }), ...wanted })
  const test = await testDatabase(clock)
  await seedSources(test.database, sources)
  await seedOperator(test.database)
  for (const [source, rows] of Object.entries(tables)) await seedRows(test.database, source, rows)
  const keys = Object.fromEntries(
    await Promise.all(PLANS.map(async (plan) => [plan, (await createKey(test.database, plan, plan)).key]))
  ) as Record<Plan, string>
  const log: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) })
  const parts = { ...(await testParts()), mail, operations: { ...NO_OPERATIONS, ...operations } }
  for (const module of await testModules()) await module.openApi?.(settings)
  const api = await createApp({ database: test.database, logger, settings, ...parts }).catch(async (error: unknown) => {
    await test.drop()
    throw error
  })
  const server = createServer(api.app)
  const address = await server.listen(0)

  return {
    ...test,
    address,
    settings,
    log,
    keys,
    async ask(path, { plan, key = plan && keys[plan], method, headers } = {}) {
      const response = await fetch(address + path, {
        method,
        redirect: 'manual',
        headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers }
      })
      const bytes = Buffer.from(await response.arrayBuffer())
      const text = bytes.toString()
      const json =
        response.headers.get('content-type')?.startsWith('application/json') && text !== ''
          ? JSON.parse(text)
          : undefined
      return { status: response.status, headers: response.headers, text, bytes, json }
    },
    async stop() {
      await server.close()
      await api.close()
      await test.drop()
    }
  }
}

export interface TestUser {
  cookie: string
  key: string
}

/** Registers a user and logs in. Returns the session cookie and the key that the first log-in issues. */
export async function logIn(
  { address }: Pick<Service, 'address'>,
  email: string,
  password = 'correct horse battery'
): Promise<TestUser> {
  const post = (path: string, body: object) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address },
      body: JSON.stringify(body)
    })
  await post('/api/auth/sign-up/email', { email, password, name: '' })
  const answer = await post('/api/auth/sign-in/email', { email, password })
  const { api_key: key } = (await answer.json()) as { api_key: string }
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
    key
  }
}
