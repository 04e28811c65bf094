import type { Entry } from '../pages/kit/atom.ts'
import type { SourceEvent } from './events-query.ts'

/** An event as an entry of a feed. */
export function entryOf(event: SourceEvent & { name: string }): Entry {
  return {
    id: `events/${event.place}`,
    title: `${event.name}: ${titleOf(event)}`,
    updated: event.at,
    page: `/banks/${event.source}`,
    category: event.kind,
    summary: summaryOf(event)
  }
}

function titleOf({ kind, details }: SourceEvent): string {
  switch (kind) {
    case 'table':
      return `table of ${String(details.rate_date)}`
    case 'correction':
      return `${String(details.rates)} corrected rate${details.rates === 1 ? '' : 's'}`
    case 'overdue':
      return 'overdue'
  }
}

function summaryOf({ kind, details, changes }: SourceEvent): string {
  switch (kind) {
    case 'table':
      return `The table of ${String(details.rate_date)} has ${String(details.rates)} new rates.`
    case 'correction':
      return [
        `Rates from ${String(details.first_date)} to ${String(details.last_date)} were corrected. The former values are kept as revisions.`,
        ...(changes ?? []),
        ...usesOf(details)
      ].join('\n')
    case 'overdue':
      return `The newest table is dated ${String(details.latest_date)}. By its usual rhythm, the source should have published ${String(details.missed)} since.`
  }
}

/** A sentence on the answers that used the former figures. Events of earlier versions name no rules. */
function usesOf({ rules = [] }: { rules?: string[] }): string[] {
  const named = rules.length > 0 ? ` Rules of law that name the source: ${rules.join(', ')}.` : ''
  return [`Inverses and crosses over these rates, returned before, used the former values.${named}`]
}
