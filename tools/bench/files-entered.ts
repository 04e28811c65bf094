// Lists the project's files that contain a function which one request calls: npm run entered -- [path]
import { Session } from 'node:inspector/promises'
import { pino } from 'pino'
import { createKey } from '../../api/accounts/keys.ts'
import { createApp } from '../../api/app.ts'
import { createServer } from '../../api/server/server.ts'
import { NO_OPERATIONS, settingsOf, testParts } from '../../test/support/service.ts'
import { inFolder } from '../folder.ts'
import { withDailyRates } from './daily.ts'
import { testEndpoints } from '../../test/support/modules.ts'

const endpoints = await testEndpoints()

const ROOT = new URL('../../', import.meta.url).href
const OWN = /^(api|sql|modules|pipelines|adapters|cli)\//
const WARM_UP = 3 // requests, after which lazy initialization is done

const [path = '/api/v1/central-bank/ecb/latest'] = process.argv.slice(2)
await inFolder((folder) =>
  withDailyRates('entered', { folder, days: 30 }, async (database) => {
    for (const route of endpoints) route.cache = undefined
    const { key } = await createKey(database, 'enterprise', 'entered')
    const api = await createApp({
      ...(await testParts()),
      database,
      settings: settingsOf(),
      operations: NO_OPERATIONS,
      logger: pino({ level: 'silent' })
    })
    const server = createServer(api.app)
    const address = (await server.listen(0)) + path
    const request = async () => {
      const response = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
      const text = await response.text()
      if (!response.ok) throw new Error(text)
    }
    for (let count = 0; count < WARM_UP; count++) await request()
    const session = new Session()
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true })
    await request()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    session.disconnect()
    const called = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
    const files = called
      .filter(({ url }) => url.startsWith(ROOT))
      .map(({ url }) => url.slice(ROOT.length))
      .filter((file) => OWN.test(file))
      .sort()
    process.stdout.write(`${files.join('\n')}\n${files.length} files\n`)
    await server.close()
    await api.close()
  })
)
