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

/** Lets rows into the rates after all. Throws where one is not waiting, or could never be a rate (no number, no date, no code); then none is. */
export async function release (database: Database, ids: number[]): Promise<Quarantined[]> {
  const waiting = new Map((await listQuarantine(database)).map((row) => [row.id, row]))
  const rows = ids.map((id) => {
    const row = waiting.get(id)
    if (!row) throw new Error(`row ${id} is not waiting in quarantine`)
    if (!couldBeRate(row)) throw new Error(`row ${id} can't be a rate: ${row.reason}`)
    return row
  })
  await database.write('select release_quarantined($1, $2)', [ids, rows.map(({ value, unit }) => perOneUnit(value, unit === 'gram' ? 'gram' : Number(unit)))])
  return rows
}

function couldBeRate ({ date, base, quote, value }: Quarantined): boolean {
  return isDate(date) && base !== quote && [base, quote].every((code) => Object.hasOwn(CURRENCIES, code)) && DECIMAL.test(value) && !value.startsWith('-') && /[1-9]/.test(value)
}

/** Decides that a row stays out. Throws where it is not waiting. */
export async function reject (database: Database, id: number): Promise<void> {
  const [row] = await database.write('select reject_quarantined($1) as id', [id])
  if (row?.id === null) throw new Error(`row ${id} is not waiting in quarantine`)
}
