import { CURRENCIES } from '../../adapters/kit/currencies.ts'
import type { Database } from '../../sql/database.ts'
import type { Range } from './compat-fields.ts'
import { badRequest, shortened, notFound } from '../contract/errors.ts'
import * as fields from '../contract/fields.ts'
import { assertIngested, attributionOf, readBankRow, readBankRows, type Bank } from '../rates/bank-query.ts'
import { columnsOf } from '../formats/columns.ts'
import { Decimal } from '../formats/rows.ts'

export const SOURCE = 'ecb'
export const HOME = 'EUR'

/** The differences between the families that are not differences of the answer format. */
interface Family {
  /** True if the rates always contain the base with the rate 1. */
  includesBase: (base: string) => boolean
  /** True if a single missing symbol is an error. If all symbols are missing, it always is. */
  requiresEverySymbol: boolean
  /** True if a range begins with the table in force on its first day. */
  beginsInForce: boolean
}

export const FAMILY_A: Family = {
  includesBase: (base) => base !== HOME,
  requiresEverySymbol: true,
  beginsInForce: false
}
export const FAMILY_B: Family = { includesBase: () => true, requiresEverySymbol: false, beginsInForce: false }
export const FAMILY_C: Family = { includesBase: () => false, requiresEverySymbol: false, beginsInForce: true }

export interface RatesRequest {
  base: string
  symbols?: string[]
  places?: string
  amount?: string
}

type Rates = Record<string, Decimal>

interface Row {
  date: string
  currency: string
  rate: string
}

const COLUMNS = columnsOf({ date: fields.rateDate, currency: fields.currency, rate: fields.baseIn })
const TABLE = 'select date, currency, rate from compat_table($1, $2, $3, $4, $5, $6)'
const TABLES = `
  select date, currency, rate
  from compat_history($1, $2, case when $8 then coalesce(table_date($1, $3::date), $3::date) else $3::date end, $4, $5, $6, $7)`
const CURRENCIES_OF = 'select home_currencies(code) as currencies, to_json(bank) as bank from find_bank($1) bank'

/**
 * The newest table on or before a day. Throws 503 before the first ingest, 404 before the first table, 400 for a
 * currency that the table lacks.
 */
export async function tableOn(database: Database, day: string, request: RatesRequest, family: Family) {
  const { bank, rows } = await readBankRows(database, {
    text: TABLE,
    values: [SOURCE, request.base, day, ...restOf(request)],
    columns: COLUMNS
  })
  assertIngested(bank)
  const date = rows.length > 0 ? (rows.list('date')[0] as string) : await tableDate(database, day)
  if (date === null) throw notFound(`${SOURCE} has no table on or before ${day}`)
  const found = rows.objects<Row>()
  assertKnown(
    request,
    found.map(({ currency }) => currency),
    family,
    `in the table of ${date}`
  )
  return { base: request.base, date, rates: ratesOf(found, request, family), ...originOf(bank) }
}

/**
 * The rates of every table in a range that has any of them, by date; see `beginsInForce`. Throws 503 before the first
 * ingest, 400 for a currency that no table has ever had.
 */
export async function tablesIn(database: Database, { from, to }: Range, request: RatesRequest, family: Family) {
  const [
    {
      bank,
      row: { currencies }
    },
    found
  ] = await Promise.all([
    readBankRow<{ currencies: string[] }>(database, { text: CURRENCIES_OF, values: [SOURCE] }),
    database.read<Row>(TABLES, [SOURCE, request.base, from, to, ...restOf(request), family.beginsInForce])
  ])
  assertIngested(bank)
  assertKnown(request, currencies, family, `in any table of ${SOURCE}`)
  const days = new Map<string, Row[]>()
  for (const row of found) {
    const day = days.get(row.date)
    if (day) day.push(row)
    else days.set(row.date, [row])
  }
  const rates = Object.fromEntries(
    [...days]
      .map(([date, its]) => [date, ratesOf(its, request, family)] as const)
      .filter(([, its]) => Object.keys(its).length > 0)
  )
  return { rates, base: request.base, ...originOf(bank) }
}

async function tableDate(database: Database, day: string): Promise<string | null> {
  const [found] = await database.read<{ date: string | null }>('select table_date($1, $2) as date', [SOURCE, day])
  return found!.date
}

/** The names of the currencies of a table by code. */
export function namesOf(rates: Rates): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(rates).map((code) => [code, CURRENCIES[code]]))
}

const CHANGES = `
  select currency, first_rate as start_rate, last_rate as end_rate, trim_scale(last_rate - first_rate) as change, round(100 * (last_rate - first_rate) / first_rate, 4) as change_pct
  from unnest($1::text[], $2::numeric[], $3::numeric[]) it (currency, first_rate, last_rate)`

/** The change of rates between two tables, by currency. Omits currencies that are missing in either table. */
export async function rateChanges(
  database: Database,
  first: Rates,
  last: Rates
): Promise<Record<string, Record<string, Decimal>>> {
  const currencies = Object.keys(first).filter((it) => Object.hasOwn(last, it))
  const textsOf = (rates: Rates) => currencies.map((it) => rates[it]!.text)
  const rows = await database.read<Record<string, string>>(CHANGES, [currencies, textsOf(first), textsOf(last)])
  return Object.fromEntries(
    rows.map(({ currency, ...figures }) => [
      currency!,
      Object.fromEntries(Object.entries(figures).map(([name, it]) => [name, new Decimal(it)]))
    ])
  )
}

// Two fields of our own, which the other services lack.
function originOf(bank: Bank) {
  return { source: SOURCE, attribution: attributionOf(bank) }
}

// The parameters that both SQL functions share. The currencies include the base, because a table without the base has
// no rates.
function restOf(request: RatesRequest): unknown[] {
  const symbols = symbolsOf(request)
  return [symbols ? [...symbols, request.base] : null, request.amount ?? '1', request.places ?? null]
}

// An empty list selects all.
function symbolsOf({ symbols }: RatesRequest): string[] | undefined {
  return symbols?.length === 0 ? undefined : symbols
}

function assertKnown(
  request: RatesRequest,
  currencies: string[],
  { requiresEverySymbol }: Family,
  where: string
): void {
  const known = new Set(currencies)
  if (!known.has(request.base)) throw badRequest('base', `${request.base} is not ${where}`)
  const symbols = symbolsOf(request) ?? []
  const missing = symbols.filter((symbol) => !known.has(symbol))
  if (missing.length > 0 && (requiresEverySymbol || missing.length === symbols.length)) {
    throw badRequest('symbols', `not ${where}: ${shortened(missing.join(', '))}`)
  }
}

function ratesOf(rows: Row[], request: RatesRequest, { includesBase }: Family): Rates {
  const isBaseGiven = symbolsOf(request)?.includes(request.base) ?? includesBase(request.base)
  const given = isBaseGiven ? rows : rows.filter(({ currency }) => currency !== request.base)
  return Object.fromEntries(given.map(({ currency, rate }) => [currency, new Decimal(rate)]))
}
