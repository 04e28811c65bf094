import type { Database } from '../../sql/database.ts'
import * as fields from '../contract/fields.ts'
import { period, periodFields, type Grouping } from '../contract/grouping.ts'
import type { Pair } from '../contract/parameters.ts'
import type { FileContent } from '../contract/prices.ts'
import { readBankRow, readBankRows, type Bank, type BankQuery } from './bank-query.ts'
import { filledColumns } from './columns.ts'
import { statementOf, type Call, type Values } from '../formats/call.ts'
import { selectOf } from '../formats/columns.ts'
import { linesOf, readLines } from '../formats/lines.ts'
import { Rows, type Column, type LongRows } from '../formats/rows.ts'

export interface HistoryLookup {
  bank: string
  of: Pair | { symbol: string }
  from: string
  to: string
  type?: string
  asOf?: string
  grouping?: Grouping
  /** Restated in the currencies of today (see restated_history). */
  isRestated?: boolean
  /** Set for a row on every calendar day (see filled_days): the last day on which a row is filled. */
  filledUntil?: string
}

interface PageLookup {
  /** The maximum number of rows. */
  limit: number
  /** The number of rows of the first date to skip. Without it a page ends with a complete date. */
  skip?: number
}

/**
 * Rows up to a limit. If there are more, they continue at the date `next`, and this page has `given` rows of that date.
 */
interface Page {
  rows: Rows
  next?: string
  given?: number
}

const RATE = { base: fields.base, quote: fields.quote, type: fields.type, value: fields.value }
const PAIR_RATE = { date: fields.rateDate, ...RATE, derived: fields.derived, method: fields.method }
const PERIOD = { period, ...RATE, ...periodFields }
const FILLED = { rate_date: fields.rateDate, filled: fields.filled }

/** The function of each shape of a history, and the fields of its rows. The first one is the date. */
export const SHAPES = {
  symbol: {
    call: 'symbol_history(bank, symbol, from, to, type, as_of, most)',
    head: {},
    list: { rate_date: fields.rateDate, ...RATE, ...fields.beside }
  },
  filledSymbol: {
    call: 'filled_symbol_rates(bank, symbol, from, to, type, as_of, today, most)',
    head: {},
    list: { date: fields.rateDate, ...RATE, ...FILLED, ...fields.beside }
  },
  symbolPeriods: {
    call: 'symbol_periods(bank, symbol, from, to, type, as_of, unit, stat, round, most)',
    head: {},
    list: PERIOD
  },
  pair: {
    call: 'pair_rates(bank, source, target, from, to, type, as_of, most)',
    head: {},
    list: { ...PAIR_RATE, ...fields.beside }
  },
  restatedPair: {
    call: 'restated_rates(bank, source, target, from, to, type, as_of, most)',
    head: {},
    list: { ...PAIR_RATE, ratio: fields.ratio }
  },
  filledPair: {
    call: 'filled_pair_rates(bank, source, target, from, to, type, as_of, today, most)',
    head: {},
    list: { ...PAIR_RATE, ...FILLED, ...fields.beside }
  },
  pairPeriods: {
    call: 'pair_periods(bank, source, target, from, to, type, as_of, unit, stat, round, most)',
    head: {},
    list: PERIOD
  }
} satisfies Record<string, Call>

/** The statement of the rows of a history, with its values. Without a limit it selects all of them. */
function statementFor(lookup: HistoryLookup, most?: number) {
  const { bank, of, from, to, type, asOf, grouping, isRestated, filledUntil } = lookup
  const kind = grouping ? 'periods' : filledUntil ? 'filled' : 'plain'
  const { symbol, filledSymbol, symbolPeriods, pair, restatedPair, filledPair, pairPeriods } = SHAPES
  const call =
    'symbol' in of
      ? { periods: symbolPeriods, filled: filledSymbol, plain: symbol }[kind]
      : { periods: pairPeriods, filled: filledPair, plain: isRestated ? restatedPair : pair }[kind]
  const { text, from: rows, names, list: columns } = statementOf(call)
  const given: Values = { bank, ...of, from, to, type, as_of: asOf, ...grouping, today: filledUntil, most }
  const [, ...rest] = names.map((name) => given[name] ?? null)
  const values: BankQuery['values'] = [bank, ...rest]
  return { text, rows, values, columns }
}

/**
 * A page of a source's rates in a window, ascending: those of a pair, or the published rates of a currency. Figures by
 * period have the dates of their periods. Throws 404 for an unknown source, 400 for a rate type that it does not have.
 */
export async function findHistory(
  database: Database,
  lookup: HistoryLookup & PageLookup
): Promise<{ bank: Bank } & Page> {
  const { limit, skip = 0, type } = lookup
  const { bank, rows } = await readBankRows(database, { ...statementFor(lookup, limit + skip + 1), type })
  const { rows: page, ...rest } = pageOf(rows.withoutEmpty(), lookup)
  const named = namedTwice(page.columns, lookup)
  return {
    bank,
    rows: Rows.ofLists(
      named.map(({ column }) => column),
      named.map(({ at }) => page.lists[at]!)
    ),
    ...rest
  }
}

