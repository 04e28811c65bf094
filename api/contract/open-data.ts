import { daysBefore } from './dates.ts'

/**
 * The number of days before a source's newest table for which the pages show single figures to everyone. Tables of past
 * dates need a paid plan.
 */
export const OPEN_DAYS = 366

/** True if everyone may see a figure of a date on a page, given the date of the source's newest table. */
export function isOpenDate(date: string, latest: string): boolean {
  return date >= daysBefore(latest, OPEN_DAYS)
}
