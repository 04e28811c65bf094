import { parse } from 'lossless-json'
import {
  FetchError,
  LayoutError,
  type FindOptions,
  type Http,
  type PostOptions,
  type Publication,
  type PublicationRequest,
  type RequestOptions,
  type Source,
  type Window
} from '../source.ts'
import { daysBetween } from './dates.ts'
import { excerpt } from './text.ts'
import { parseXml, type XmlElement } from './xml.ts'

/**
 * A parameter of the request behind a publication, for documents that do not name their date or currency: from the
 * query, or from a form, JSON or SOAP body. In JSON, `a.b` is the field b of the object a. In SOAP, the name is that of
 * an element. In a form, `$a` is the field whose name ends in `$a`, as WebForms pages name fields. Throws a
 * `LayoutError` for none, and in SOAP and forms for several.
 */
export function parameterOf(publication: Pick<Publication, 'request'>, name: string): string {
  const value = findParameter(publication, name)
  if (value === undefined) {
    throw new LayoutError(
      `a request with ${name}`,
      `${publication.request.url} ${excerpt(publication.request.body ?? '')}`
    )
  }
  return value
}

/** The same parameter; undefined if the request has none. */
export function findParameter({ request }: Pick<Publication, 'request'>, name: string): string | undefined {
  return new URL(request.url).searchParams.get(name) ?? fieldOf(request, name)
}

function fieldOf({ headers, body = '' }: PublicationRequest, name: string): string | undefined {
  const type = headers['content-type'] ?? { '<': 'xml', '{': 'json' }[body.trimStart()[0] ?? ''] ?? ''
  if (type.includes('xml')) return onlyOf(elementsOf(parseXml(body, 'Envelope'), name))
  if (type.includes('json')) return fieldOfJson(body, name)
  const fields = [...new URLSearchParams(body)].filter(
    ([key]) => key === name || (name.startsWith('$') && key.endsWith(name))
  )
  return onlyOf(fields.map(([, value]) => value))
}

function onlyOf(texts: string[]): string | undefined {
  return texts.length === 1 ? texts[0] : undefined
}

function elementsOf(parent: XmlElement, name: string): string[] {
  return parent.all().flatMap((child) => (child.name === name ? [child.text] : elementsOf(child, name)))
}

function fieldOfJson(body: string, path: string): string | undefined {
  const value = path.split('.').reduce<unknown>(
    (inner, key) => (inner as Record<string, unknown> | undefined)?.[key],
    parse(body, null, (number) => number)
  )
  return typeof value === 'string' ? value : undefined
}

/** Fields of a form as `application/x-www-form-urlencoded`, ready for `http.post`. */
export function formBody(fields: Array<[string, string]>): string {
  return new URLSearchParams(fields).toString()
}

/**
 * A form's fields, ready for `http.post`. The fields named in `transient` are valid for one visit, so they are sent but
 * not archived.
 */
export function formPost(fields: Array<[string, string]>, transient: string[] = []): PostOptions {
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: formBody(fields), transient }
}

/** A value as JSON, ready for `http.post`. */
export function jsonPost(value: unknown, headers: Record<string, string> = {}): PostOptions {
  return { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** A request with more headers. */
export function withHeaders(options: PostOptions, headers: Record<string, string>): PostOptions {
  return { ...options, headers: { ...options.headers, ...headers } }
}

/** The `fetch` of a source with one document for every window. */
export function documentAt(url: string, options?: RequestOptions): Source['fetch'] {
  return documentsAt(() => [url], options)
}

/** The `fetch` of a source whose documents for a window have these addresses, in this order. */
export function documentsAt(addressesOf: (window: Window) => string[], options?: RequestOptions): Source['fetch'] {
  return async function* (window, http) {
    for (const address of addressesOf(window)) yield await http.get(address, options)
  }
}

/** The same for documents that may not exist: skips those that the publisher reports as missing. */
export function documentsFoundAt(addressesOf: (window: Window) => string[], options?: FindOptions): Source['fetch'] {
  return async function* (window, http) {
    for (const address of addressesOf(window)) {
      const document = await http.find(address, options)
      if (document) yield document
    }
  }
}

/**
 * The documents that a page of the publisher links to. If the publisher lacks one of them, the run fails after it has
 * read the others.
 */
export async function* documentsLinked(
  addresses: Iterable<string>,
  http: Http,
  options?: FindOptions
): AsyncGenerator<Publication> {
  const missing: string[] = []
  for (const address of addresses) {
    const document = await http.find(address, options)
    if (document) yield document
    else missing.push(address)
  }
  if (missing.length > 0)
    throw new FetchError('STATUS', `the publisher links to ${missing.join(', ')} but does not have it`)
}

/**
 * The document for a span of days. It may be missing if the span is no longer than the longest time without a table, in
 * days; otherwise it is required.
 */
export function documentFor(
  { from, to }: Pick<Window, 'from' | 'to'>,
  longestGap: number,
  http: Http,
  url: string,
  options?: RequestOptions
): Promise<Publication | undefined> {
  return daysBetween(from, to) < longestGap ? http.find(url, options) : http.get(url, options)
}

/** The `fetch` of a source that answers these POST requests at one address, in this order. */
export function answersAt(url: string, postsOf: (window: Window) => PostOptions[]): Source['fetch'] {
  return async function* (window, http) {
    for (const post of postsOf(window)) yield await http.post(url, post)
  }
}
