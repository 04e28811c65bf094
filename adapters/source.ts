/** The contract of an adapter: a source is data, `fetch` and `parse`. */

import { beginNotation, notationFault } from './notation.ts'

/**
 * The days that a run requests, as ISO dates, both ends included. `today` is the current day in the source's time zone.
 */
export interface Window {
  from: string
  to: string
  today: string
}

export interface PublicationRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** One document, byte for byte as the publisher sent it. */
export interface Publication {
  source: string
  /** The request for this document. Names in angle brackets replace credentials. */
  request: PublicationRequest
  mediaType: string
  /** From the answer's headers, or corrected by the adapter. */
  charset?: string
  headers: Record<string, string | string[]>
  body: Uint8Array
  /** In `fetch`, whose thread is shared by all sources: the largest document that the kit parses there, in bytes. */
  readable?: number
}

/** The number of units of base that a printed figure is for; metals may be printed per gram. */
export type Unit = number | 'gram'

/** One printed figure: `value` units of `quote` for `unit` units of `base`, on an ISO `date`. */
export interface Row {
  date: string
  base: string
  quote: string
  type: string
  value: string
  unit?: Unit
  /**
   * The printed change of the value from the previous table, for the same unit. Text that is not a decimal is ignored.
   */
  change?: string
  /** The first and the last ISO date on which the rate is valid, if the document prints a validity. */
  validFrom?: string
  validTo?: string
  /**
   * The time on its date at which the table was made, as HH:MM, if the document prints it; other text is ignored. Of
   * documents with only one table, a later one replaces an earlier one, in whatever order they are fetched.
   */
  time?: string
  /**
   * Why the row is not certain: a second print of the figure differs, or its unit is not known. The pipeline
   * quarantines the row with this reason.
   */
  contradicted?: string
}

export interface RequestOptions {
  headers?: Record<string, string>
  /**
   * Names of headers and form fields that are valid for one visit only, such as tokens and view states. They are sent
   * but not archived, so that equal requests give equal records.
   */
  transient?: string[]
  /** The charset, if the answer's headers declare a wrong one or none. */
  charset?: string
}

export interface PostOptions extends RequestOptions {
  body: string
}

export interface FindOptions extends RequestOptions {
  /** The status codes by which the publisher reports a missing document. */
  absent?: number[]
}

export type Route = () => AsyncIterable<Publication>

/** The network access of an adapter. Any answer but a 2xx with a document throws a `FetchError`. */
export interface Http {
  get(url: string, options?: RequestOptions): Promise<Publication>
  post(url: string, options: PostOptions): Promise<Publication>
  /**
   * The document; undefined if the publisher reports it as missing (404 or 204, or a status in `absent`) or sends only
   * white space.
   */
  find(url: string, options?: FindOptions): Promise<Publication | undefined>
  /** The publications of the first route that has any. If a route fails, the next one is tried. */
  firstOf(...routes: Route[]): AsyncIterable<Publication>
  /** The same interface for one visit: it returns the publisher's cookies and makes no conditional requests. */
  session(): Http
  /** A credential that the source declares. Throws a `FetchError` if it is not set. */
  credential(name: string): string
}

export interface Credential {
  /** The environment variable. */
  name: string
  /** The page where it is issued. */
  where: string
  /** True if the source also works without it, by another route. */
  optional?: boolean
}

/**
 * The way in which a publisher's server deviates from current TLS, and the evidence. With `incomplete_chain` the server
 * omits intermediate certificates, which Ratebook then fetches; with `old_protocol` it supports only versions or
 * ciphers that are disabled by default.
 */
export interface TlsQuirk {
  quirk: 'incomplete_chain' | 'old_protocol'
  reason: string
}

export type Kind =
  | 'central_bank'
  | 'monetary_authority'
  | 'tax_authority'
  | 'customs_authority'
  | 'treasury'
  | 'commercial_bank'
  | 'international'
export type Cadence = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly'

/**
 * The meaning of a row's date: the day on which the rate was determined, the first day on which it is valid, or the
 * period that it covers.
 */
export type DateMeaning = 'made' | 'effective' | 'period'

/**
 * The evidence that the adapter was checked against: a recorded answer, the publisher's own documentation, or a public
 * description of the format.
 */
export type Verification = 'recording' | 'documentation' | 'description'

