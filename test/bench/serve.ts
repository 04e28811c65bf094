// An HTTP server in a process of its own: started by startServer, it is told what to serve and answers with its address.
import Koa from 'koa'
import { pino } from 'pino'
import { createApp } from '../../api/app.ts'
import { Meter } from '../../api/access/meter.ts'
import { allowancesOf } from '../../api/access/plans.ts'
import { endpoints } from '../../api/endpoints.ts'
import { createServer } from '../../api/http/server.ts'
import { Database } from '../../sql/database.ts'
import { NO_OPERATIONS, settingsOf } from '../api/service.ts'

/** Ratebook's API over a database, with its cache or without, counting what is used or not, or a bare Koa app that gives the same bytes to everybody. */
export type Served = { url: string, isCached: boolean, isMetered?: boolean } | { body: string, type: string }

/** What startServer may ask afterwards: the CPU time used so far. */
export type Asked = 'cpu'

process.once('message', async (served: Served) => {
  const app = 'body' in served ? bareApp(served.body, served.type) : await ratebookApp(served)
  process.send!(await createServer(app).listen(0))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!((user + system) / 1000)
  })
})
process.once('disconnect', () => process.exit())

function bareApp (body: string, type: string): Koa {
  const bytes = Buffer.from(body)
  const app = new Koa()
  app.use((ctx) => {
    ctx.type = type
    ctx.body = bytes
  })
  return app
}

async function ratebookApp ({ url, isCached, isMetered = true }: { url: string, isCached: boolean, isMetered?: boolean }): Promise<Koa> {
  if (!isCached) for (const route of endpoints) route.cache = undefined
  if (!isMetered) Meter.prototype.charge = () => Promise.resolve({ isGranted: true, limit: 1, used: 1, resetsAt: null })
  const { app } = await createApp({ database: new Database({ url }), settings: settingsOf({ allowances: allowancesOf({ enterprise: 1e9 }), limits: { perCaller: 1e9, perAddress: 1e9, trialKeys: 1 } }), operations: NO_OPERATIONS, logger: pino({ level: 'error' }, pino.destination(2)) })
  return app
}
