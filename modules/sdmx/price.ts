import { HttpError } from '../../api/contract/errors.ts'
import type { DataRequest } from './data-request.ts'
import { MONTHS, monthsBetween } from './periods.ts'
import type { Series } from './series-query.ts'

/** The most figures of one answer. */
const MAX_FIGURES = 1_000_000
const DAYS_OF_MONTH = 23

/**
 * The price of the figures of some series: a unit for each series and calendar month, or for each figure of a longer
 * period, between its first and last date in the window.
 */
export function priceOf(series: Series[], request: DataRequest): number {
  return request.hasObservations
    ? series.reduce((sum, it) => sum + Math.min(lengthOf(it, request), most(request)), 0)
    : 1
}

/** The most figures that some series can have in the window. */
export function figuresOf(series: Series[], request: DataRequest): number {
  if (!request.hasObservations) return 0
  return series.reduce(
    (sum, it) => sum + Math.min(lengthOf(it, request) * (it.unit ? 1 : DAYS_OF_MONTH), most(request)),
    0
  )
}

function most({ firstN, lastN }: DataRequest): number {
  return firstN === undefined && lastN === undefined ? Infinity : (firstN ?? 0) + (lastN ?? 0)
}

function lengthOf({ unit = 'month', first, last }: Series, { from, to }: DataRequest): number {
  const [start, end] = [first > from ? first : from, last < to ? last : to]
  return Math.max(1, Math.ceil(monthsBetween(start, end) / MONTHS[unit]))
}

/** Throws 413 for more figures than an answer may have. */
export function assertServable(series: Series[], request: DataRequest): void {
  const figures = figuresOf(series, request)
  if (figures <= MAX_FIGURES) return
  throw new HttpError(
    'answer_too_large',
    `these ${series.length} series have up to ${figures} figures, for ${priceOf(series, request)} units, and an answer has at most ${MAX_FIGURES}: name codes in the key, set startPeriod or c[TIME_PERIOD], or lastNObservations; detail=serieskeysonly lists the series`
  )
}
