import type { Database } from '../../sql/database.ts'
import type { EventKind } from './webhooks-fields.ts'
import { findBank, type Bank } from '../../api/rates/bank-query.ts'

/** An event in the tables of a source. */
export interface SourceEvent {
  /** The position in the order of all events. */
  place: number
  source: string
  kind: EventKind
  /** ISO 8601, in UTC. */
  at: string
  details: Record<string, unknown>
  /** The figures of a correction as text. */
  changes?: string[] | null
}

/** A source and its newest events, the newest first. Throws 404 for an unknown source. */
export async function findEvents(
  database: Database,
  code: string,
  limit: number
): Promise<{ bank: Bank; events: SourceEvent[] }> {
  const [bank, events] = await Promise.all([
    findBank(database, code),
    database.read<SourceEvent>('select place, source, kind, at, details, changes from source_events($1, $2)', [
      code,
      limit
    ])
  ])
  return { bank, events }
}

/** The newest events of sources that became overdue, with the names of the sources, the newest first. */
export function listIncidents(database: Database, limit: number): Promise<Array<SourceEvent & { name: string }>> {
  return database.read<SourceEvent & { name: string }>(
    'select place, source, name, kind, at, details from incidents($1)',
    [limit]
  )
}
