import { addDays, spansOf } from '../../adapters/kit/dates.ts'
import type { Publication, Row } from '../../adapters/source.ts'
import type { Database } from '../../sql/database.ts'
import type { Calculation } from '../module.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import { COMPOSITE } from '../../pipelines/load/sources.ts'
import { count, runLocked, todayOf, type Outcome, type Pipeline } from '../../pipelines/runs/run.ts'

// Days that are recalculated after a load; older ones wait for the command.
const RECENT_DAYS = 400
const AT_ONCE = 31
const YEAR = 366
const LOCK_TIMEOUT = 30_000

const METHOD =
  'Units of each currency for one US dollar: the median of what the banks give that are listed as used, ' +
  'each in its newest table on or before the date that is still good, as published, inverse, or cross over its home ' +
  'currency; of an even number the mean of the middle two; at most 12 significant digits. Dropped are those whose ' +
  'modified z-score (0.6745 times the distance from the median by the median absolute deviation) is above 3.5 and ' +
  'which are more than 0.1 % from the median. There is no value where those used differ by more than half.'

interface Span {
  from: string
  to: string
}

interface CompositeRate {
  day: string
  currency: string
  rate: string | null
  used: UsedRate[]
  dropped: UsedRate[] | null
}

interface UsedRate {
  bank: string
  rate: string
  date: string
  rate_type: string
  method: string
}

/**
 * Recalculates the composite for each of the last 400 days whose tables changed. If several processes call it at the
 * same time, one of them does the work for all. The others return at once or, with a `timeout` (in milliseconds), wait
 * for its end.
 */
export async function refreshComposite(pipeline: Pipeline, timeout = 0): Promise<void> {
  const today = todayOf(pipeline, COMPOSITE)
  const recent = { from: addDays(today, 1 - RECENT_DAYS), to: today }
  while (!pipeline.signal?.aborted && (await dueSpans(pipeline.database, recent)).length > 0) {
    const { status } = await runLocked(
      pipeline,
      COMPOSITE,
      { kind: 'schedule', window: { ...recent, today }, timeout },
      async (_run, outcome) => {
        await makeDueDays(pipeline, recent, outcome)
        return []
      }
    )
    if (status !== 'ok') return
  }
}

/** The composite, as the core calls it. */
export const calculation: Calculation = { code: COMPOSITE.code, refresh: refreshComposite, run: makeComposite }

/**
 * Recalculates the composite of a window, or of all days whose tables have changed, year by year, newest first. If it
 * is stopped, the finished days are kept.
 */
export async function makeComposite(
  pipeline: Pipeline,
  { from, to }: Partial<Span>,
  onYear?: (year: Span) => void
): Promise<Outcome> {
  const today = todayOf(pipeline, COMPOSITE)
  const window = { from: from ?? COMPOSITE.historyFrom, to: to !== undefined && to < today ? to : today, today }
  return runLocked(pipeline, COMPOSITE, { kind: 'backfill', window, timeout: LOCK_TIMEOUT }, async (_run, outcome) => {
    for (const year of spansOf(window, YEAR).reverse()) {
      onYear?.(year)
      if (from === undefined && to === undefined) await makeDueDays(pipeline, year, outcome)
      else await makeDays(pipeline, await daysOf(pipeline.database, year), outcome)
    }
    return []
  })
}

async function makeDueDays(pipeline: Pipeline, span: Span, outcome: Outcome): Promise<void> {
  const ids = await dueSpans(pipeline.database, span)
  if (ids.length === 0) return
  await makeDays(pipeline, await daysOf(pipeline.database, span, ids), outcome)
  await pipeline.database.write('select settle_composite($1, $2, $3)', [ids, span.from, span.to])
}

async function dueSpans(database: Database, { from, to }: Span): Promise<number[]> {
  const due = await database.write<{ id: number }>(
    "select id from composite_due where days && daterange($1, $2, '[]')",
    [from, to]
  )
  return due.map(({ id }) => id)
}

async function daysOf(database: Database, { from, to }: Span, ids: number[] | null = null): Promise<string[]> {
  return (await database.write<{ day: string }>('select day from composite_days($1, $2, $3)', [from, to, ids])).map(
    ({ day }) => day
  )
}

async function makeDays({ database, signal }: Pipeline, days: string[], outcome: Outcome): Promise<void> {
  const calculate = (start: number) =>
    database.write<CompositeRate>('select day, currency, rate, used, dropped from composite_of($1)', [
      days.slice(start, start + AT_ONCE)
    ])
  let next = calculate(0)
  for (let start = 0; start < days.length; start += AT_ONCE) {
    const made = await next
    next = calculate(start + AT_ONCE) // calculates the next days while these are stored; after the last, there are none
    next.catch(() => {}) // rethrown where it is awaited
    for (const day of days.slice(start, start + AT_ONCE)) {
      signal?.throwIfAborted()
      await store(
        database,
        day,
        made.filter((it) => it.day === day),
        outcome
      )
    }
    await database.write("select pg_notify('ratebook', 'market')")
  }
}

/**
 * Archives the inputs of a day's composite as a document, and loads its rates like those of any other source. Also
 * stores the contributions of each bank, for pairs of two other currencies.
 */
async function store(database: Database, day: string, made: CompositeRate[], outcome: Outcome): Promise<void> {
  const given = made.flatMap(({ currency, rate, used }) => (rate === null ? [] : { currency, used }))
  await database.write('select keep_shares($1, $2)', [day, JSON.stringify(given)])
  const { id, loaded, rows: known } = await archive(database, documentOf(day, made))
  const rows: Row[] = made.flatMap(({ currency, rate }) =>
    rate === null ? [] : { date: day, base: 'USD', quote: currency, type: 'composite', value: rate }
  )
  count(outcome, loaded ? { new: 0, changed: 0, unchanged: known, quarantined: 0 } : await loadRows(database, id, rows))
  await database.write('select withdraw_composite($1, $2)', [day, rows.map(({ quote }) => quote)])
  outcome.publications += 1
}

function documentOf(day: string, made: CompositeRate[]): Publication {
  const rates = made.map(({ currency, rate, used, dropped }) => ({
    quote: currency,
    value: rate,
    used,
    dropped: dropped ?? []
  }))
  return {
    source: COMPOSITE.code,
    request: { method: 'GET', url: `ratebook:composite/${day}`, headers: {} },
    mediaType: 'application/json',
    charset: 'utf-8',
    headers: {},
    body: Buffer.from(JSON.stringify({ source: COMPOSITE.code, date: day, base: 'USD', method: METHOD, rates }))
  }
}
