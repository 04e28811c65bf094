import { z } from 'zod'
import * as parameters from '../../api/contract/parameters.ts'
import { writeCalendar } from '../../api/formats/icalendar.ts'
import { taggedBytes } from '../../api/formats/index.ts'
import { findBank } from '../../api/rates/bank-query.ts'
import { ALL } from '../../api/server/cache.ts'
import { endpoint, shape } from '../../api/server/endpoint.ts'
import { route } from '../../api/server/route.ts'
import { listed } from '../../api/sources/calendar-fields.ts'
import type { Database } from '../../sql/database.ts'
import { CALENDAR, calendarEvents, readCalendar } from '../../api/sources/calendar-query.ts'

const MOST_OF_ONE = 10

/** Throws 404 if a calendar is empty because its source is unknown. */
async function assertKnown(isEmpty: boolean, bank: string | undefined, database: Database): Promise<void> {
  if (isEmpty && bank !== undefined) await findBank(database, bank)
}

// A table becomes missed as time passes, without a load that would clear the cache.
const common = {
  access: 'keyless',
  cors: true,
  query: {
    bank: parameters.bank.optional().meta({ description: 'The code of a source; by default all.', examples: ['ecb'] })
  },
  failures: [404],
  cacheControl: 'public, max-age=600',
  cache: { of: ({ bank }: { bank?: string }) => bank ?? ALL, seconds: 600 }
} as const

export const calendar = endpoint({
  ...common,
  path: '/api/v1/calendar',
  summary: 'When sources publish: the next expected table, missed tables, and how late the tables arrived',
  formats: ['json', 'csv', 'xlsx', 'ndjson'],
  shapes: [
    shape({
      call: listed,
      values: ({ bank }: { bank?: string }, { now }) => ({
        now: new Date(now).toISOString(),
        banks: bank && [bank],
        most: 1
      }),
      fields: z.strictObject({ sources: z.array(z.strictObject(listed.list)) }),
      list: 'sources',
      check: (found, { bank }, { database }) => assertKnown(!found, bank, database),
      rest: () => ({ rows: { list: 'sources', beside: [] }, fileName: 'calendar' })
    })
  ]
})

export const calendarFile = route({
  ...common,
  path: '/api/v1/calendar.ics',
  summary: 'Get the next expected table of every source, or the next ten of one, as a calendar (iCalendar)',
  response: z.string(),
  mediaType: 'text/calendar',
  run: async ({ bank }, { database, origin, now, today }) => {
    const sources = await readCalendar(database, { now, bank, most: bank === undefined ? 1 : MOST_OF_ONE })
    await assertKnown(sources.length === 0, bank, database)
    const events = calendarEvents(sources, (code) => `${origin}/banks/${code}`)
    return taggedBytes(writeCalendar(events, { ...CALENDAR, host: new URL(origin).hostname, today }), {
      'Content-Type': 'text/calendar; charset=utf-8'
    })
  }
})
