import type { Database } from '../../sql/database.ts'
import { badRequest, notFound } from '../contract/errors.ts'
import { assertIngested, attributionOf, findBank, type Bank } from './bank.ts'
import { Decimal } from './rows.ts'

export const SOURCE = 'ecb'
export const HOME = 'EUR'

/** Behaviour of an older service that its answers do not show. */
export interface Family {
  /** True if the rates contain the base, as one, although the request does not name it. */
  givesBase: (base: string) => boolean
  /** True if a single missing symbol is an error. It always is if all are missing. */
  wantsEverySymbol: boolean
}

export const FAMILY_A: Family = { givesBase: (base) => base !== HOME, wantsEverySymbol: true }
export const FAMILY_B: Family = { givesBase: () => true, wantsEverySymbol: false }

export interface RatesRequest {
  base: string
  symbols?: string
  places?: string
  amount?: string
}

export interface Range {
  from: string
  to: string
}

type Rates = Record<string, Decimal>

interface Row {
  date: string | null
  currency: string | null
  rate: string
}

const TABLE = 'select date, currency, rate from compat_table($1, $2, $3, $4, $5, $6)'
const HISTORY = 'select date, currency, rate from compat_history($1, $2, $3, $4, $5, $6, $7)'
const EVER = 'select currency from compat_currencies($1)'

/** The newest table on or before a day. Throws 503 before the first ingest, 404 before the first table, 400 for a currency that it lacks. */
export async function tableOn (database: Database, day: string, request: RatesRequest, family: Family) {
  const [bank, rows] = await Promise.all([findBank(database, SOURCE), database.read<Row>(TABLE, [SOURCE, request.base, day, ...restOf(request)])])
  assertIngested(bank)
  const date = rows[0]!.date
  if (date === null) throw notFound(`${SOURCE} has no table on or before ${day}`)
  assertKnown(request, rows, family, `in the table of ${date}`)
  return { base: request.base, date, rates: ratesOf(rows, request, family), ...originOf(bank, request) }
}

/** The rates of every table in a range by date. Throws 503 before the first ingest, 400 for a currency that no table ever had. */
export async function tablesIn (database: Database, { from, to }: Range, request: RatesRequest, family: Family) {
  const [bank, ever, rows] = await Promise.all([
    findBank(database, SOURCE),
    database.read<Pick<Row, 'currency'>>(EVER, [SOURCE]),
    database.read<Row>(HISTORY, [SOURCE, request.base, from, to, ...restOf(request)])
  ])
  assertIngested(bank)
  assertKnown(request, ever, family, `in any table of ${SOURCE}`)
  const days = new Map<string, Row[]>()
  for (const row of rows) {
    const day = days.get(row.date!)
    if (day) day.push(row)
    else days.set(row.date!, [row])
  }
  const rates = Object.fromEntries([...days].map(([date, its]) => [date, ratesOf(its, request, family)]))
  return { rates, base: request.base, ...originOf(bank, request) }
}

// Older services did not say where the rates come from, nor whether the publication prints them.
function originOf (bank: Bank, { base, amount, places }: RatesRequest) {
  return { source: SOURCE, derived: base !== HOME || amount !== undefined || places !== undefined, attribution: attributionOf(bank) }
}

// The parameters that both functions share. The base is always read: without it there is no rate.
function restOf (request: RatesRequest): unknown[] {
  const symbols = symbolsOf(request)
  return [symbols ? [...symbols, request.base] : null, request.amount ?? '1', request.places ?? null]
}

function symbolsOf ({ symbols = '' }: RatesRequest): string[] | undefined {
  return symbols.match(/[A-Z]{3}/g) ?? undefined
}

function assertKnown (request: RatesRequest, rows: Array<Pick<Row, 'currency'>>, { wantsEverySymbol }: Family, where: string): void {
  const known = new Set(rows.map(({ currency }) => currency))
  if (!known.has(request.base)) throw badRequest('base', `${request.base} is not ${where}`)
  const symbols = symbolsOf(request) ?? []
  const missing = symbols.filter((symbol) => !known.has(symbol))
  if (missing.length > 0 && (wantsEverySymbol || missing.length === symbols.length)) throw badRequest('symbols', `not ${where}: ${missing.join(', ')}`)
}

function ratesOf (rows: Row[], request: RatesRequest, { givesBase }: Family): Rates {
  const isBaseGiven = symbolsOf(request)?.includes(request.base) ?? givesBase(request.base)
  const given = isBaseGiven ? rows : rows.filter(({ currency }) => currency !== request.base)
  return Object.fromEntries(given.map(({ currency, rate }) => [currency, new Decimal(rate)]))
}
