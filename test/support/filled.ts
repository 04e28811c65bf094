import { pino } from 'pino'
import { loadSources } from '../../adapters/registry.ts'
import wise from '../../adapters/market/wise.ts'
import { createApp } from '../../api/app.ts'
import { createKey } from '../../api/accounts/keys.ts'
import type { ApiSettings } from '../../api/server/options.ts'
import { createServer } from '../../api/server/server.ts'
import { registerFeeds } from '../../pipelines/market/feeds.ts'
import { HostGate } from '../../pipelines/fetch/gate.ts'
import { forEachSource, ingestSource } from '../../pipelines/runs/ingest.ts'
import { prepareModules } from '../../cli/module.ts'
import { testModules } from './modules.ts'
import type { Database } from '../../sql/database.ts'
import { seedSources, testDatabase, type TestDatabase } from './database.ts'
import { NO_OPERATIONS, settingsOf, testParts } from './service.ts'
import { parser } from './parser.ts'

const SOURCES = ['bnr', 'boi', 'cnb', 'ecb', 'fed', 'hmrc', 'mnb', 'nbk', 'nbp', 'nbu', 'tcmb']
const FIXTURES = new URL('../../fixtures/', import.meta.url).pathname

export interface FilledService extends TestDatabase {
  address: string
  settings: ApiSettings
  /** A key of the enterprise plan. */
  key: string
  stop: () => Promise<void>
}

const MARKET = { EUR: '0.8613', GBP: '0.7556', JPY: '156.3' }

/** Stores market rates with the current time. */
async function seedMarket(database: Database): Promise<void> {
  await registerFeeds(database, [wise], [wise.code])
  const time = new Date().toISOString()
  const rows = Object.entries(MARKET).map(([currency, rate]) => ({ currency, rate, time }))
  await database.write('select store_market_rates($1, $2, $3)', [wise.code, time, JSON.stringify(rows)])
  await database.write('select roll_up_market()')
}

/** A server over the fixtures of a few sources, with a few market rates. */
export async function startFilledService(): Promise<FilledService> {
  const test = await testDatabase()
  const sources = (await loadSources()).filter(({ code }) => SOURCES.includes(code))
  // tests load tables of a few pairs
  const registered = sources.map((it) => ({ ...it, pairs: undefined }))
  await seedSources(test.database, registered)
  await prepareModules({ modules: await testModules(), owner: test.database })
  const logger = pino({ level: 'silent' })
  const pipeline = {
    database: test.database,
    logger,
    userAgent: 'test',
    environment: {},
    gate: new HostGate(0),
    parser
  }
  await forEachSource(
    sources,
    (source) => ingestSource(pipeline, source, { replay: source.code === 'ecb' ? `${FIXTURES}demo/` : FIXTURES }),
    () => {}
  )
  await seedMarket(test.database)
  const { key } = await createKey(test.database, 'enterprise', 'test')
  const settings = settingsOf({ sharing: { sources: '*', isOpen: false } })
  const api = await createApp({
    ...(await testParts()),
    database: test.database,
    logger,
    settings,
    operations: NO_OPERATIONS
  })
  const server = createServer(api.app)
  const address = await server.listen(0)
  return {
    ...test,
    address,
    settings,
    key,
    async stop() {
      await server.close()
      await api.close()
      await test.drop()
    }
  }
}
