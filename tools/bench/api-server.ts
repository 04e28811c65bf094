import { pino } from 'pino'
import { Meter } from '../../api/access/meter.ts'
import { allowancesOf } from '../../api/access/plans.ts'
import { createApp } from '../../api/app.ts'
import { endpoints } from '../../api/endpoints.ts'
import { Database } from '../../sql/database.ts'
import { NO_OPERATIONS, settingsOf } from '../../test/support/service.ts'
import { UNLIMITED } from './options.ts'
import { serve } from './server.ts'

/** Ratebook's API over a database. */
export interface ApiServerOptions {
  url: string
  readUrls?: string[]
  /** Keeps answers in its cache. */
  isCached: boolean
  /** Charges the units of each request. */
  isMetered: boolean
}

serve(async ({ url, readUrls, isCached, isMetered }: ApiServerOptions) => {
  if (!isCached) for (const route of endpoints) route.cache = undefined
  if (!isMetered) Meter.prototype.charge = () => Promise.resolve({ isGranted: true, limit: 1, used: 1, resetsAt: null })
  const settings = settingsOf({ allowances: allowancesOf({ enterprise: UNLIMITED }), limits: { perCaller: UNLIMITED, perAddress: UNLIMITED, trialKeys: 1 } })
  const { app } = await createApp({ database: new Database({ url, readUrls }), settings, operations: NO_OPERATIONS, logger: pino({ level: 'error' }, pino.destination(2)) })
  return app
})
