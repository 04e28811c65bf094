import type pg from 'pg'

/** Tables of the schema as files, for backups and books. */

/** The identity column of a table and its last value. */
export interface Counter {
  column: string
  last: number
}

/** The first and the last day of rates and of market_rates, for which partitions are made. */
export interface Spans {
  rates: [string, string] | null
  market_rates: [string, string] | null
}

/** The value format of COPY, independent of the server's settings. */
export const COPY_SETTINGS =
  "set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local " +
  "extra_float_digits = 3; set local client_encoding = 'UTF8'"

export interface TableShape {
  name: string
  columns: string[]
  /** Its identity column. */
  counter: string | null
}

/** The permanent tables of the schema with their stored columns, each after those that it refers to. */
export async function tablesOf(client: pg.Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { refers_to: string[] }>(`
    select relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select attname::text from pg_attribute where attrelid = c.oid and attidentity <> '') as counter,
      array(
        select distinct confrelid::regclass::text
        from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> conrelid) as refers_to
    from pg_class c
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and relpersistence = 'p'
      and relname <> 'schema_scripts'
    order by relname`)
  const ordered: TableShape[] = []
  const isReady = ({ refers_to: others }: { refers_to: string[] }) =>
    others.every((other) => ordered.some(({ name }) => name === other))
  for (let left = rows; left.length > 0; left = left.filter(({ name }) => !ordered.some((it) => it.name === name))) {
    ordered.push(...left.filter(isReady).map(({ name, columns, counter }) => ({ name, columns, counter })))
  }
  return ordered
}

/**
 * The tables with triggers of this schema's functions, which would refuse the log's rows or append them a second time.
 */
async function tablesWithTriggers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct tgrelid::regclass::text as name
    from pg_trigger
    join pg_class c on c.oid = tgrelid
    join pg_proc p on p.oid = tgfoid
    where not tgisinternal and not relispartition and array[relnamespace, pronamespace] = array_fill(current_schema()::regnamespace::oid, array[2])`)
  return rows.map(({ name }) => name)
}

/** The identity column with its last value; null if no row has been numbered. */
export async function counterOf(client: pg.Client, table: string, column: string): Promise<Counter | null> {
  const {
    rows: [row]
  } = await client.query<{ last: number | null }>(
    'select pg_sequence_last_value(pg_get_serial_sequence($1, $2)) as last',
    [table, column]
  )
  return row!.last === null ? null : { column, last: row!.last }
}

/** The migrations that were applied, in their order. */
export async function migrationsOf(client: pg.Client): Promise<Array<{ name: string; sha256: string }>> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    "select name, sha256 from schema_scripts where kind = 'migrations' order by name"
  )
  return rows
}

export async function spansOf(client: pg.Client): Promise<Spans> {
  const {
    rows: [row]
  } = await client.query<{
    days: [string | null, string | null]
    times: [string | null, string | null]
  }>(
    `
    select array[(select min(date) from rates)::text, (select max(date) from rates)::text] as days,
      array[(select min(time) from market_rates)::text, (select max(time) from market_rates)::text] as times`
  )
  const {
    days: [from, to],
    times: [since, until]
  } = row!
  return { rates: from === null ? null : [from, to!], market_rates: since === null ? null : [since, until!] }
}

/** Continues the numbering of a table. */
export async function setCounter(client: pg.Client, table: string, { column, last }: Counter): Promise<void> {
  await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [table, column, last])
}

/**
 * Replaces the rows of tables with those that `fill` copies, without the triggers that would append them a second time.
 * No table may refer to a later one in the list. First makes the partitions for the new rows.
 */
export async function refillTables(
  client: pg.Client,
  tables: string[],
  spans: Spans,
  fill: () => Promise<void>
): Promise<void> {
  await client.query(COPY_SETTINGS)
  if (spans.rates) await client.query('select make_partitions($1, $2)', spans.rates)
  if (spans.market_rates) await client.query('select make_market_partitions($1, $2)', spans.market_rates)
  const triggered = await tablesWithTriggers(client)
  for (const name of triggered) await client.query(`alter table ${name} disable trigger user`)
  for (const name of tables.toReversed()) await client.query(`delete from ${name}`)
  await fill()
  for (const name of triggered) await client.query(`alter table ${name} enable trigger user`)
}
