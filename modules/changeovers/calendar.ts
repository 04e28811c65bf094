import type { CalendarEvent } from '../../api/formats/icalendar.ts'

export interface Changeover {
  former: string
  successor: string
  date: string
  ratio: string | null
  same_code: boolean
  former_until: string | null
  act: string | null
}

/** A changeover as an event of a whole day. */
export function eventOf(it: Changeover, origin: string): CalendarEvent {
  const details = [
    it.ratio === null ? 'No single ratio is known.' : `${it.ratio} former units for one new unit.`,
    it.former_until === null ? '' : `Last day of ${it.former}: ${it.former_until}.`,
    it.act ?? ''
  ]
  return {
    uid: `${it.former}-${it.successor}-${it.date}`,
    start: it.date,
    stamp: it.date,
    summary: it.same_code ? `${it.former}: new unit` : `${it.successor} replaces ${it.former}`,
    description: details.filter(Boolean).join(' '),
    url: `${origin}/api/v1/changeovers?currency=${it.former}`
  }
}