/**
 * The columns of answers, each with the index of its cells. The value and the type of a pair's rate appear under two
 * names but are read once, because reading them twice would take a tenth of the time.
 */
function namedTwice(columns: Column[], { of, grouping }: HistoryLookup): Array<{ column: Column; at: number }> {
  const all = columns.map((column, at) => ({ column, at }))
  if (grouping || 'symbol' in of) return all
  const alias = (name: string, at: number) => ({ column: { ...columns[at]!, name }, at })
  const end = Object.keys(RATE).length + 1
  return [...all.slice(0, end), alias('rate', end - 1), alias('rate_type', end - 2), ...all.slice(end)]
}

// A page ends after a complete date, or after exactly `limit` rows.
function pageOf(found: Rows, { limit, skip }: PageLookup): Page {
  const end = limit + (skip ?? 0)
  if (found.length <= end) return { rows: found.slice(skip ?? 0) }
  const dates = found.lists[0] as string[]
  const next = dates[end]!
  const given = end - dates.indexOf(next)
  return skip === undefined
    ? { rows: found.slice(0, end - given), next }
    : { rows: found.slice(skip, end), next, given }
}

// The size of a batch.
const ROWS = 4000
const DATES = 100

/** The extent of a history, before it is read. */
interface HistoryExtent extends FileContent {
  count: number
  /** The maximum numbers of digits before and after the point. */
  whole: number
  scale: number
  /** True if a date has several rates of a pair. */
  isRepeated: boolean
  hasValidity: boolean
  hasPrinted: boolean
}

/**
 * A source and the extent of a history. Throws 404 for an unknown source, 400 for a rate type that it does not have.
 */
export async function extentOfHistory(
  database: Database,
  lookup: HistoryLookup
): Promise<{ bank: Bank; extent: HistoryExtent }> {
  const { text, values } = isKept(lookup) ? keptExtent(lookup) : countedExtent(lookup)
  const extent = `select it.*, to_json(bank) as bank from find_bank($1) bank cross join lateral (${text}) it`
  const { bank, row } = await readBankRow<HistoryExtent>(database, {
    text: extent,
    values,
    type: lookup.type,
    isLong: true
  })
  return { bank, extent: row }
}

/** True for the published rates of a currency as known now, whose extent is stored. */
function isKept({ of, asOf, grouping, filledUntil }: HistoryLookup): boolean {
  return 'symbol' in of && !asOf && !grouping && !filledUntil
}

function keptExtent({ bank, of, from, to, type }: HistoryLookup): Pick<BankQuery, 'text' | 'values'> {
  return {
    text: `
      select count, pair_months as "pairMonths", whole, scale, is_repeated as "isRepeated",
        has_validity as "hasValidity", has_printed as "hasPrinted"
      from symbol_extent($1, $2, $3, $4, $5)`,
    values: [bank, ...Object.values(of), from, to, type ?? null]
  }
}

function countedExtent(lookup: HistoryLookup): Pick<BankQuery, 'text' | 'values'> {
  const { rows, values, columns } = statementFor(lookup)
  const date = columns[0]!.name
  const counted = (...names: string[]) =>
    names
      .filter((name) => columns.some((column) => column.name === name))
      .map((name) => `count(${name})`)
      .join(' + ') || '0'
  return {
    text: `
      select coalesce(sum(rates), 0)::bigint as count, count(*) as "pairMonths",
        coalesce(length(trunc(max(most))::text), 0) as whole, coalesce(max(scale), 0) as scale,
        coalesce(bool_or(dates < rates), false) as "isRepeated", coalesce(sum(validity), 0) > 0 as "hasValidity",
        coalesce(sum(printed), 0) > 0 as "hasPrinted"
      from (
        select count(*) as rates, count(distinct ${date}) as dates, max(value) as most, max(scale(value)) as scale,
          ${counted('valid_from', 'valid_to')} as validity, ${counted('printed_value')} as printed
        from ${rows}
        group by base, quote, date_trunc('month', ${date}::timestamp)
      ) months`,
    values
  }
}

/**
 * The rows of a whole history for a file, with the same columns as pages: the validity and the printed figure only if a
 * rate has one.
 */
export function readHistory(database: Database, lookup: HistoryLookup, extent: HistoryExtent): LongRows {
  const { rows, values, columns } = statementFor(lookup)
  const known = filledColumns(columns, extent).map((column) =>
    column.name === 'value' ? { ...column, scale: extent.scale } : column
  )
  const [by, size] = isKept(lookup) ? [known[0]!.name, DATES] : [undefined, ROWS]
  const read = readLines(known, database.readBatches(linesOf(known, selectOf(known, rows), by), values, size))
  const named = namedTwice(known, lookup)
  async function* batches(): LongRows['batches'] {
    for await (const { cells } of read.batches) yield { cells: cells.map((row) => named.map(({ at }) => row[at])) }
  }
  return named.length === known.length ? read : { columns: named.map(({ column }) => column), batches: batches() }
}
