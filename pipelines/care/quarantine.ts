import type { Decision } from '../../adapters/kit/reading.ts'
import type { Unit } from '../../adapters/source.ts'
import type { Database } from '../../sql/database.ts'
import { faultOf } from '../load/check.ts'
import { perOneUnit } from '../load/normalize.ts'

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
export function listQuarantine(database: Database, source?: string): Promise<Quarantined[]> {
  return database.write<Quarantined>('select * from pending_quarantine($1)', [source ?? null])
}

/**
 * Releases rows into the rates. Throws, and releases none, if a row is not waiting, is not a rate (no number, no date,
 * no code), or is one of two values of a document for the same rate.
 */
export async function release(database: Database, ids: number[], { by, reason }: Decision): Promise<Quarantined[]> {
  const waiting = new Map((await listQuarantine(database)).map((row) => [row.id, row]))
  const rows = ids.map((id) => {
    const row = waiting.get(id)
    if (!row) throw new Error(`row ${id} is not waiting in quarantine`)
    const fault = faultOf({ ...row, unit: unitOf(row) })
    if (fault) throw new Error(`row ${id} can't be a rate: ${fault}`)
    return row
  })
  const keys = rows.map(keyOf)
  const twice = rows.find((row, index) => keys.indexOf(keyOf(row)) !== index)
  if (twice) throw new Error(`row ${twice.id} is one of several for ${keyOf(twice)}: release only the right one`)
  const rates = rows.map((row) => perOneUnit(row.value, unitOf(row)))
  await database.write('select release_quarantined($1, $2, $3, $4)', [ids, rates, by, reason])
  return rows
}

/**
 * Releases all rows of a publication into the rates, except rows that are not rates or have several values, which keep
 * waiting. Throws if no row is waiting.
 */
export async function releasePublication(
  database: Database,
  publication: number,
  decision: Decision
): Promise<{ released: Quarantined[]; waiting: Quarantined[] }> {
  const rows = (await listQuarantine(database)).filter((row) => row.publication_id === publication)
  if (rows.length === 0) throw new Error(`no row of publication ${publication} is waiting in quarantine`)
  const values = new Map<string, number>()
  for (const row of rows) values.set(keyOf(row), (values.get(keyOf(row)) ?? 0) + 1)
  const isReleasable = (row: Quarantined) =>
    faultOf({ ...row, unit: unitOf(row) }) === undefined && values.get(keyOf(row)) === 1
  const released = await release(
    database,
    rows.filter(isReleasable).map(({ id }) => id),
    decision
  )
  return { released, waiting: rows.filter((row) => !isReleasable(row)) }
}

function keyOf({ publication_id: publication, date, base, quote, type }: Quarantined): string {
  return `${date} ${base}/${quote} ${type} of publication ${publication}`
}

function unitOf({ unit }: Quarantined): Unit {
  return unit === 'gram' ? 'gram' : Number(unit)
}

/** Rejects a row. Throws if it is not waiting. The reason may be empty. */
export async function reject(database: Database, id: number, { by, reason }: Decision): Promise<void> {
  const [row] = await database.write('select reject_quarantined($1, $2, $3) as id', [id, by, reason])
  if (row?.id === null) throw new Error(`row ${id} is not waiting in quarantine`)
}

/**
 * Reopens a decided row; a released rate becomes a revision. Throws if the row is not decided, or if its rate was
 * corrected after the release.
 */
export async function undo(database: Database, id: number, { by, reason }: Decision): Promise<void> {
  const [row] = await database.write<{ outcome: string | null }>('select undo_decision($1, $2, $3) as outcome', [
    id,
    by,
    reason
  ])
  if (row!.outcome === null) throw new Error(`row ${id} has no decision to undo`)
  if (row!.outcome === 'replaced') {
    throw new Error(`the rate of row ${id} was corrected after it was released: there is nothing to undo`)
  }
}
