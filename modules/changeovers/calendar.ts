import type { CalendarEvent } from '../../api/formats/icalendar.ts'

export interface Changeover {
  former: string
  successor: string
  date: string
  ratio: string | null
  same_code: boolean
  former_until: string | null
  tender_until: string | null
  double_from: string | null
  act: string | null
}

/** The events of a changeover: the first day of the new unit, and the last day of the former one as legal tender. */
export function eventsOf(changeover: Changeover, origin: string): CalendarEvent[] {
  const { former, successor, date, tender_until: tender } = changeover
  const uid = `${former}-${successor}-${date}`
  const common = { stamp: date, url: `${origin}/api/v1/changeovers?currency=${former}` }
  const summary = changeover.same_code ? `${former}: new unit` : `${successor} replaces ${former}`
  const first = { ...common, uid, start: date, summary, description: detailsOf(changeover) }
  if (tender === null) return [first]
  return [
    first,
    {
      ...common,
      uid: `${uid}-tender`,
      start: tender,
      summary: `${former}: last day as legal tender`,
      description: `${successor} replaced it on ${date}.`
    }
  ]
}

function detailsOf({
  former,
  ratio,
  former_until: until,
  double_from: from,
  tender_until: tender,
  act
}: Changeover): string {
  return [
    ratio === null ? 'No single ratio is known.' : `${ratio} former units for one new unit.`,
    until === null ? '' : `Last day of ${former}: ${until}.`,
    from === null ? '' : `Both are legal tender from ${from} to ${tender}.`,
    act ?? ''
  ]
    .filter(Boolean)
    .join(' ')
}