export interface Identity {
  code: string
  /** Codes under which earlier versions stored the same tables. `reparse` reads their documents too. */
  former?: string[]
  name: string
  /** ISO 3166-1 alpha-2; EU for the euro area, XX for a body of several countries. */
  country: string
  homeCurrency: string
  kind: Kind
  /** In order of preference for resolving a pair. */
  rateTypes: string[]
  /**
   * How many pairs a table of its documents has at least and at most, for each kind of table; the rows of one date in
   * one document are a table. A newer table outside of all these ranges waits (see docs/checks.md).
   */
  pairs?: Array<[least: number, most: number]>
  /** The page on which a reader can check a figure. */
  sourceUrl: string
  termsUrl?: string
  /** IANA name; `schedule` is a cron expression in it. */
  timezone: string
  schedule: string
  cadence: Cadence
  historyFrom: string
  /** The date of the last table of a closed series, for which no newer table is fetched or overdue. */
  ended?: string
  dated: DateMeaning
  /** The usual time of the newest table, as HH:MM in `timezone`. */
  publishes?: string
  /**
   * All days besides the weekend on which it has no table, as the publisher prints them: `05-01`, `friday from 06-19`
   * (the first on or after that date), and `easter-2` or `orthodox easter+1`. Without them, holidays follow from the
   * past.
   */
  closingDays?: string[]
  /** The publisher's terms of use in one short sentence. */
  terms?: string
  /** True if the terms restrict redistribution: a book includes the source only if its owner says so. */
  restricted?: true
  /**
   * The figures that are not stored, the reasons, and other facts for readers of the figures, in complete sentences.
   */
  notes?: string
  /**
   * The parts of its documents that hold figures which are not read, and why, by the places that `source check` prints.
   * Items that `skip` leaves out need no line.
   */
  unread?: Record<string, string>
  verified: Verification
  /** The codes whose history the publisher restates in a later unit; `all` for every code. */
  restated?: string[]
  credentials?: Credential[]
  tls?: TlsQuirk[]
  /** The User-Agent that a publisher requires, and the reason. It names Ratebook and never a browser. */
  userAgent?: { value: string; reason: string }
  /** Hosts outside the requested site to which the publisher's answers may redirect. */
  hosts?: string[]
  /** Milliseconds between two requests, if the publisher requires more than the default. */
  pause?: number
  /** Milliseconds for one request and its whole answer, if two minutes are too few. */
  timeout?: number
  /** True if the publisher overwrites its newest table and keeps no archive: a table that no run read is lost. */
  overwrites?: boolean
  /** The maximum number of days in one window of a backfill; 366 by default. */
  backfillDays?: number
}

/** A range of ISO dates, both ends included; a missing end is open. */
export interface Days {
  from?: string
  to?: string
}

export interface Source extends Identity {
  fetch(window: Window, http: Http): AsyncIterable<Publication>
  /** The range of days that a request names, if any. An answer with other days is refused. */
  requested?(publication: Pick<Publication, 'request'>): Days
  /**
   * Pure. Throws a `LayoutError` if the document is not as expected. Returns a promise only if its reader does (PDF).
   */
  parse(publication: Publication): Row[] | Promise<Row[]>
}

/** An unexpected document: the message states the expected and the actual content. */
export class LayoutError extends Error {
  readonly code = 'LAYOUT'
  readonly expected: string
  readonly found: string

  constructor(expected: string, found: string, options?: ErrorOptions) {
    super(`expected ${expected}, found ${found}`, options)
    this.name = 'LayoutError'
    this.expected = expected
    this.found = found
  }
}

/** A failed request to a publisher, or an answer without a document. */
export class FetchError extends Error {
  readonly code:
    | 'UNREACHABLE'
    | 'STATUS'
    | 'REDIRECT'
    | 'FORBIDDEN'
    | 'TOO_LARGE'
    | 'TIMEOUT'
    | 'BUDGET'
    | 'NO_RECORDING'
    | 'MISSING_CREDENTIAL'
  readonly status?: number

  constructor(code: FetchError['code'], message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.name = 'FetchError'
    this.code = code
    this.status = options.status
  }
}

const BROWSER = /chrome|safari|firefox|edg|opera|gecko|webkit|msie/i

// Reserved names: files and folders of adapters/, and the source that Ratebook calculates.
const RESERVED_CODES = new Set(['composite', 'kit', 'market', 'notation', 'registry', 'source'])

