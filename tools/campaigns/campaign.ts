import { groupBy } from '../../adapters/kit/rows.ts'
import { LayoutError, type Publication, type Row, type Source } from '../../adapters/source.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import type { Client, Database } from '../../sql/database.ts'
import { pick, randomFrom } from '../random.ts'
import { damage, KINDS, specimenOf, type Specimen } from './damage.ts'
import { fetchedOn, TODAY, type ReferencePublication } from './truth.ts'

/**
 * The outcome of a damaged publication: `partly` quarantined rows and stored wrong ones, `silent` only stored wrong
 * ones.
 */
export type Ending = 'layout error' | 'crash' | 'quarantined' | 'harmless' | 'partly' | 'silent'

/** A wrong row, and the true value; null if nothing was published for that key. */
export type WrongRow = Pick<Row, 'date' | 'base' | 'quote' | 'type' | 'value'> & { truth: string | null }

interface Outcome {
  ending: Ending
  /** The error, or the first reason of a quarantined row. */
  reason?: string
  wrong: WrongRow[]
}

export interface Finding extends Outcome {
  kind: string
  source: string
  seed: number
}

const MAX_ROWS = 8_000 // longer documents take seconds to load
const MAX_PUBLICATIONS = 12 // per source

/** Some reference publications of each source, opened for editing. */
export async function specimensOf(truth: ReferencePublication[], seed = 1): Promise<Map<Source, Specimen[]>> {
  const specimens = new Map<Source, Specimen[]>()
  for (const own of groupBy(
    truth.filter(({ rows }) => rows.length > 0 && rows.length <= MAX_ROWS),
    (it) => it.source.code
  ).values()) {
    const { source } = own[0]!
    const random = randomFrom(seed * 1_000_003 + hash(source.code))
    const chosen =
      own.length <= MAX_PUBLICATIONS
        ? own
        : [...new Set(Array.from({ length: MAX_PUBLICATIONS }, () => pick(own, random)!))]
    specimens.set(
      source,
      await Promise.all(
        chosen.map(({ publication, rows }) => {
          return specimenOf(
            publication,
            rows,
            own.map((it) => it.publication).filter((it) => it !== publication && it.mediaType === publication.mediaType)
          )
        })
      )
    )
  }
  return specimens
}

/**
 * Damages a publication of each source in each way, once for each seed, and loads it into a database that holds the
 * truth. With `isArrival`, the damaged publication is the first of its source. Rolls every load back.
 */
export async function* campaign(
  database: Database,
  specimens: Map<Source, Specimen[]>,
  seeds: number[],
  { isArrival = false } = {}
): AsyncGenerator<Finding> {
  for (const seed of seeds) {
    for (const kind of KINDS) {
      for (const [source, own] of specimens) {
        const random = randomFrom(seed * 1_000_003 + hash(`${kind} ${source.code}`))
        const specimen = pick(own, random)!
        const publication = damage(kind, specimen, random)
        if (publication) {
          yield {
            kind,
            source: source.code,
            seed,
            ...(await outcomeOf(database, source, publication, specimen.rows, isArrival))
          }
        }
      }
    }
  }
}

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
}

async function outcomeOf(
  database: Database,
  source: Source,
  publication: Publication,
  truth: Row[],
  isArrival: boolean
): Promise<Outcome> {
  let rows: Row[]
  try {
    rows = await source.parse(publication)
  } catch (error) {
    return {
      ending: error instanceof LayoutError ? 'layout error' : 'crash',
      reason: (error as Error).message,
      wrong: []
    }
  }
  return database.withClient(async (client) => {
    await client.query('select stage_rates()')
    await client.query('begin')
    try {
      if (isArrival)
        for (const table of SOURCE_TABLES) await client.query(`delete from ${table} where source = $1`, [source.code])
      else await forget(client, source.code, truth)
      return await load(client, source, publication, truth, rows)
    } finally {
      await client.query('rollback')
    }
  })
}

/** Deletes the newest table of a document and all later ones: the state before the document arrived. */
async function forget(client: Client, source: string, truth: Row[]): Promise<void> {
  const [, newest] = spanOf(truth)
  for (const table of ['rates', 'rate_revisions', 'tables'])
    await client.query(`delete from ${table} where source = $1 and date >= $2`, [source, newest])
  await client.query('update publications set last_fetched_at = least(last_fetched_at, $2) where source = $1', [
    source,
    newest
  ])
  await client.query('delete from series where source = $1 and first_date >= $2', [source, newest])
  await client.query('update series set last_date = least(last_date, $2::date - 1) where source = $1', [source, newest])
  await client.query(
    'update coverage set latest_date = it.date from (select max(date) as date from tables where source = $1) it ' +
      'where source = $1 and it.date is not null',
    [source]
  )
}

// prettier-ignore
const SOURCE_TABLES = [
  'quarantine', 'rate_revisions', 'rates', 'tables', 'coverage', 'series', 'doubts', 'publications'
]

/** Loads the rows as a run that requested the days of the true rows. */
async function load(
  client: Client,
  source: Source,
  publication: Publication,
  truth: Row[],
  rows: Row[]
): Promise<Outcome> {
  const database = {
    write: async <Result>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as Result[],
    transaction: <Result>(work: (client: Client) => Promise<Result>) => work(client)
  }
  const { id } = await archive(database, publication)
  await fetchedOn(database, id, truth)
  const { good, bad } = checkRows(rows, source, TODAY)
  const [started] = await database.write<{ run: number }>("select resume_run($1, 'ingest', $2, $3, null) as run", [
    source.code,
    ...spanOf(truth)
  ])
  const { quarantined } = await loadRows(database, id, good, bad, started!.run)
  const wrong = await database.write<WrongRow>(
    `
    select rates.date, rates.base, rates.quote, rates.type, rates.value, truth.value as truth
    from rates
    left join truth using (source, base, quote, type, date)
    where rates.source = $1 and rates.date between $3 and $4 and rates.publication_id = $2 and rates.value is distinct from truth.value`,
    [source.code, id, ...spanOf(good)]
  )
  const [first] = await database.write<{ reason: string }>(
    'select reason from quarantine where publication_id = $1 limit 1',
    [id]
  )
  const ending =
    wrong.length > 0 ? (quarantined > 0 ? 'partly' : 'silent') : quarantined > 0 ? 'quarantined' : 'harmless'
  return { ending, reason: first?.reason, wrong }
}

function spanOf(rows: Row[]): [from: string, to: string] {
  const dates = rows.map(({ date }) => date).sort()
  return [dates[0] ?? TODAY, dates.at(-1) ?? TODAY]
}

/** Copies the stored rates into the table that campaigns compare with. */
export async function keepTruth(database: Database): Promise<void> {
  await database.write('create table truth as select source, base, quote, type, date, value from rates')
  await database.write('create unique index on truth (source, base, quote, type, date)')
  await database.write('analyze')
}

const MANY = 5
const FAR = 0.1

/**
 * True if a check can recognise the wrong rows: several of them, one that was never published, or one that is off by
 * more than a tenth.
 */
export function isKnowable({ wrong }: Pick<Finding, 'wrong'>): boolean {
  return (
    wrong.length >= MANY ||
    wrong.some(({ value, truth }) => truth === null || Math.abs(Math.log(Number(value) / Number(truth))) > FAR)
  )
}
