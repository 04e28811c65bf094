import type { Identity, Row } from '../../adapters/source.ts'
import { groupBy } from '../../adapters/kit/rows.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { loadNamed, type Named } from './named.ts'
import type { Client, Database } from '../../sql/database.ts'
import { pick, randomFrom, type Random } from '../random.ts'
import { TABLE_KINDS, type Figure, type Stored, type Tables } from './tables.ts'
import { hourOf, TODAY } from './truth.ts'

/** The outcome of a wrong row of a damaged document. */
export interface Fate extends Figure {
  truth: string | null
  ending: 'served' | 'served with a doubt' | 'kept back'
  /** The evidence that contradicts it: the past of its series, its document, the other banks of the day. */
  knowable: string[]
  reason?: string | null
}

export interface Case {
  kind: string
  source: string
  date: string
  fates: Fate[]
  /** Numbers of its true rows: all, those that wait, those that are served with a doubt. */
  trueRows: number
  waiting: number
  doubted: number
  /** The wrong rows that rules named. */
  named: Named[]
}

const LAST_TABLES = 300
const LEAST_TABLES = 30
const PAST_TABLES = 251

/** A source and one of its last tables, chosen at random. */
interface Place {
  source: Identity
  tables: Tables
  /** The sources that publish later in the day. */
  later: string[]
}

async function placesOf(database: Database, sources: Identity[], count: number, random: Random): Promise<Place[]> {
  const known = await database.read<{ source: string; dates: string[] }>(
    'select source, array_agg(date::text order by date desc) as dates from tables group by source having count(*) > $1 order by source',
    [LEAST_TABLES]
  )
  const places: Place[] = []
  while (places.length < count) {
    const { source: code, dates } = pick(known, random)!
    const source = sources.find((it) => it.code === code)
    if (!source) continue
    const at = Math.floor(random() * Math.min(LAST_TABLES, dates.length - LEAST_TABLES))
    const wanted = dates.slice(at, at + PAST_TABLES)
    const rows = await database.read<Figure>(
      'select date::text, base, quote, type, value::text from truth where source = $1 and date = any($2::date[]) order by date desc, type, base, quote',
      [code, wanted]
    )
    const [today, ...before] = [...groupBy(rows, ({ date }) => date).values()]
    if (!today || today.length > 400) continue
    places.push({
      source,
      tables: { today, before },
      later: sources.filter((it) => hourOf(it) > hourOf(source)).map((it) => it.code)
    })
  }
  return places
}

/** Damages a table in each way, each time at other positions. Every load is rolled back. */
export async function* damageTables(
  database: Database,
  sources: Identity[],
  { seed, count, kinds }: { seed: number; count: number; kinds: string[] }
): AsyncGenerator<Case> {
  const random = randomFrom(seed)
  for (const kind of kinds) {
    let found = 0
    for (let tries = 0; found < count && tries < 20 * count; tries++) {
      const [place] = await placesOf(database, sources, 1, random)
      const rows = TABLE_KINDS[kind]!.damage(place!.tables, random)
      if (!rows) continue
      const it = await inTrial(database, place!, TABLE_KINDS[kind]!.stored, (client) => outcomeOf(client, place!, rows))
      if (it.fates.length === 0) continue
      found += 1
      yield { kind, source: place!.source.code, date: place!.tables.today[0]!.date, ...it }
    }
  }
}

async function inTrial<Result>(
  database: Database,
  { source, tables, later }: Place,
  stored: Stored,
  work: (client: Client) => Promise<Result>
): Promise<Result> {
  return database.withClient(async (client) => {
    await client.query('select stage_rates()')
    await client.query('begin')
    try {
      const day = tables.today[0]!.date
      if (stored === 'nothing') {
        for (const table of ['quarantine', 'rate_revisions', 'rates', 'tables', 'coverage', 'series', 'doubts'])
          await client.query(`delete from ${table} where source = $1`, [source.code])
      } else await forget(client, source.code, stored === 'before' ? day : addDay(day))
      await client.query('delete from rates where source = any($1) and date = $2', [later, day])
      await client.query(
        'update publications set last_fetched_at = least(last_fetched_at, $2), fetched_at = least(fetched_at, $2) where source = $1',
        [source.code, day]
      )
      return await work(client)
    } finally {
      await client.query('rollback')
    }
  })
}

const addDay = (date: string) => new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

/** Deletes the tables from a day on. */
async function forget(client: Client, source: string, from: string): Promise<void> {
  for (const table of ['rates', 'rate_revisions', 'tables', 'doubts'])
    await client.query(`delete from ${table} where source = $1 and date >= $2`, [source, from])
  await client.query('delete from quarantine where source = $1', [source])
  await client.query('delete from series where source = $1 and first_date >= $2', [source, from])
  await client.query('update series set last_date = least(last_date, $2::date - 1) where source = $1', [source, from])
  await client.query(
    'update coverage set latest_date = it.date from (select max(date) as date from tables where source = $1) it where source = $1',
    [source]
  )
}

