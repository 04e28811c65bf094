import type { Database } from '../../sql/database.ts'

const SystemDate = globalThis.Date

/**
 * Sets the clock of this process to an instant in milliseconds, from which `new Date()` and `Date.now()` continue.
 * Returns the difference from the true time in milliseconds.
 */
export function startClockAt(instant: number): number {
  const behind = SystemDate.now() - instant
  const now = () => SystemDate.now() - behind
  const Clock: DateConstructor = new Proxy(SystemDate, {
    construct: (date, values, target) =>
      Reflect.construct(date, values.length === 0 ? [now()] : values, target === Clock ? date : target) as Date,
    apply: () => new Clock().toString(),
    get: (date, name) => (name === 'now' ? now : (Reflect.get(date, name) as unknown))
  })
  globalThis.Date = Clock
  return behind
}

/** The time of the newest log entry of a database, in milliseconds. Undefined for an empty log. */
export async function newestInstant(database: Database): Promise<number | undefined> {
  const [{ there } = { there: false }] = await database.write<{ there: boolean }>(
    "select to_regclass('log_entries') is not null as there"
  )
  if (!there) return undefined
  const [{ instant } = { instant: null }] = await database.write<{ instant: string | null }>(
    'select max(known_at) as instant from log_entries'
  )
  return instant === null ? undefined : Date.parse(instant)
}

/**
 * Sets the clock of a database back by `behind` milliseconds, for connections that are opened later. Functions and
 * defaults name `now` and `clock_timestamp` without a schema, and so call these functions instead of PostgreSQL's own.
 * Defaults are resolved when a table is created, so call this before the migrations.
 */
export async function setDatabaseBack(database: Database, behind: number): Promise<void> {
  const clock = (name: string, volatility: string) => `create or replace function public.${name}() returns timestamptz
    language sql ${volatility} parallel safe
    return pg_catalog.${name}() - make_interval(secs => ${behind / 1000})`
  await database.transaction(async (client) => {
    await client.query(clock('now', 'stable'))
    await client.query(clock('clock_timestamp', 'volatile'))
    await client.query(
      "do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$"
    )
  })
}
