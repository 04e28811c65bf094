import type { Database } from '../../sql/database.ts'
import { badRequest, HttpError, notFound } from '../contract/errors.ts'
import { COMPOSITE_DISCLAIMER, DISCLAIMER } from '../contract/texts.ts'
import { Rows, type Column } from '../formats/rows.ts'
import type { CurrencyNote } from '../sources/currencies-query.ts'
import { unknownSource } from '../sources/unknown-query.ts'

/** The code of the source that Ratebook itself calculates. */
export const COMPOSITE = 'composite'

/**
 * The absolute address of a source's page. That of the composite is stored as a path, because it is a page of this
 * service.
 */
export function absoluteUrl(url: string, origin: string): string {
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
  /** The meaning of a rate's date. */
  dated: 'made' | 'effective' | 'period'
}

/** A source by its code. Throws 404 for an unknown code, 400 for a rate type that it does not have. */
export async function findBank(database: Database, code: string, type?: string): Promise<Bank> {
  const [bank] = await database.read<Bank>(
    'select code, name, rate_types, source_url, terms_url, latest_date, dated from find_bank($1)',
    [code]
  )
  return asBank(database, code, { bank, type })
}

/** Throws 404 for a source that was not found, and 400 for a rate type that it does not have. */
export async function assertSource(
  database: Database,
  found: { rate_types: string[] } | undefined,
  { bank, type }: { bank: string; type?: string }
): Promise<void> {
  if (!found) throw notFound(await unknownSource(database, bank), 'unknown_source')
  if (type !== undefined && !found.rate_types.includes(type)) {
    throw badRequest('type', `expected ${found.rate_types.join(', ')}`)
  }
}

async function asBank(
  database: Database,
  code: string,
  { bank, type }: { bank?: Bank | null; type?: string }
): Promise<Bank> {
  await assertSource(database, bank ?? undefined, { bank: code, type })
  return bank!
}

export interface BankQuery {
  text: string
  /** The first value is the code of the source. */
  values: [code: string, ...rest: unknown[]]
  /** The rate type that the source must have. */
  type?: string
  /** True for a read before a file. */
  isLong?: boolean
}

/**
 * A source and the one row of a query about it, which selects the source as `bank`. Throws 404 for an unknown source,
 * 400 for a rate type that the source does not have.
 */
export async function readBankRow<Row>(
  database: Database,
  { text, values, type, isLong }: BankQuery
): Promise<{ bank: Bank; row: Row }> {
  const [row] = await database.read<Row & { bank: Bank }>(text, values, { isLong })
  return { bank: await asBank(database, values[0], { bank: row?.bank, type }), row: row! }
}

/**
 * A source and the rows of a query about it, with the given columns. The two statements run at once. Data that must
 * match the rows, such as the date of a table, is selected with the rows. Throws as `readBankRow` does.
 */
export async function readBankRows(
  database: Database,
  { text, values, type, columns }: Omit<BankQuery, 'isLong'> & { columns: Column[] }
): Promise<{ bank: Bank; rows: Rows }> {
  const [bank, found] = await Promise.all([findBank(database, values[0], type), database.readCells(text, values)])
  return { bank, rows: new Rows(columns, found.cells) }
}

const DOUBTS = 'select currency, kind, since, until, note, verified from doubt_notes($1, $2, $3, $4, $5)'

/** Rates of a source between two dates: of a pair, of one currency, or all. */
export interface Doubted {
  bank: string
  codes?: string[]
  from: string
  to?: string
}

/** The doubts of served rates as notes; undefined if there are none. They refer to the rates as known now. */
export async function doubtNotes(database: Database, ...wanted: Doubted[]): Promise<CurrencyNote[] | undefined> {
  const columns = [
    ({ bank }) => bank,
    ({ codes }) => codes?.[0] ?? null,
    ({ codes }) => codes?.[1] ?? null,
    ({ from }) => from,
    ({ from, to = from }) => to
  ] satisfies Array<(doubted: Doubted) => unknown>
  const found = await database.read<CurrencyNote>(
    DOUBTS,
    columns.map((column) => wanted.map(column))
  )
  return found.length > 0 ? found : undefined
}

/** Throws 503 if a source has no table yet. */
export function assertIngested({ code, latest_date: newest }: Pick<Bank, 'code' | 'latest_date'>): void {
  if (newest === null) throw notIngested(code)
}

/** The error for a source without a table. */
export function notIngested(code: string): HttpError {
  return new HttpError('not_ingested', `nothing has been ingested for ${code} yet`, { 'Retry-After': '60' })
}

/** Throws 503 if no source has a table yet. */
export async function assertAnyIngested(database: Database): Promise<void> {
  const [row] = await database.read<{ has_tables: boolean }>('select has_tables()')
  if (row!.has_tables) return
  throw new HttpError('not_ingested', 'no table of any source has been ingested yet', { 'Retry-After': '60' })
}

/** Warnings for callers who use the values of a source. */
export function disclaimerOf(code: string): string {
  return code === COMPOSITE ? COMPOSITE_DISCLAIMER : DISCLAIMER
}

/** The attribution that a source's rates require. */
export function attributionOf({
  name,
  source_url: url,
  terms_url: terms
}: Pick<Bank, 'name' | 'source_url' | 'terms_url'>) {
  return {
    source: name,
    url,
    terms:
      terms ??
      `${name} states no terms of use that are known here; see its site, ${URL.canParse(url) ? new URL(url).host : url}.`
  }
}