/** Loads a document that a scheduled run fetched on the evening of a day. */
async function load(
  client: Client,
  source: Identity,
  rows: Figure[],
  day: string
): Promise<{ id: number; named: Named[] }> {
  const database = {
    write: async <Result>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as Result[],
    transaction: <Result>(work: (client: Client) => Promise<Result>) => work(client)
  }
  const { id } = await archive(database, {
    source: source.code,
    request: { method: 'GET', url: `https://example.com/${source.code}`, headers: {} },
    mediaType: 'text/csv',
    charset: 'utf-8',
    headers: {},
    body: Buffer.from(JSON.stringify(rows))
  })
  await database.write(
    "update publications set fetched_at = $2::date + interval '18 hours', last_fetched_at = $2::date + interval '18 hours' where id = $1",
    [id, day]
  )
  const [{ run } = { run: 0 }] = await database.write<{ run: number }>(
    "select resume_run($1, 'schedule', $2::date - 5, $2, null) as run",
    [source.code, day]
  )
  const { good, bad } = source.rateTypes ? checkRows(rows as Row[], source, TODAY) : { good: rows as Row[], bad: [] }
  const { named } = await loadNamed(database, id, good, bad, run)
  return { id, named }
}

async function outcomeOf(
  client: Client,
  { source, tables }: Place,
  rows: Figure[]
): Promise<Omit<Case, 'kind' | 'source' | 'date'>> {
  const day = tables.today[0]!.date
  const { rows: known } = await client.query<Fate & { far: boolean; off: boolean }>(KNOWN, [
    source.code,
    JSON.stringify(rows),
    day
  ])
  const { id, named } = await load(client, source, rows, day)
  const { rows: held } = await client.query<Figure & { reason: string }>(
    'select date, base, quote, type, value, reason from quarantine where source = $1 and publication_id = $2',
    [source.code, id]
  )
  const { rows: doubts } = await client.query<Figure & { doubt: string }>(
    'select date::text, base, quote, type, doubt from doubts where source = $1',
    [source.code]
  )
  const { rows: served } = await client.query<Figure>(
    'select date::text, base, quote, type, value::text from rates where source = $1 and publication_id = $2',
    [source.code, id]
  )
  const key = (it: Omit<Figure, 'value'>) => `${it.date} ${seriesKey(it)}`
  const [heldBy, doubted, servedKeys] = [
    new Map(held.map((it) => [key(it), it])),
    new Map(doubts.map((it) => [key(it), it.doubt])),
    new Set(served.map(key))
  ]
  const wrong = known.filter((it) => it.truth === null || Number(it.truth) !== Number(it.value))
  const fates = wrong
    .filter((it) => servedKeys.has(key(it)) || heldBy.has(key(it)))
    .map(({ far, off, ...it }): Fate => ({
      ...it,
      ending: !servedKeys.has(key(it)) ? 'kept back' : doubted.has(key(it)) ? 'served with a doubt' : 'served',
      knowable: [far && 'past', wrong.length >= MANY && 'document', off && 'banks'].filter((text) => text !== false),
      reason: heldBy.get(key(it))?.reason ?? doubted.get(key(it))
    }))
  const isWrong = new Set(wrong.map(key))
  const right = known.map(key).filter((it) => !isWrong.has(it))
  return {
    fates,
    trueRows: right.length,
    waiting: right.filter((it) => heldBy.has(it)).length,
    doubted: right.filter((it) => servedKeys.has(it) && doubted.has(it)).length,
    named: named.filter((it) => isWrong.has(key(it)))
  }
}

const seriesKey = ({ base, quote, type }: Omit<Figure, 'value'>) => `${base} ${quote} ${type}`
const MANY = 5

/**
 * The rows of a document with their truth. `far`: off by three times the size that 95 % of the moves of the series stay
 * below. `off`: 2 % off the rate of two other banks that agree, where the truth is nearer.
 */
const KNOWN = `
  with rows as materialized (
    select date::date, base collate "C" as base, quote collate "C" as quote, type collate "C" as type, value from jsonb_to_recordset($2) it (date text, base text, quote text, type text, value numeric)
  ), compared as materialized (
    select rows.*, truth.value as truth,
      coalesce(truth.value, (select value from truth last where last.source = $1 and (last.base, last.quote, last.type) = (rows.base, rows.quote, rows.type) and last.date <= rows.date order by last.date desc limit 1)) as near
    from rows left join truth on truth.source = $1 and (truth.base, truth.quote, truth.type, truth.date) = (rows.base, rows.quote, rows.type, rows.date)
  ), usual as materialized (
    select base, quote, type, count(*) as moves, percentile_cont(0.95) within group (order by abs(step)) as size
    from (
      select it.*, ln(value::float8 / lag(value::float8) over (partition by it.base, it.quote, it.type order by it.date)) as step
      from (select distinct base, quote, type from rows) series
      cross join lateral (select * from truth where source = $1 and (truth.base, truth.quote, truth.type) = (series.base, series.quote, series.type) and date < $3 order by date desc limit 250) it
    ) it where step is not null group by base, quote, type
  )
  select compared.date::text, base, quote, type, value::text, truth::text,
    coalesce(moves >= 20 and abs(ln(nullif(value, 0)::float8 / near::float8)) > greatest(3 * size, 0.002), false) as far,
    coalesce((select abs(ln(nullif(value, 0)::float8 / median)) > greatest(0.02, 3 * spread) and abs(ln(near::float8 / median)) < 0.01 from consensus_of($1, base, quote, date)
      where value is distinct from truth), false) as off
  from compared left join usual using (base, quote, type)`
