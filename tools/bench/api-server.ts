import { pino } from 'pino'
import { allowancesOf } from '../../api/access/plans.ts'
import { createApp } from '../../api/app.ts'
import { createServer } from '../../api/server/server.ts'
import { Database } from '../../sql/database.ts'
import { NO_OPERATIONS, settingsOf, testParts } from '../../test/support/service.ts'
import { replyToParent } from '../child.ts'
import { UNLIMITED } from './databases.ts'
import { testEndpoints } from '../../test/support/modules.ts'

const endpoints = await testEndpoints()

/** The API over a database. */
export interface ApiServerOptions {
  url: string
  /** True if the API caches its answers. */
  isCached: boolean
}

replyToParent(async ({ url, isCached }: ApiServerOptions) => {
  if (!isCached) for (const route of endpoints) route.cache = undefined
  const settings = settingsOf({
    allowances: allowancesOf({ enterprise: UNLIMITED }),
    limits: { perCaller: UNLIMITED, perAddress: UNLIMITED, trialKeys: 1 }
  })
  const { app } = await createApp({
    ...(await testParts()),
    database: new Database({ url }),
    settings,
    operations: NO_OPERATIONS,
    logger: pino({ level: 'error' }, pino.destination(2))
  })
  return createServer(app).listen(0)
})
