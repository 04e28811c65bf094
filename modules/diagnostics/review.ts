import { addDays, spansOf } from '../../adapters/kit/dates.ts'
import type { Client, Database } from '../../sql/database.ts'

/**
 * The likely causes of a deviation from the other sources, most urgent first; see
 * `sql/functions/review/review_figures.sql`.
 */
// prettier-ignore
export const FINDINGS = [
  'reciprocal', 'power_of_ten', 'gram', 'far', 'one_other', 'moved', 'side', 'several_rates'
] as const
export type Finding = (typeof FINDINGS)[number]

/** The findings that are an error of an adapter or a publisher rather than a move of the market. */
export const SLIPS: Finding[] = ['reciprocal', 'power_of_ten', 'gram']

/** A printed figure per one unit of base, and the rate of the pair at the other sources. */
export interface OffFigure {
  source: string
  base: string
  quote: string
  type: string
  date: string
  value: string
  expected: string
  factor: string
  others: number
  finding: Finding
  publication_id: number
}

/** The figures of a series with the same finding. */
export interface OffSeries {
  finding: Finding
  source: string
  base: string
  quote: string
  type: string
  figures: number
  first_date: string
  last_date: string
  factor: string
  others: number
  worst_date: string
  worst_value: string
  worst_expected: string
}

/** A source whose rates move like those of the other sources, but under another date. */
export interface Shift {
  source: string
  dated: string
  days: number
  correlation: string
  on_the_day: string
  tables: number
}

/** The days of a review, both ends included; all sources if none is named. */
export interface ReviewWindow {
  from: string
  to: string
  source?: string
}

interface Year {
  series: OffSeries[]
  shifts: Shift[]
}

/** A served rate that is unusual, and why. */
export interface Doubt {
  source: string
  date: string
  base: string
  quote: string
  type: string
  doubt: string
}

const YEAR = 366
const MARGIN = 31 // days around a window in which review_figures looks for an equal rate

/** The days from the first to the last stored table; undefined while nothing is stored. */
export async function storedDays(database: Database): Promise<{ from: string; to: string } | undefined> {
  const [days] = await database.write<{ from: string | null; to: string }>(
    'select min(date) as from, max(date) as to from tables'
  )
  return days?.from ? { from: days.from, to: days.to } : undefined
}

/** Compares the stored figures of a window with each other, year by year, newest first. Reads only. */
export async function* reviewSeries(database: Database, window: ReviewWindow): AsyncGenerator<Year> {
  for (const { from, to, source = null } of yearsOf(window)) {
    yield await database.transaction(async (client) => {
      await stage(client, from, to)
      const series = await client.query<OffSeries>('select * from review_series($1, $2, $3)', [from, to, source])
      const shifts = await client.query<Shift>('select * from review_shifts($1, $2, $3)', [from, to, source])
      return { series: series.rows, shifts: shifts.rows }
    })
  }
}

/** The same comparison, figure by figure. */
export async function* reviewFigures(database: Database, window: ReviewWindow): AsyncGenerator<OffFigure[]> {
  for (const { from, to, source = null } of yearsOf(window)) {
    yield await database.transaction(async (client) => {
      await stage(client, from, to)
      const { rows } = await client.query<OffFigure>(
        'select * from review_figures($1, $2, $3) order by date, source, base, quote, type',
        [from, to, source]
      )
      return rows
    })
  }
}

/** The doubts of the served rates of a window, newest first. */
export function findDoubts(database: Database, { from, to, source = undefined }: ReviewWindow): Promise<Doubt[]> {
  return database.read<Doubt>(
    `
    select source, date, base, quote, type, doubt from doubts
    where date between $1 and $2 and ($3::text is null or source = $3)
    order by date desc, source, base, quote, type`,
    [from, to, source ?? null]
  )
}

function yearsOf({ from, to, source }: ReviewWindow): ReviewWindow[] {
  return spansOf({ from, to, today: to }, YEAR)
    .reverse()
    .map((span) => ({ ...span, source }))
}

async function stage(client: Client, from: string, to: string): Promise<void> {
  await client.query('select stage_levels($1, $2)', [addDays(from, -MARGIN), addDays(to, MARGIN)])
}
