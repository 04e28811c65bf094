import type { Database } from '../../sql/database.ts'
import { badRequest, HttpError, notFound } from '../contract/errors.ts'
import { Decimal, Table } from './table.ts'
import type { Pair } from '../contract/parameters.ts'
import { COMPOSITE_DISCLAIMER, DISCLAIMER } from '../contract/texts.ts'

/** The code of the source that Ratebook itself calculates. */
export const COMPOSITE = 'composite'

/** The absolute address of a source's page: the composite's is stored as a path, since it is a page of this service. */
export function absoluteUrl (url: string, origin: string): string {
  return url.startsWith('/') ? origin + url : url
}

export interface Bank {
  code: string
  name: string
  rate_types: string[]
  /** See `absoluteUrl`. */
  source_url: string
  terms_url: string | null
  latest_date: string | null
}

/** A source by its code. Throws where there is none, or where it has no such rate type. */
export async function findBank (database: Database, code: string, type?: string): Promise<Bank> {
  const [bank] = await database.read<Bank>('select code, name, rate_types, source_url, terms_url, latest_date from find_bank($1)', [code])
  if (!bank) throw notFound(`there is no source ${code}`)
  if (type !== undefined && !bank.rate_types.includes(type)) throw badRequest('type', `expected ${bank.rate_types.join(', ')}`)
  return bank
}

/** A source that has a table. Throws 503 where nothing has been ingested yet. */
export function assertIngested (bank: Bank): void {
  if (bank.latest_date === null) throw new HttpError(503, `nothing has been ingested of ${bank.code} yet`, { 'Retry-After': '60' })
}

/** What the values of a source are good for. */
export function disclaimerOf ({ code }: Bank): string {
  return code === COMPOSITE ? COMPOSITE_DISCLAIMER : DISCLAIMER
}

interface ResolvedRow {
  rate_date: string
  rate: string
  rate_type: string
  derived: boolean
  method: string
}

export interface PairLookup extends Pair {
  bank: string
  on: string
  type?: string
  asOf?: string
  withCrosses?: boolean
}

const PAIR = 'select date as rate_date, as_written(rate, derived) as rate, rate_type, derived, method from resolve_pair($1, $2, $3, $4, $5, $6, $7)'

/** A pair at one source: the date of its table, and the fields that say how it was had. Nothing where the pair does not resolve. */
export async function findPair (database: Database, { bank, source, target, on, type, asOf, withCrosses = true }: PairLookup) {
  const [found] = await database.read<ResolvedRow>(PAIR, [bank, source, target, on, type ?? null, asOf ?? null, withCrosses])
  if (!found) return undefined
  const { rate_date: rateDate, rate, ...how } = found
  return { rateDate, resolved: { source, target, rate: new Decimal(rate), ...how } }
}

export interface TableLookup {
  bank: string
  on: string
  type?: string
  asOf?: string
}

const TABLE = 'select rate_date, base, quote, type, value from table_on($1, $2, $3) where $4::text is null or type = $4'

/** The newest table of one source on or before a day, or its rates of one type: the date and the rates. Nothing where there are none. */
export async function findTable (database: Database, { bank, on, type, asOf }: TableLookup): Promise<{ rateDate: string, rates: Table } | undefined> {
  const table = Table.of(await database.readCells(TABLE, [bank, on, asOf ?? null, type ?? null]))
  return table.length === 0 ? undefined : { rateDate: table.cells[0]![0] as string, rates: table.after(1) }
}
