import type { Database } from '../../sql/database.ts'
import type { EventKind } from './webhooks-fields.ts'
import { findBank, type Bank } from '../rates/bank-query.ts'

/** An event in the tables of a source. */
export interface SourceEvent {
  /** The place in the order of all events. */
  place: number
  source: string
  kind: EventKind
  /** ISO 8601, in UTC. */
  at: string
  details: Record<string, unknown>
}

export interface EventFilter {
  sources?: string[]
  kinds?: EventKind[]
}

const AFTER = 'select place, source, kind, at, details from events_after($1, $2, $3, $4)'

/** The first events after a place, in their order. */
export function eventsAfter (database: Database, place: number, limit: number, { sources, kinds }: EventFilter = {}): Promise<SourceEvent[]> {
  return database.write<SourceEvent>(AFTER, [place, limit, sources ?? null, kinds ?? null]) // a replica may not have the newest events yet
}

/** The place of the newest event; 0 if there is none. */
export async function newestPlace (database: Database): Promise<number> {
  const [row] = await database.write<{ place: number }>('select coalesce(max(place), 0) as place from events')
  return row!.place
}

/** A source and its newest events, the newest first. Throws 404 for an unknown source. */
export async function findEvents (database: Database, code: string, limit: number): Promise<{ bank: Bank, events: SourceEvent[] }> {
  const [bank, events] = await Promise.all([
    findBank(database, code),
    database.read<SourceEvent>('select place, source, kind, at, details from source_events($1, $2)', [code, limit])
  ])
  return { bank, events }
}

/** The newest events of sources that became overdue, with the names of the sources, the newest first. */
export function listIncidents (database: Database, limit: number): Promise<Array<SourceEvent & { name: string }>> {
  return database.read<SourceEvent & { name: string }>('select place, source, name, kind, at, details from incidents($1)', [limit])
}

/** An event as sent to listeners. */
export function messageOf ({ place, source, kind, at, details }: SourceEvent): Record<string, unknown> {
  return { id: place, kind, bank: source, at, ...details }
}
