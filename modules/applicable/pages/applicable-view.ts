import { isOpenDate } from '../../../api/contract/open-data.ts'
import { yearBefore } from '../../../api/contract/dates.ts'
import type { applicableRate } from '../answer.ts'

export type Answer = Awaited<ReturnType<typeof applicableRate>>
export type Choice = Answer['elections'][number]

/** The date of the newest table of each source, by code. */
export type NewestTables = ReadonlyMap<string, string | null>

interface Dated {
  publisher: string | null
  rate_date: string | null
  method: string | null
  valid_from?: string | null
}

/** True if a figure is older than the figures that pages show to everyone. A mean is as old as its first rate. */
export function isPaidOnly(
  { publisher, rate_date: date, method, valid_from: first }: Dated,
  newest: NewestTables
): boolean {
  if (date === null || publisher === null) return false
  const oldest = method === 'mean' ? (first ?? yearBefore(date)) : date
  return !isOpenDate(oldest, newest.get(publisher) ?? date)
}

/** True if any figure of an answer is older than the figures that pages show to everyone. */
export function hasPaidOnly(answer: Answer, newest: NewestTables): boolean {
  return [answer, ...answer.elections, ...answer.cases].some((it) => isPaidOnly(it, newest))
}
