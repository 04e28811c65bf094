import { CURRENCIES } from '../adapters/kit/currencies.ts'
import { isDate } from '../adapters/kit/dates.ts'
import type { Database } from '../sql/database.ts'
import { DECIMAL, perOneUnit } from './normalize.ts'

export interface Quarantined {
  id: number
  source: string
  date: string
  base: string
  quote: string
  type: string
  value: string
  unit: string
  reason: string
  detected_at: string
  publication_id: number
}

/** The rows that wait for a decision, oldest first. */
export function listQuarantine (database: Database, source?: string): Promise<Quarantined[]> {
  return database.write<Quarantined>('select * from pending_quarantine($1)', [source ?? null])
}

/** Lets a row into the rates after all. Throws where it is not waiting, or could never be a rate (no number, no date, no code). */
export async function release (database: Database, id: number): Promise<Quarantined> {
  const [row] = await database.write<Quarantined>('select * from pending_quarantine(null) where id = $1', [id])
  if (!row) throw new Error(`no row ${id} is waiting in quarantine`)
  if (!couldBeRate(row)) throw new Error(`row ${id} can't be a rate: ${row.reason}`)
  await database.write('select release_quarantined($1, $2, $3)', [id, perOneUnit(row.value, row.unit === 'gram' ? 'gram' : Number(row.unit)), row.unit])
  return row
}

function couldBeRate ({ date, base, quote, value }: Quarantined): boolean {
  return isDate(date) && base !== quote && [base, quote].every((code) => Object.hasOwn(CURRENCIES, code)) && DECIMAL.test(value) && !value.startsWith('-') && /[1-9]/.test(value)
}

/** Decides that a row stays out. Throws where it is not waiting. */
export async function reject (database: Database, id: number): Promise<void> {
  const [row] = await database.write('select reject_quarantined($1) as id', [id])
  if (row?.id === null) throw new Error(`no row ${id} is waiting in quarantine`)
}
