import type { Logger } from 'pino'
import type { Database } from '../../sql/database.ts'
import { repeat } from '../../pipelines/messages/repeat.ts'
import { todayIn } from '../../pipelines/runs/window.ts'

const EVERY = 10 * 60_000

/**
 * Periodically adds an event for each source that became overdue, and deletes old events. Several processes may run it;
 * each source gets one event.
 */
export function startOverdueCheck(
  { database, logger }: { database: Database; logger: Logger },
  every = EVERY
): { stop: () => Promise<void> } {
  return repeat(every, async () => {
    try {
      await database.write('select add_overdue_events($1)', [todayIn('UTC')])
      await database.write('select delete_old_events()')
    } catch (error) {
      logger.error({ error: (error as Error).message }, 'overdue sources could not be noted')
    }
  })
}
