import { LayoutError, type Publication, type Row, type Source } from '../../adapters/source.ts'
import { archive } from '../../pipelines/load/archive.ts'
import { checkRows } from '../../pipelines/load/check.ts'
import { loadRows } from '../../pipelines/load/load.ts'
import type { Client, Database } from '../../sql/database.ts'
import { damage, KINDS } from './damage.ts'
import { pick, randomFrom } from './random.ts'
import { specimenOf, type Specimen } from './specimen.ts'
import { TODAY, type TruePublication } from './truth.ts'

/** How a damaged publication ended; `partly` put rows aside and let wrong ones through, `silent` only let wrong ones through. */
export type Ending = 'layout error' | 'crash' | 'quarantined' | 'harmless' | 'partly' | 'silent'

export interface WrongRow {
  date: string
  base: string
  quote: string
  type: string
  value: string
  /** What is true; null where nothing was published for that key. */
  truth: string | null
}

export interface Finding {
  kind: string
  source: string
  url: string
  seed: number
  ending: Ending
  /** The error, or the first reason for which a row was put aside. */
  reason?: string
  wrong: WrongRow[]
}

type Days = [from: string, to: string]

// A document of more rows takes seconds to load; the source's others stand for it.
const MAX_ROWS = 8_000
const PUBLICATIONS_OF_A_SOURCE = 12

/** The true publications that a campaign damages: some of each source, opened for editing. */
export async function specimensOf (truth: TruePublication[], seed = 1): Promise<Map<Source, Specimen[]>> {
  const bySource = new Map<Source, TruePublication[]>()
  for (const it of truth) if (it.rows.length > 0 && it.rows.length <= MAX_ROWS) bySource.set(it.source, [...bySource.get(it.source) ?? [], it])
  const specimens = new Map<Source, Specimen[]>()
  for (const [source, own] of bySource) {
    const random = randomFrom(seed * 1_000_003 + hash(source.code))
    const chosen = own.length <= PUBLICATIONS_OF_A_SOURCE ? own : Array.from({ length: PUBLICATIONS_OF_A_SOURCE }, () => pick(own, random)!)
    const opened = new Map([...new Set(chosen)].map((it) => [it, openAmong(it, own)]))
    specimens.set(source, await Promise.all(chosen.map((it) => opened.get(it)!)))
  }
  return specimens
}

function openAmong ({ publication, rows }: TruePublication, own: TruePublication[]): Promise<Specimen> {
  return specimenOf(publication, rows, own.map((it) => it.publication).filter((it) => it !== publication && it.mediaType === publication.mediaType))
}

export interface CampaignOptions {
  kinds?: string[]
  /** The damaged publication is the first that ever came from its source. */
  isArrival?: boolean
}

/** Damages a publication of each source in each way, once a seed, over a database that holds the truth, as the answer to a run that asked for its days; nothing of it stays. */
export async function * campaign (database: Database, specimens: Map<Source, Specimen[]>, seeds: number[], { kinds = KINDS, isArrival = false }: CampaignOptions = {}): AsyncGenerator<Finding> {
  for (const seed of seeds) {
    for (const kind of kinds) {
      for (const [source, own] of specimens) {
        const random = randomFrom(seed * 1_000_003 + hash(`${kind} ${source.code}`))
        const specimen = pick(own, random)!
        const publication = damage(kind, specimen, random)
        if (publication) yield { kind, source: source.code, url: publication.request.url, seed, ...await endingOf(database, source, publication, datesOf(specimen.rows), isArrival) }
      }
    }
  }
}

function hash (text: string): number {
  return [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
}

async function endingOf (database: Database, source: Source, publication: Publication, asked: Days, isArrival: boolean): Promise<Pick<Finding, 'ending' | 'reason' | 'wrong'>> {
  let rows: Row[]
  try {
    rows = await source.parse(publication)
  } catch (error) {
    return { ending: error instanceof LayoutError ? 'layout error' : 'crash', reason: (error as Error).message, wrong: [] }
  }
  return database.withClient(async (client) => {
    await client.query('select stage_rates()')
    await client.query('begin')
    try {
      if (isArrival) await forget(client, source)
      return await loadDamaged(client, source, publication, asked, rows)
    } finally {
      await client.query('rollback')
    }
  })
}

/** Leaves a source as it is before its first document. */
async function forget (client: Client, { code }: Source): Promise<void> {
  for (const table of ['quarantine', 'rate_revisions', 'rates', 'tables', 'coverage', 'series', 'habits', 'publications']) await client.query(`delete from ${table} where source = $1`, [code])
}

async function loadDamaged (client: Client, source: Source, publication: Publication, asked: Days, rows: Row[]): Promise<Pick<Finding, 'ending' | 'reason' | 'wrong'>> {
  const inside = {
    write: async <Result>(text: string, values: unknown[] = []) => (await client.query(text, values)).rows as Result[],
    transaction: <Result>(work: (client: Client) => Promise<Result>) => work(client)
  }
  const { id } = await archive(inside, publication)
  const { good, bad } = checkRows(rows, source, TODAY)
  const [started] = await inside.write<{ run: number }>('select resume_run($1, \'ingest\', $2, $3, null) as run', [source.code, ...asked])
  const { quarantined } = await loadRows(inside, id, good, bad, started!.run)
  const wrong = await inside.write<WrongRow>(`
    select rates.date, rates.base, rates.quote, rates.type, rates.value, truth.value as truth
    from rates
    left join truth using (source, base, quote, type, date)
    where rates.source = $1 and rates.date between $3 and $4 and rates.publication_id = $2 and rates.value is distinct from truth.value`,
  [source.code, id, ...datesOf(good)])
  const [first] = await inside.write<{ reason: string }>('select reason from quarantine where publication_id = $1 limit 1', [id])
  return { ending: wrong.length > 0 ? (quarantined > 0 ? 'partly' : 'silent') : (quarantined > 0 ? 'quarantined' : 'harmless'), reason: first?.reason, wrong }
}

function datesOf (rows: Row[]): Days {
  const dates = rows.map(({ date }) => date).sort()
  return [dates[0] ?? TODAY, dates.at(-1) ?? TODAY]
}

/** Keeps what is stored as the truth that campaigns compare with. */
export async function keepTruth (database: Database): Promise<void> {
  await database.write('create table truth as select source, base, quote, type, date, value from rates')
  await database.write('create unique index on truth (source, base, quote, type, date)')
  await database.write('analyze')
}

const FEW = 5
const FAR = 0.1

/** True where a check can know that rows are wrong: many of them, ones that were never published, or one that is more than a tenth off. */
export function isKnowable ({ wrong }: Pick<Finding, 'wrong'>): boolean {
  return wrong.length >= FEW || wrong.some(({ value, truth }) => truth === null || Math.abs(Math.log(Number(value) / Number(truth))) > FAR)
}
