import type { Database } from '../../sql/database.ts'

const SystemDate = globalThis.Date

/** Sets the clock of this process to an instant in milliseconds: `new Date()` and `Date.now()` go on from there. Returns by how many milliseconds it is behind. */
export function startClockAt (instant: number): number {
  const behind = SystemDate.now() - instant
  const now = () => SystemDate.now() - behind
  const Clock: DateConstructor = new Proxy(SystemDate, {
    construct: (date, values, target) => Reflect.construct(date, values.length === 0 ? [now()] : values, target === Clock ? date : target) as Date,
    apply: () => new Clock().toString(),
    get: (date, name) => name === 'now' ? now : Reflect.get(date, name) as unknown
  })
  globalThis.Date = Clock
  return behind
}

/** The instant in milliseconds at which the log of a database got its newest entry. Undefined where there is none. */
export async function newestInstant (database: Database): Promise<number | undefined> {
  const [{ there } = { there: false }] = await database.write<{ there: boolean }>('select to_regclass(\'log_entries\') is not null as there')
  if (!there) return undefined
  const [{ instant } = { instant: null }] = await database.write<{ instant: string | null }>('select max(known_at) as instant from log_entries')
  return instant === null ? undefined : Date.parse(instant)
}

/**
 * Sets the clock of a database back by so many milliseconds, for connections that are opened later. Functions and defaults name `now` and
 * `clock_timestamp` without a schema, and find those made here before PostgreSQL's own. Defaults look for them when a table is made, so this comes
 * before the migrations.
 */
export async function setDatabaseBack (database: Database, behind: number): Promise<void> {
  const clock = (name: string, volatility: string) => `create or replace function public.${name}() returns timestamptz
    language sql ${volatility} parallel safe
    return pg_catalog.${name}() - make_interval(secs => ${behind / 1000})`
  await database.transaction(async (client) => {
    await client.query(clock('now', 'stable'))
    await client.query(clock('clock_timestamp', 'volatile'))
    await client.query('do $$ begin execute format(\'alter database %I set search_path = public, pg_catalog\', current_database()); end $$')
  })
}
