import { escapeXml } from '../../../api/formats/xml.ts'

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

export interface Entry {
  /** What the entry is about, for its id. */
  id: string
  title: string
  /** ISO 8601, in UTC. */
  updated: string
  /** The path of the page about it. */
  page: string
  category?: string
  summary: string
}

/**
 * Writes entries, newest first, as an Atom feed (RFC 4287). Their ids are tag URIs (RFC 4151) that never change.
 */
export function writeAtom({ id, title, self, page, author }: Feed, entries: Entry[], origin: string): string {
  const idOf = (path: string) => `tag:${new URL(origin).hostname},2026:${path}`
  const written = entries.map((entry) =>
    element('entry', [
      element('id', escapeXml(idOf(entry.id))),
      element('title', escapeXml(entry.title)),
      element('updated', entry.updated),
      `<link rel="alternate" type="text/html" href="${escapeXml(origin + entry.page)}"/>`,
      entry.category === undefined ? '' : `<category term="${entry.category}"/>`,
      element('summary', escapeXml(entry.summary))
    ])
  )
  const head = [
    element('id', escapeXml(idOf(id))),
    element('title', escapeXml(title)),
    element('updated', entries[0]?.updated ?? EPOCH),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(origin + self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(origin + page)}"/>`,
    element('author', [element('name', escapeXml(author.name)), element('uri', escapeXml(author.uri))])
  ]
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">\n${[...head, ...written].join('\n')}\n</feed>\n`
}

function element(name: string, content: string | string[]): string {
  return `<${name}>${typeof content === 'string' ? content : content.join('')}</${name}>`
}
