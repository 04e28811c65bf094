/** The contract of an adapter: a source is data, `fetch` and `parse`. */

/** The days a run asks for, all ISO dates, both ends included. `today` is the run's own day, in the source's time zone. */
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

/** One document as the publisher sent it. */
export interface Publication {
  source: string
  /** What it answers. A credential is replaced by its name in angle brackets. */
  request: PublicationRequest
  mediaType: string
  /** As the answer declares it, or as the adapter knows better. */
  charset?: string
  headers: Record<string, string | string[]>
  body: Uint8Array
}

/** How many units of base a printed figure is for; metals may be printed per gram. */
export type Unit = number | 'gram'

/** One printed figure: `value` units of `quote` for `unit` units of `base`, on an ISO `date`. */
export interface Row {
  date: string
  base: string
  quote: string
  type: string
  value: string
  unit?: Unit
  /** What the document prints as the value's change from the table before, for the same unit. What is no decimal says nothing. */
  change?: string
  /** The first and the last ISO date on which the rate holds, where the document prints a validity. */
  validFrom?: string
  validTo?: string
  /** What the document itself says against the figure, if it prints it twice and the prints differ. Such a row goes to quarantine with this reason. */
  contradicted?: string
}

export interface RequestOptions {
  headers?: Record<string, string>
  /**
   * Names of headers, and of fields in a form's body, that are good for one visit only, such as tokens and view states. They are sent but
   * not kept with the publication, which so says the same whenever the same is asked.
   */
  transient?: string[]
  /** Where the adapter knows the charset better than the answer's headers. */
  charset?: string
}

export interface PostOptions extends RequestOptions {
  body: string
}

export interface FindOptions extends RequestOptions {
  /** The statuses with which the publisher says that there is no such document. */
  absent?: number[]
}

export type Route = () => AsyncIterable<Publication>

/** All that an adapter may ask of the outside. Anything but a 2xx answer with a document throws a `FetchError`. */
export interface Http {
  get(url: string, options?: RequestOptions): Promise<Publication>
  post(url: string, options: PostOptions): Promise<Publication>
  /** The document, or nothing where the publisher answers that it has none (404 or 204 unless `absent` says otherwise). */
  find(url: string, options?: FindOptions): Promise<Publication | undefined>
  /** The publications of the first route that gives any; a route that fails gives way to the next. */
  firstOf(...routes: Route[]): AsyncIterable<Publication>
  /** The same for one visit: the cookies that the answers set go back to the publisher's site, and nothing is asked conditionally. */
  session(): Http
  /** A credential that the source declares. Throws a `FetchError` where it is not set. */
  credential(name: string): string
}

export interface Credential {
  /** The environment variable. */
  name: string
  /** The page where it is issued. */
  where: string
  /** True when the source works without it, on another route. */
  optional?: boolean
}

/**
 * How a publisher's server departs from today's TLS, and where that is known from: `incomplete_chain` where it leaves out certificates between its
 * own and a trusted root, which are then looked for; `old_protocol` where it speaks only versions or ciphers that are switched off by default.
 */
export interface TlsQuirk {
  quirk: 'incomplete_chain' | 'old_protocol'
  reason: string
}

export type Kind = 'central_bank' | 'monetary_authority' | 'tax_authority' | 'customs_authority' | 'treasury' | 'commercial_bank' | 'international'
export type Cadence = 'daily' | 'weekly' | 'monthly' | 'quarterly' | 'yearly'

/** What the date of a row is: the day on which the rate was determined, the first day on which it holds, or the period that it stands for. */
export type DateMeaning = 'made' | 'effective' | 'period'

/** What the adapter was checked against: a recorded answer, the publisher's own documentation, or a public description of the format. */
export type Verification = 'recording' | 'documentation' | 'description'

export interface Identity {
  code: string
  name: string
  /** ISO 3166-1 alpha-2; EU for the euro area, XX for a body of several countries. */
  country: string
  homeCurrency: string
  kind: Kind
  /** In the order of preference in which a pair is looked for. */
  rateTypes: string[]
  /** The page on which a person would check a figure. */
  sourceUrl: string
  termsUrl?: string
  /** IANA name; `schedule` is a cron expression in it. */
  timezone: string
  schedule: string
  cadence: Cadence
  historyFrom: string
  /** The date of the last table, where the series is closed: nothing newer is asked for, and nothing is overdue. */
  ended?: string
  dated: DateMeaning
  /** When the newest table is normally out, as HH:MM in `timezone`. */
  publishes?: string
  /** What the publisher's terms allow, in one short sentence. */
  terms?: string
  /** What is left out and why, and what else a reader of the figures must know; whole sentences. */
  notes?: string
  verified: Verification
  /** The codes whose history the publisher prints in units of a later day than that of the rate; `all` for every code. */
  restated?: string[]
  credentials?: Credential[]
  tls?: TlsQuirk[]
  /** The User-Agent on which a publisher insists, and the reason. It names Ratebook and never a browser. */
  userAgent?: { value: string, reason: string }
  /** Other hosts than those of the site it asks to which the publisher's answers may redirect. */
  hosts?: string[]
  /** Milliseconds between two requests, where the publisher wants more than the ordinary gap. */
  pause?: number
  /** Milliseconds for one request and its whole answer, where two minutes are too few. */
  timeout?: number
  /** The most days to ask for in one run of a backfill; 366 unless the publication is all in one document. */
  backfillDays?: number
}