/** The reason why a code is not valid for a source; undefined if it is valid. */
export function faultOfCode(code: string): string | undefined {
  if (!/^[a-z0-9_-]{2,20}$/.test(code)) {
    return `expected a code of 2 to 20 characters of a-z, 0-9, _ and -, not ${JSON.stringify(code)}`
  }
  return RESERVED_CODES.has(code) ? `${code} can't be the code of a source: Ratebook reserves it` : undefined
}

const DATE = '(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])'
const CLOSING_DAY = new RegExp(
  `^(${DATE}|(mon|tues|wednes|thurs|fri|satur|sun)day from ${DATE}|(orthodox )?easter[+-]\\d{1,2})$`
)

const identityRules: Array<[keyof Identity, (identity: Identity) => boolean, string]> = [
  [
    'code',
    (it) => faultOfCode(it.code) === undefined,
    '2 to 20 characters of a-z, 0-9, _ and -, and not a reserved name'
  ],
  ['country', (it) => /^[A-Z]{2}$/.test(it.country), 'a two-letter code in upper case'],
  ['homeCurrency', (it) => /^[A-Z]{3}$/.test(it.homeCurrency), 'an ISO 4217 code'],
  [
    'rateTypes',
    (it) => it.rateTypes.length > 0 && it.rateTypes.every((type) => /^[a-z][a-z0-9_]*$/.test(type)),
    'at least one lower-case name'
  ],
  [
    'pairs',
    (it) => it.pairs?.every(([least, most]) => Number.isInteger(least) && 1 <= least && least <= most) ?? true,
    'ranges of numbers of pairs, such as [[30, 40]]'
  ],
  ['sourceUrl', (it) => URL.canParse(it.sourceUrl), 'a URL'],
  ['termsUrl', (it) => it.termsUrl === undefined || URL.canParse(it.termsUrl), 'a URL'],
  ['timezone', (it) => isTimezone(it.timezone), 'an IANA time zone'],
  ['schedule', (it) => it.schedule.trim().split(/\s+/).length === 5, 'a cron expression of five fields'],
  [
    'publishes',
    (it) => it.publishes === undefined || /^([01]\d|2[0-3]):[0-5]\d$/.test(it.publishes),
    'a time as HH:MM'
  ],
  [
    'closingDays',
    (it) => it.closingDays?.every((day) => CLOSING_DAY.test(day)) ?? true,
    'days such as ["05-01", "friday from 06-19", "easter-2", "orthodox easter+1"]'
  ],
  ['tls', (it) => it.tls?.every(({ reason }) => reason !== '') ?? true, 'quirks with their reasons'],
  [
    'userAgent',
    (it) =>
      it.userAgent === undefined ||
      (/Ratebook/.test(it.userAgent.value) && !BROWSER.test(it.userAgent.value) && it.userAgent.reason !== ''),
    'a name that contains Ratebook and no browser, with the reason'
  ],
  ['historyFrom', (it) => /^\d{4}-\d\d-\d\d$/.test(it.historyFrom), 'an ISO date'],
  [
    'ended',
    (it) => it.ended === undefined || (/^\d{4}-\d\d-\d\d$/.test(it.ended) && it.ended >= it.historyFrom),
    'an ISO date on or after historyFrom'
  ]
]

function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * Validates a source when it is loaded, so that an invalid identity never reaches a run. Its `parse` then refuses rows
 * of days that were not requested, and figures whose decimal mark is ambiguous.
 */
export function defineSource(source: Source): Source {
  for (const [field, holds, expected] of identityRules) {
    if (!holds(source)) {
      throw new TypeError(`source ${source.code}: ${field} must be ${expected}, not ${JSON.stringify(source[field])}`)
    }
  }
  const { requested, parse } = source
  return {
    ...source,
    parse(publication) {
      beginNotation()
      const rows = parse(publication)
      const days = requested?.(publication) ?? {}
      return rows instanceof Promise ? rows.then((it) => inNotation(ofDays(it, days))) : inNotation(ofDays(rows, days))
    }
  }
}

function inNotation(rows: Row[]): Row[] {
  const fault = notationFault()
  if (fault) throw new LayoutError(fault.expected, fault.found)
  return rows
}

function ofDays(rows: Row[], { from = '0000', to = '9999' }: Days): Row[] {
  const other = rows.find(({ date }) => date < from || date > to)
  if (other) throw new LayoutError(`rates of ${from} to ${to}, as the request asks for`, `one of ${other.date}`)
  return rows
}
