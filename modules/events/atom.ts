import type { SourceEvent } from './events-query.ts'
import { escapeXml } from '../../api/formats/xml.ts'

const EPOCH = '1970-01-01T00:00:00.000Z'

interface Feed {
  /** The subject of the feed, for its id. */
  id: string
  title: string
  /** The paths of the feed and of the page about it. */
  self: string
  page: string
  author: { name: string; uri: string }
}

/**
 * Writes events, newest first, as an Atom feed (RFC 4287). The ids of entries are tag URIs (RFC 4151) that never
 * change.
 */
export function writeAtom(
  { id, title, self, page, author }: Feed,
  events: Array<SourceEvent & { name: string }>,
  origin: string
): string {
  const idOf = (path: string) => `tag:${new URL(origin).hostname},2026:${path}`
  const entries = events.map((event) =>
    element('entry', [
      element('id', escapeXml(idOf(`events/${event.place}`))),
      element('title', escapeXml(`${event.name}: ${titleOf(event)}`)),
      element('updated', event.at),
      `<link rel="alternate" type="text/html" href="${escapeXml(`${origin}/banks/${event.source}`)}"/>`,
      `<category term="${event.kind}"/>`,
      element('summary', escapeXml(summaryOf(event)))
    ])
  )
  const head = [
    element('id', escapeXml(idOf(id))),
    element('title', escapeXml(title)),
    element('updated', events[0]?.at ?? EPOCH),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin + page)}"/>`,
    element('author', [element('name', escapeXml(author.name)), element('uri', escapeXml(author.uri))])
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n${[...head, ...entries].join('\n')}\n</feed>\n`
}

function element(name: string, content: string | string[]): string {
  return `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`
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

function summaryOf({ kind, details }: SourceEvent): string {
  switch (kind) {
    case 'table':
      return `The table of ${String(details.rate_date)} has ${String(details.rates)} new rates.`
    case 'correction':
      return `Rates from ${String(details.first_date)} to ${String(details.last_date)} were corrected. The former values are kept as revisions.`
    case 'overdue':
      return `The newest table is of ${String(details.latest_date)}. By its usual rhythm, the source should have published ${String(details.missed)} since.`
  }
}
