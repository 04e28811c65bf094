import type { Database } from '../../sql/database.ts'
import type { Pair } from '../contract/parameters.ts'
import type { RateGroup } from './comparison.ts'

/** A pair at one source, as known on a date. */
export interface RateOnDay {
  code: string
  name: string
  rate: string
  rate_date: string
  rate_type: string
  derived: boolean
  method: 'published' | 'inverse' | 'cross' | 'composite'
  group: RateGroup
}

/** A figure as its publisher printed it, if it is not the value of one unit. */
export interface PrintedFields {
  printed_value: string | null
  printed_unit: number | 'gram' | null
  note: string | null
}

/** The figure of a rate as its publisher printed it (see printed_value); nulls if it printed the value of one unit. */
export async function printedRate(
  database: Database,
  { value, unit }: { value: string; unit: string }
): Promise<PrintedFields> {
  const [row] = await database.read<PrintedFields>(
    'select printed_value($1, $2), printed_unit($2), printed_note($2) as note',
    [value, unit]
  )
  return row!
}

const ON_DAY =
  'select code, name, rate, rate_date, rate_type, derived, method, "group" from compare_pair_on($1, $2, $3, $4)'

/** A pair at every source that had a current rate on a date, by code, as known now or at an instant. */
export function comparePairOn(
  database: Database,
  { source, target }: Pair,
  date: string,
  asOf?: string
): Promise<RateOnDay[]> {
  return database.read<RateOnDay>(ON_DAY, [source, target, date, asOf ?? null])
}
