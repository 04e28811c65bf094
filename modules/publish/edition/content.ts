import type { Database } from '../../../sql/database.ts'
import type { Column, LongRows } from '../../../api/formats/rows.ts'
import { VALIDITY } from '../../../api/rates/columns.ts'

interface State {
  rows: number
  /** Changes whenever a rate changes. */
  state: string
}

export interface YearState extends State {
  year: number
}

export interface TableState extends State {
  date: string
  has_validity: boolean
}

const BATCH = 1_000

const COLUMNS: Column[] = [
  { name: 'bank', kind: 'text' },
  { name: 'rate_date', kind: 'date' },
  { name: 'base', kind: 'text' },
  { name: 'quote', kind: 'text' },
  { name: 'type', kind: 'text' },
  { name: 'value', kind: 'number' }
]

const CHANGES = `
  select code, concat_ws('/', utc_text(known_at), doubts_state(code, '-infinity', 'infinity')) as changed_at
  from sources
  cross join lateral (select known_at from log_entries where source = code order by known_at desc limit 1) it`

/**
 * The time of the newest log entry of each source, and the state of its doubts. No rate changes without a log entry,
 * but a new table of another source may remove a doubt.
 */
export async function listChanges(database: Database): Promise<Map<string, string>> {
  const rows = await database.read<{ code: string; changed_at: string }>(CHANGES)
  return new Map(rows.map(({ code, changed_at: changed }) => [code, changed]))
}

/** The currencies of each source, by code. */
export async function listCurrencies(database: Database): Promise<Map<string, string[]>> {
  const rows = await database.read<{ source: string; currencies: string[] }>(`
    select source, array_agg(distinct currency order by currency) as currencies
    from series
    cross join lateral (values (base), (quote)) it (currency)
    group by source`)
  return new Map(rows.map(({ source, currencies }) => [source, currencies]))
}

/** The years of a source from `from` on, ascending. */
export function listYears(database: Database, source: string, from: number): Promise<YearState[]> {
  return database.read<YearState>('select year, rows, state from year_states($1, $2)', [source, `${from}-01-01`])
}

/** The tables of a source in a year, by date. */
export function listTables(database: Database, source: string, year: number): Promise<TableState[]> {
  return database.read<TableState>('select date, rows, state, has_validity from table_states($1, $2, $3)', [
    source,
    `${year}-01-01`,
    `${year}-12-31`
  ])
}

/** Every rate of a source in a year, with the columns and in the order of its histories. */
export function readYear(
  database: Database,
  source: string,
  year: number,
  { hasValidity }: { hasValidity: boolean }
): LongRows {
  const columns = hasValidity ? [...COLUMNS, ...VALIDITY] : COLUMNS
  const text = `
    select ${columns.map(({ name }) => name).join()}
    from (select source as bank, date as rate_date, base, quote, type, value, valid_from, valid_to from rates where source = $1 and date between $2 and $3) it
    order by rate_date, base, quote, type`
  return { columns, batches: database.readBatches(text, [source, `${year}-01-01`, `${year}-12-31`], BATCH) }
}

/** A figure of a pair, as text with the digits of its publisher. */
export interface PairFigure {
  date: string
  type: string
  value: string
}

/** All figures of a pair at a source. */
export interface PairHistory {
  base: string
  quote: string
  /** The days of its first and its last figure. */
  first: string
  last: string
  /** The lines of a CSV file, by date: a new table only adds lines at the end. */
  lines: string
}

const NEWLINE = '\r\n'
const PAIRS = `
  select base, quote, min(date)::text as first, max(date)::text as last,
    string_agg(concat(date, ',', type, ',', value, ',', valid_from, ',', valid_to, e'\\r\\n'), '' order by date, type) as lines
  from rates
  where source = $1
  group by base, quote
  order by base, quote`
const PAIRS_AT_ONCE = 20

/** Every pair of a source with its history, one after another. */
export async function* readPairs(database: Database, source: string): AsyncGenerator<PairHistory, void, void> {
  for await (const { cells } of database.readBatches(PAIRS, [source], PAIRS_AT_ONCE))
    for (const [base, quote, first, last, lines] of cells as string[][])
      yield { base: base!, quote: quote!, first: first!, last: last!, lines: lines! }
}

/** The figures of a pair since a date, and at least some, by date. */
export function newestFigures({ lines }: PairHistory, since: string, atLeast: number): PairFigure[] {
  const figures: PairFigure[] = []
  for (let end = lines.length; end > 0;) {
    const start = lines.lastIndexOf(NEWLINE, end - NEWLINE.length - 1)
    const from = start < 0 ? 0 : start + NEWLINE.length
    const [date, type, value] = lines.slice(from, end).split(',', 3) as [string, string, string]
    if (date < since && figures.length >= atLeast) break
    figures.push({ date, type, value })
    end = from
  }
  return figures.reverse()
}
