import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import { NewerSchemaError, ownSchema, refuseNewer } from '../../sql/migrate.ts'
import { repeat } from './repeat.ts'

const EVERY = 10_000

/** Logs that a newer version has upgraded the database, and then stops what works on it. Asks now and then until it is stopped. */
export function watchSchema ({ database, logger }: { database: Database, logger: Logger }, stopWork: () => Promise<void>, every = EVERY): { stop: () => Promise<void> } {
  const schema = ownSchema()
  let isUpgraded = false
  return repeat(every, async () => {
    if (isUpgraded) return
    await refuseNewer(database, schema).catch(async (error: unknown) => {
      if (!(error instanceof NewerSchemaError)) return // the work itself says that the database is away
      isUpgraded = true
      logger.error({ error: error.message }, 'the database was upgraded by a newer version: nothing is fetched any longer, and this worker has to be replaced')
      await stopWork()
    })
  })
}
