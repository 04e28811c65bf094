import { LayoutError, type Days, type Publication } from '../source.ts'
import { addDays, endOfMonth, readDate } from './dates.ts'
import { findParameter } from './request.ts'
import { excerpt } from './text.ts'

type Requested = Pick<Publication, 'request'>

/**
 * The days before the first and after the last requested day that an answer may cover, for publishers that answer with
 * the table in force or the next one.
 */
export interface Slack {
  early?: number
  late?: number
}

/**
 * The days that a request names in two parameters, from the first to the last. `form` is a form of `readDate`, or
 * `YYYY`; a month or a year means all of its days. A missing parameter leaves its end open.
 */
export function requestedBetween(
  from: string,
  to: string,
  form = 'YYYY-MM-DD',
  slack?: Slack
): (publication: Requested) => Days {
  return (publication) => daysBetween(findParameter(publication, from), findParameter(publication, to), form, slack)
}

/** The same for a request that names the day, the month or the year in one parameter. */
export function requestedFor(name: string, form = 'YYYY-MM-DD', slack?: Slack): (publication: Requested) => Days {
  return requestedBetween(name, name, form, slack)
}

/**
 * The same for a request that names the days in its address: the first group of the expression is the first day, and
 * the second group, if any, the last day.
 */
export function requestedAt(expression: RegExp, form = 'YYYY-MM-DD', slack?: Slack): (publication: Requested) => Days {
  return ({ request }) => {
    const [, from, to = from] = expression.exec(decodeURIComponent(request.url)) ?? []
    return daysBetween(from, to, form, slack)
  }
}

/**
 * Throws a `LayoutError` if a document begins more than `gap` days after the first requested day. `gap` is the longest
 * time without a row: a later beginning means that the publisher limits an answer to its last rows.
 */
export function checkStart({ from }: Days, days: string[], gap: number): void {
  const first = days.reduce((one, other) => (one < other ? one : other), '9999')
  if (from !== undefined && first > addDays(from, gap)) {
    throw new LayoutError(`an answer from ${from} on, as requested`, `one from ${first} on`)
  }
}

/** Throws a `LayoutError` if a document does not answer its request, for example if it has another currency. */
export function checkSubject(wanted: string, found: string): void {
  if (found !== wanted) throw new LayoutError(`an answer for ${wanted}, as requested`, excerpt(found))
}

function daysBetween(
  from: string | undefined,
  to: string | undefined,
  form: string,
  { early = 0, late = 0 }: Slack = {}
): Days {
  return {
    ...(from === undefined ? {} : { from: addDays(readSpan(from, form).from, -early) }),
    ...(to === undefined ? {} : { to: addDays(readSpan(to, form).to, late) })
  }
}

function readSpan(printed: string, form: string): Required<Days> {
  if (form === 'YYYY') {
    if (!/^\d{4}$/.test(printed)) throw new LayoutError('a request for a year', printed)
    return { from: `${printed}-01-01`, to: `${printed}-12-31` }
  }
  const date = readDate(printed, form)
  return { from: date, to: form.includes('D') ? date : endOfMonth(date.slice(0, 7)) }
}
