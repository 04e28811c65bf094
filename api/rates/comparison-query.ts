import type { Database } from '../../sql/database.ts'
import { daysBefore } from '../contract/dates.ts'
import type { Pair } from '../contract/parameters.ts'
import { doubtNotes } from './bank-query.ts'
import { currencyNotes, reasonOf, type CurrencyNote } from '../sources/currencies-query.ts'
import { Rows } from '../formats/rows.ts'
import * as fields from '../contract/fields.ts'
import { columnsOf } from '../formats/columns.ts'
import type { Column } from '../formats/rows.ts'

const COMPARISON = `
  select code, name, rate, rate_date, rate_type, derived, method, stale, valid_from, valid_to, kind, "group",
    printed_value, printed_unit, note, stats, groups
  from compare_banks($1, $2, $3, $4)`

/** The groups of rates that can be compared with one another. */
export const RATE_GROUPS = ['daily', 'sides', 'commercial', 'periods', 'older', 'stale'] as const

export type RateGroup = (typeof RATE_GROUPS)[number]

const COLUMNS: Column[] = [
  ...columnsOf({
    code: fields.bank,
    name: fields.name,
    rate: fields.rate,
    rate_date: fields.rateDate,
    rate_type: fields.type,
    derived: fields.derived,
    method: fields.method,
    stale: fields.stale,
    ...fields.validity,
    kind: fields.kind,
    group: fields.kind,
    printed: fields.beside.printed,
    note: fields.beside.note
  }),
  { name: 'stats', kind: 'nested' },
  { name: 'groups', kind: 'nested' }
]

interface Stats {
  min: number
  max: number
  median: number
  spread_bps: number
  banks_in_stats: number
}

interface ComparisonLookup extends Pair {
  type?: string
  today: string
}

interface Comparison {
  /**
   * By code: code, name, rate, rate_date, rate_type, derived, method, stale, kind and group, the validity and the
   * printed figure if a rate has one, and the reason if a rate is far from the others and it is known.
   */
  banks: Rows
  /** Over all rates that are not stale; null if all are. */
  stats: Stats | null
  groups: Array<Stats & { group: RateGroup }>
  /** On the currencies in the last month, and the doubts of the rates. */
  notes: CurrencyNote[]
}

/** A pair at every source that has it, with statistics. */
export async function compareBanks(
  database: Database,
  { source, target, type, today }: ComparisonLookup
): Promise<Comparison> {
  const [found, notes] = await Promise.all([
    database.readCells(COMPARISON, [source, target, today, type ?? null]),
    currencyNotes(database, [source, target], daysBefore(today, 30), today)
  ])
  const compared = new Rows(COLUMNS, found.cells)
  if (compared.length === 0) {
    return {
      banks: compared.without('stats').without('groups').withoutEmpty(),
      stats: null,
      groups: [],
      notes
    }
  }
  const [stats] = compared.list('stats') as [Stats]
  const [groups] = compared.list('groups') as [Comparison['groups']]
  const rows = compared.without('stats').without('groups')
  const [code, rate, date] = [rows.at('code'), rows.at('rate'), rows.at('rate_date')]
  const banks = rows.with({ name: 'reason', kind: 'text', leftOut: 'if empty' }, (row) =>
    reasonOf(notes, Number(row[rate]), stats.median, row[date] as string)
  )
  const doubts = await doubtNotes(
    database,
    ...rows.cells.map((row) => ({ bank: row[code] as string, codes: [source, target], from: row[date] as string }))
  )
  return {
    banks: banks.withoutEmpty(),
    stats: stats.banks_in_stats === 0 ? null : stats,
    groups,
    notes: [...notes, ...(doubts ?? [])]
  }
}
