import { z } from 'zod'
import { groupBy } from '../../../adapters/kit/rows.ts'
import { COMPOSITE } from '../../../api/rates/bank-query.ts'
import type { PublicationTimes } from '../../../api/sources/calendar-query.ts'
import type { Database } from '../../../sql/database.ts'

const instant = z.iso.datetime().nullable()

const sourceStatus = z.object({
  code: z.string(),
  name: z.string(),
  state: z.enum(['ok', 'late', 'layout', 'network', 'blocked', 'empty', 'new']).meta({
    description:
      '`late`: its newest table is older than its rhythm explains. `layout`, `network`, `blocked` and `empty` are reasons why its last runs failed.'
  }),
  latest_date: z.iso.date().nullable(),
  missed: z.int().nullable().meta({ description: 'The number of tables that are overdue; null without a table.' }),
  next_date: z.iso.date().nullable().meta({ description: 'The date of the next expected table.' }),
  next_at: instant.meta({ description: 'When that table is expected.' }),
  missed_dates: z.array(z.iso.date()).nullable().meta({
    description: 'The expected tables of the last 90 days that have not come; null while too few arrivals are known.'
  }),
  last_success: instant,
  failing_since: instant.meta({ description: 'Null if it does not fail.' }),
  error: z.string().nullable()
})

/** The state of all sources. */
export const status = z.object({
  updated_at: instant.meta({ description: 'The last success of any source.' }),
  sources: z.array(sourceStatus)
})

export type SourceStatus = z.output<typeof sourceStatus>
export type Status = z.output<typeof status>

type Health = Omit<SourceStatus, 'state' | 'next_date' | 'next_at' | 'missed_dates'> & { overdue: boolean }

const HEALTH = `
  select code, name, latest_date, overdue, missed, utc_text(last_success) as last_success, last_error as error,
    (select utc_text(min(started_at)) from runs
      where runs.source = code and status = 'failed' and started_at > coalesce(last_success, '-infinity')) as failing_since
  from source_health($1)
  where latest_date is not null or last_success is not null or last_error is not null
  order by code`

// The reasons that can be recognized from the error text of a failed request or of an empty document. Every other
// failure is a layout that the adapter cannot read.
const REASONS: Array<[SourceStatus['state'], RegExp]> = [
  ['blocked', /answered (401|403|407|429|451)\b|captcha|not a robot|access denied/i],
  ['network', /could not be reached|did not answer|answered \d{3}\b/],
  ['empty', /\bno (rows|rates|tables?|documents?)\b|\bempty\b/i]
]

/** The state of each source that has a table or a run, without the excluded ones. */
export async function readStatus(
  database: Database,
  { today, without, calendar }: { today: string; without: string[]; calendar: PublicationTimes[] }
): Promise<Status> {
  const lists = groupBy(calendar, ({ code }) => code)
  const found = (await database.read<Health>(HEALTH, [today])).filter(
    ({ code }) => ![...without, COMPOSITE].includes(code)
  )
  const sources = found.map(({ overdue, ...it }): SourceStatus => {
    const own = lists.get(it.code) ?? []
    const next = own.filter(({ next_date }) => next_date !== null).sort(byNext)[0]
    const missed = own.flatMap(({ missed }) => missed ?? [])
    return {
      ...it,
      state: stateOf(it, overdue),
      next_date: next?.next_date ?? null,
      next_at: next?.next_at ?? null,
      missed_dates: own.some(({ missed }) => missed !== null) ? [...new Set(missed)].sort() : null
    }
  })
  return {
    updated_at:
      sources
        .map((it) => it.last_success ?? '')
        .sort()
        .at(-1) || null,
    sources
  }
}

const byNext = (one: PublicationTimes, other: PublicationTimes) => (one.next_date! < other.next_date! ? -1 : 1)

function stateOf({ error, latest_date: latest }: Omit<Health, 'overdue'>, overdue: boolean): SourceStatus['state'] {
  if (error !== null) return REASONS.find(([, words]) => words.test(error))?.[0] ?? 'layout'
  if (latest === null) return 'new'
  return overdue ? 'late' : 'ok'
}
