import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import { NewerSchemaError, ownSchema, refuseNewer } from '../../sql/migrate.ts'
import { repeat } from './repeat.ts'

const EVERY = 10_000

/**
 * Checks periodically whether a newer version has upgraded the database. If so, logs it and stops the work on the
 * database.
 */
export function startSchemaCheck(
  { database, logger }: { database: Database; logger: Logger },
  stopWork: () => Promise<void>,
  every = EVERY
): { stop: () => Promise<void> } {
  const schema = ownSchema()
  let isUpgraded = false
  return repeat(every, async () => {
    if (isUpgraded) return
    await refuseNewer(database, schema).catch(async (error: unknown) => {
      if (!(error instanceof NewerSchemaError)) return // the work itself logs that the database is unavailable
      isUpgraded = true
      logger.error(
        { error: error.message },
        'the database was upgraded by a newer version: nothing is fetched any longer, and this worker has to be ' +
          'replaced'
      )
      await stopWork()
    })
  })
}
