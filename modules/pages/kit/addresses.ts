import { isServed, type Served } from './served.ts'

/** The addresses of the pages to which others link. */

export interface FigureOf {
  bank: string
  base: string
  quote: string
  date: string
  type?: string
}

/** The page of a figure: its document, its revisions, its derivation and its proof. */
export function figureAddress({ bank, base, quote, date, type }: FigureOf): string {
  return `/figure/${bank}/${base}-${quote}/${date}${type === undefined ? '' : `?type=${type}`}`
}

/** The page of a source. */
export function bankAddress(bank: string): string {
  return `/banks/${bank}`
}

/** The page of a source's table on a date. */
export function tableAddress(bank: string, date: string): string {
  return `/banks/${bank}/${date}`
}

/** The page of a currency. */
export function currencyAddress(code: string): string {
  return `/currencies/${code}`
}

/** The download of a stored document by the number of its publication. */
export function documentAddress(publication: number | string): string {
  return `/documents/${publication}`
}

/** The page of a jurisdiction's rules. */
export function jurisdictionAddress(code: string): string {
  return `/applicable/${code}`
}

/** The page of a rule of law. */
export function ruleAddress(id: string): string {
  return `/applicable/rules/${id}`
}

/** The answer to a question about an applicable rate. Empty parameters are omitted. */
export function applicableAddress(query: Record<string, string | undefined>): string {
  return `/applicable?${new URLSearchParams(Object.entries(query).filter((it): it is [string, string] => it[1] !== undefined && it[1] !== ''))}`
}

/** The log-in page, which then continues at another page. */
export function loginAddress(next: string): string {
  return `/login?${new URLSearchParams({ next })}`
}

const FEED = '/api/v1/central-bank/:bank/feed.atom'

/** The Atom feed of a source's events; undefined if this service has none. */
export function feedAddress(context: Served, bank: string): string | undefined {
  return isServed(context, FEED) ? FEED.replace(':bank', bank) : undefined
}

const CALENDAR = '/api/v1/calendar.ics'

/** The calendar of a source's coming tables; undefined if this service has none. */
export function calendarAddress(context: Served, bank: string): string | undefined {
  return isServed(context, CALENDAR) ? `${CALENDAR}?${new URLSearchParams({ bank })}` : undefined
}

/** The address of the form for files of series, with these fields filled in. */
export function seriesDownloadAddress(fields: Record<string, string>): string {
  return `/account/series?${new URLSearchParams(fields)}`
}
