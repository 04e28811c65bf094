// Counts the project's files that a request enters: npm run entered -- [path]. Node.js counts the calls of functions (NODE_V8_COVERAGE).
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeCoverage } from 'node:v8'
import { pino } from 'pino'
import { createKey } from '../../api/accounts/keys.ts'
import { createApp } from '../../api/app.ts'
import { endpoints } from '../../api/endpoints.ts'
import { createServer } from '../../api/server/server.ts'
import { NO_OPERATIONS, settingsOf } from '../../test/support/service.ts'
import { withDailyRates } from './daily.ts'

interface Report {
  result: Array<{ url: string, functions: Array<{ functionName: string, ranges: Array<{ count: number }> }> }>
}

const ROOT = new URL('../../', import.meta.url).href
const OWN = /^(api|sql|proof|rules|pipelines|adapters|cli)\//

if (process.env.NODE_V8_COVERAGE === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-entered-'))
  const { status } = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)], { env: { ...process.env, NODE_V8_COVERAGE: folder }, stdio: 'inherit' })
  rmSync(folder, { recursive: true, force: true })
  process.exit(status ?? 1)
}

const folder = process.env.NODE_V8_COVERAGE
const path = process.argv[2] ?? '/api/v1/central-bank/ecb/latest'
await withDailyRates('entered', { folder: mkdtempSync(join(tmpdir(), 'ratebook-entered-')), days: 30 } as never, async (database) => {
  for (const route of endpoints) route.cache = undefined
  const { key } = await createKey(database, 'enterprise', 'entered')
  const api = await createApp({ database, settings: settingsOf(), operations: NO_OPERATIONS, logger: pino({ level: 'silent' }) })
  const server = createServer(api.app)
  const address = await server.listen(0) + path
  const ask = async () => {
    const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
  }
  for (let count = 0; count < 3; count++) await ask() // what is done once is done now
  takeCoverage() // counts from here
  await ask()
  const before = new Set(readdirSync(folder))
  takeCoverage()
  const [name] = readdirSync(folder).filter((it) => !before.has(it))
  const { result } = JSON.parse(readFileSync(join(folder, name!), 'utf8')) as Report
  const called = result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0))
  const entered = called.filter(({ url }) => url.startsWith(ROOT)).map(({ url }) => url.slice(ROOT.length)).filter((file) => OWN.test(file))
  process.stdout.write(`${entered.sort().join('\n')}\n${entered.length} files\n`)
  await server.close()
  await api.close()
})