/** Days from a first to a last, both ISO dates and included; one that is left out is open. */
export interface Days {
  from?: string
  to?: string
}

export interface Source extends Identity {
  fetch(window: Window, http: Http): AsyncIterable<Publication>
  /** The days about which a request asks, where it says so. An answer that is about others is refused. */
  asked?(publication: Pick<Publication, 'request'>): Days
  /** Pure. Throws a `LayoutError` when the document is not as expected; a promise only where a reader needs one (PDF). */
  parse(publication: Publication): Row[] | Promise<Row[]>
}

/** A document that is not as expected: says what was looked for and what was found. */
export class LayoutError extends Error {
  readonly code = 'LAYOUT'
  readonly expected: string
  readonly found: string

  constructor (expected: string, found: string, options?: ErrorOptions) {
    super(`expected ${expected}, found ${found}`, options)
    this.name = 'LayoutError'
    this.expected = expected
    this.found = found
  }
}

/** A publisher that could not be asked, or did not answer with a document. */
export class FetchError extends Error {
  readonly code: 'UNREACHABLE' | 'STATUS' | 'REDIRECT' | 'FORBIDDEN' | 'TOO_LARGE' | 'TIMEOUT' | 'BUDGET' | 'NO_RECORDING' | 'MISSING_CREDENTIAL'
  readonly status?: number

  constructor (code: FetchError['code'], message: string, options: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.name = 'FetchError'
    this.code = code
    this.status = options.status
  }
}

const BROWSER = /chrome|safari|firefox|edg|opera|gecko|webkit|msie/i

// Names that already stand for something else: files and folders of adapters/, and the source that Ratebook calculates.
const RESERVED_CODES = new Set(['composite', 'kit', 'market', 'registry', 'source'])

/** Why a code cannot be that of a source; undefined if it can. */
export function faultOfCode (code: string): string | undefined {
  if (!/^[a-z0-9_-]{2,20}$/.test(code)) return `expected a code of 2 to 20 characters of a-z, 0-9, _ and -, not ${JSON.stringify(code)}`
  return RESERVED_CODES.has(code) ? `${code} can't be the code of a source: Ratebook reserves it` : undefined
}

const identityRules: Array<[keyof Identity, (identity: Identity) => boolean, string]> = [
  ['code', (it) => faultOfCode(it.code) === undefined, '2 to 20 characters of a-z, 0-9, _ and -, and not a reserved name'],
  ['country', (it) => /^[A-Z]{2}$/.test(it.country), 'a two-letter code in upper case'],
  ['homeCurrency', (it) => /^[A-Z]{3}$/.test(it.homeCurrency), 'an ISO 4217 code'],
  ['rateTypes', (it) => it.rateTypes.length > 0 && it.rateTypes.every((type) => /^[a-z][a-z0-9_]*$/.test(type)), 'at least one lower-case name'],
  ['sourceUrl', (it) => URL.canParse(it.sourceUrl), 'a URL'],
  ['termsUrl', (it) => it.termsUrl === undefined || URL.canParse(it.termsUrl), 'a URL'],
  ['timezone', (it) => isTimezone(it.timezone), 'an IANA time zone'],
  ['schedule', (it) => it.schedule.trim().split(/\s+/).length === 5, 'a cron expression of five fields'],
  ['publishes', (it) => it.publishes === undefined || /^([01]\d|2[0-3]):[0-5]\d$/.test(it.publishes), 'a time as HH:MM'],
  ['tls', (it) => it.tls?.every(({ reason }) => reason !== '') ?? true, 'quirks with their reasons'],
  ['userAgent', (it) => it.userAgent === undefined || (/Ratebook/.test(it.userAgent.value) && !BROWSER.test(it.userAgent.value) && it.userAgent.reason !== ''), 'a name that contains Ratebook and no browser, with the reason'],
  ['historyFrom', (it) => /^\d{4}-\d\d-\d\d$/.test(it.historyFrom), 'an ISO date'],
  ['ended', (it) => it.ended === undefined || (/^\d{4}-\d\d-\d\d$/.test(it.ended) && it.ended >= it.historyFrom), 'an ISO date on or after historyFrom']
]

function isTimezone (name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Validates a source when it is loaded, so that a slip in its identity never reaches a run. Its `parse` refuses rows of days that were not asked for. */
export function defineSource (source: Source): Source {
  for (const [field, holds, expected] of identityRules) {
    if (!holds(source)) throw new TypeError(`source ${source.code}: ${field} must be ${expected}, not ${JSON.stringify(source[field])}`)
  }
  const { asked, parse } = source
  if (!asked) return source
  return {
    ...source,
    parse (publication) {
      const rows = parse(publication)
      const days = asked(publication)
      return rows instanceof Promise ? rows.then((it) => ofDays(it, days)) : ofDays(rows, days)
    }
  }
}

function ofDays (rows: Row[], { from = '0000', to = '9999' }: Days): Row[] {
  const other = rows.find(({ date }) => date < from || date > to)
  if (other) throw new LayoutError(`rates of ${from} to ${to}, as the request asks for`, `one of ${other.date}`)
  return rows
}
