import { daysBefore } from './dates.ts'

/** The days up to a source's newest table of which the pages show single figures to anybody. Tables of past dates need a paid plan. */
export const OPEN_DAYS = 366

/** True if anybody may see a figure of a date on a page, given the date of the source's newest table. */
export function isOpenDate (date: string, latest: string): boolean {
  return date >= daysBefore(latest, OPEN_DAYS)
}
