import { ISO_4217 } from '../adapters/kit/iso4217.ts'

export interface Withdrawal {
  /** As ISO 4217 prints it: a month, or a span of years. */
  printed: string
  /** The last month in which the currency may have been in use, YYYY-MM. */
  month: string
}

/** The currencies of ISO 4217's list three, which are no longer in use, by their codes. */
export const WITHDRAWALS: ReadonlyMap<string, Withdrawal> = new Map(ISO_4217.flatMap(({ code, withdrawn }) =>
  withdrawn === null ? [] : [[code, { printed: withdrawn, month: /\d{4}-(0\d|1[0-2])$/.exec(withdrawn)?.[0] ?? `${withdrawn.slice(-4)}-12` }]]))

/** The currency of a rate that had been withdrawn before the month of its date, and since when; undefined if there is none. */
export function withdrawnBefore (date: string, ...codes: string[]): string | undefined {
  for (const code of codes) {
    const withdrawal = WITHDRAWALS.get(code)
    if (withdrawal && date.slice(0, 7) > withdrawal.month) return `${code} (${withdrawal.printed})`
  }
  return undefined
}
