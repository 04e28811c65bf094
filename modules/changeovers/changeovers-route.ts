import { z } from 'zod'
import { badRequest } from '../../api/contract/errors.ts'
import * as parameters from '../../api/contract/parameters.ts'
import { writeCalendar } from '../../api/formats/icalendar.ts'
import { taggedBytes } from '../../api/formats/index.ts'
import { ALL } from '../../api/server/cache.ts'
import { SHARED } from '../../api/server/cache-control.ts'
import { readRows } from '../../api/formats/read.ts'
import { endpoint, shape } from '../../api/server/endpoint.ts'
import { route } from '../../api/server/route.ts'
import { listed } from './changeovers-fields.ts'
import { eventsOf, type Changeover } from './calendar.ts'

/**
 * The version of the list's fields. A new field changes the minor version; a changed or removed one the major version.
 */
const VERSION = '1.1'

const query = {
  currency: parameters.symbol
    .optional()
    .meta({ description: 'A currency, former or new; by default all.', examples: ['BGN'] }),
  from: parameters.from
    .optional()
    .meta({ description: 'The earliest first day of a new unit.', examples: ['1999-01-01'] }),
  to: parameters.to.optional().meta({ description: 'The latest first day of a new unit.', examples: ['2026-12-31'] })
}

const common = {
  access: 'keyless',
  cors: true,
  query,
  cacheControl: SHARED,
  cache: { of: () => ALL, seconds: 3600 }
} as const

/** The window of a request, which may be in the future. Throws 400 if it ends before it begins. */
function windowOf({ from, to }: { from?: string; to?: string }) {
  if (from !== undefined && to !== undefined && from > to) throw badRequest('from', `must not be after to (${to})`)
  return { from, to }
}

export const changeovers = endpoint({
  ...common,
  path: '/api/v1/changeovers',
  summary: 'List the changeovers of currencies: codes, factor, days, legal act, and the sources that print each code',
  formats: ['json', 'csv', 'xlsx', 'ndjson'],
  shapes: [
    shape({
      call: listed,
      values: windowOf,
      fields: z.strictObject({
        schema: z.string().meta({ description: 'The version of the fields.', examples: [VERSION] }),
        changeovers: z.array(z.strictObject(listed.list))
      }),
      list: 'changeovers',
      computed: { schema: () => VERSION },
      rest: () => ({ rows: { list: 'changeovers', beside: [] }, fileName: 'changeovers' })
    })
  ]
})

const CALENDAR = { name: 'Changeovers of currencies', refresh: 'P1D' }

export const changeoverCalendar = route({
  ...common,
  path: '/api/v1/changeovers.ics',
  summary: 'Get the changeovers of currencies as a calendar (iCalendar)',
  response: z.string(),
  mediaType: 'text/calendar',
  run: async (request, { database, origin, today }) => {
    const rows = (await readRows(listed, database, { ...request, ...windowOf(request) })).objects()
    const events = (rows as unknown as Changeover[]).flatMap((changeover) => eventsOf(changeover, origin))
    return taggedBytes(writeCalendar(events, { ...CALENDAR, host: new URL(origin).hostname, today }), {
      'Content-Type': 'text/calendar; charset=utf-8'
    })
  }
})
